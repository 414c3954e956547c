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

  /** Decides whether a request makes all nodes true. The first one that the solver proposes is enough. */
  propose(nodes: readonly Node[]): Decision {
    return this.decider.ask({ nodes, shows: () => true, isPolished: false });
  }

  /** Decides whether no request makes all nodes true. It is undecided if there may be one, since no request would show anything. */
  exclude(nodes: readonly Node[]): Decision {
    return this.decider.ask({ nodes, shows: () => false });
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
    const shownBy = (results: (expression: Expression) => Known): Confirmed<Shown> | undefined => {
      const matches = ({ condition }: JudgedRule): Known => condition && results(condition);
      for (const isSolved of [false, true]) {
        const shown = shows(logicOfRequest(matches, isSolved), results);
        if (shown !== undefined) return { shown, isSolved };
      }
      return undefined;
    };
    // Of the last request that was confirmed, which is the witness.
    let last: Confirmed<Shown> | undefined;
    const decision = this.decider.ask({
      nodes,
      shows: (results) => {
        const found = shownBy(results);
        last = found ?? last;
        return found !== undefined;
      },
    });
    if (decision.kind !== "yes") return decision;
    if (last === undefined) throw new Error("a witness that nothing has confirmed");
    return { ...decision, ...last };
  }
}

/** What a witness shows. */
interface Confirmed<Shown> {
  readonly shown: Shown;
  readonly isSolved: boolean;
}

/** An answer. A witness comes with what it shows, and with whether its visitor has solved a challenge. */
export type Asked<Shown> =
  Exclude<Decision, { kind: "yes" }> | (Extract<Decision, { kind: "yes" }> & Confirmed<Shown>);
