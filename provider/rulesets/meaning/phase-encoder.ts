import { type Budget, Decider, type Decision, type Expression, type Node } from "../../filter";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import { type Known, logicOfRequest } from "./outcome";
import { type Logic, type PhaseEffects, type PhaseRules, runPhase } from "./run-phase";

/**
 * Asks questions about all requests of a phase.
 *
 * Conditions that are not known are free: an answer "no" holds whatever they are, and a witness is one whatever they are.
 */
export class PhaseEncoder {
  private readonly decider: Decider;
  private readonly solved: Node;
  private readonly free = new Map<JudgedRule, Node>();

  constructor(budget?: Budget) {
    this.decider = new Decider({ budget });
    this.solved = this.decider.circuit.free();
  }

  get circuit(): Decider["circuit"] {
    return this.decider.circuit;
  }

  /** The logic of all requests at once. */
  get logic(): Logic<Node> {
    const { circuit } = this;
    return {
      yes: circuit.yes,
      no: circuit.no,
      solved: this.solved,
      not: (node) => circuit.not(node),
      and: (nodes) => circuit.and(nodes),
      or: (nodes) => circuit.or(nodes),
      matches: (rule) => this.conditionOf(rule),
    };
  }

  /** Returns what a phase does, as functions of the request. */
  effectsOf(phase: PhaseRules): PhaseEffects<Node> {
    return runPhase(phase, this.logic);
  }

  /** Returns when a request matches an expression. */
  node(expression: Expression): Node {
    return this.decider.node(expression);
  }

  conditionOf(rule: JudgedRule): Node {
    if (rule.condition !== undefined) return this.decider.node(rule.condition);
    const known = this.free.get(rule) ?? this.circuit.free();
    this.free.set(rule, known);
    return known;
  }

  /**
   * Decides whether a request makes all nodes true. `shows` confirms a witness: it runs phases with the logic of the request, which knows
   * what the evaluator says about the conditions of rules, and returns what is shown, or undefined. `matches` says whether the request
   * matches an expression that has a node. `shows` is asked for a visitor who has solved a challenge, and for one who has not.
   */
  ask<Shown>(
    nodes: readonly Node[],
    shows: (logic: Logic<Known>, matches: (expression: Expression) => Known) => Shown | undefined,
  ): Asked<Shown> {
    // Of the last request that was confirmed, which is the witness.
    let last: { readonly shown: Shown; readonly isSolved: boolean } | undefined;
    const decision = this.decider.ask({
      nodes,
      shows: (results) => {
        // Most rules are in both versions, and each version is run twice.
        const known = new Map<JudgedRule["condition"], Known>();
        const matches = ({ condition }: JudgedRule): Known => {
          if (condition !== undefined && !known.has(condition)) known.set(condition, results(condition));
          return known.get(condition);
        };
        for (const isSolved of [false, true]) {
          const logic = logicOfRequest(matches, isSolved);
          const shown = shows(logic, results);
          if (shown === undefined) continue;
          last = { shown, isSolved };
          return true;
        }
        return false;
      },
    });
    if (decision.kind !== "yes") return decision;
    if (last === undefined) throw new Error("a witness that nothing has confirmed");
    return { ...decision, ...last };
  }
}

/** An answer. A witness comes with what it shows, and with whether its visitor has solved a challenge. */
export type Asked<Shown> =
  | Exclude<Decision, { kind: "yes" }>
  | (Extract<Decision, { kind: "yes" }> & { readonly shown: Shown; readonly isSolved: boolean });
