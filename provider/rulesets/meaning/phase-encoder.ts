import { type Budget, Decider, type Decision, type Expression, type Node } from "../../filter";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import { type Known, logicOfRequest } from "./outcome";
import { type Challenge, CHALLENGES, type Clearance } from "./clearance";
import { type Logic, type PhaseEffects, type PhaseRules, runPhase } from "./run-phase";

/**
 * Asks questions about all requests of a phase.
 *
 * Conditions that are not known are free: an answer "no" holds whatever they are, and a witness is one whatever they are.
 */
export class PhaseEncoder {
  private readonly decider: Decider;
  /** Whether a visitor has a clearance. A visitor who has one has all that are easier. */
  private readonly visitor: readonly [Node, Node, Node];
  /** The clearances that challenges of the phases need. */
  private readonly needed = new Set<Clearance>();
  private readonly free = new Map<JudgedRule, Node>();

  constructor(budget?: Budget) {
    this.decider = new Decider({ budget });
    const { circuit } = this.decider;
    const hard = circuit.free();
    const managed = circuit.or([hard, circuit.free()]);
    this.visitor = [circuit.or([managed, circuit.free()]), managed, hard];
  }

  get circuit(): Decider["circuit"] {
    return this.decider.circuit;
  }

  /** The logic of all requests at once, from visitors of one clearance. Default: from all visitors. */
  logic(clearance?: Clearance): Logic<Node> {
    const { circuit } = this;
    return {
      yes: circuit.yes,
      no: circuit.no,
      clears: (needed) => {
        this.needed.add(needed);
        if (clearance === undefined) return this.visitor[needed - 1] ?? circuit.no;
        return clearance >= needed ? circuit.yes : circuit.no;
      },
      not: (node) => circuit.not(node),
      and: (nodes) => circuit.and(nodes),
      or: (nodes) => circuit.or(nodes),
      matches: (rule) => this.conditionOf(rule),
    };
  }

  /** Returns what a phase does, as functions of the request, for visitors of one clearance. Default: of the visitor, too. */
  effectsOf(phase: PhaseRules, clearance?: Clearance): PhaseEffects<Node> {
    return runPhase(phase, this.logic(clearance));
  }

  /** The clearances of visitors whom the phases that were run treat differently. No challenge stops a visitor of the last one. */
  get clearances(): readonly [Clearance, ...Clearance[]] {
    return [0, ...[...this.needed].sort((a, b) => a - b)];
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

  /** Returns nodes that no request makes true together. Undefined if a request may make all of them true. */
  conflictOf(nodes: readonly Node[]): ReadonlySet<Node> | undefined {
    return this.decider.conflictOf(nodes);
  }

  /** Decides whether no request makes all nodes true. It is undecided if there may be one, since no request would show anything. */
  exclude(nodes: readonly Node[]): Decision {
    return this.decider.ask({ nodes, shows: () => false });
  }

  /**
   * Decides whether a request makes all nodes true. `shows` confirms a witness: it runs phases with the logics of the request, which know
   * what the evaluator says about the conditions of rules, and returns what is shown, or undefined. `matches` says whether the request
   * matches an expression that has a node.
   */
  ask<Shown>(
    nodes: readonly Node[],
    shows: (
      logicOf: (clearance: Clearance) => Logic<Known>,
      matches: (expression: Expression) => Known,
    ) => Shown | undefined,
  ): Asked<Shown> {
    // Of the last request that was confirmed, which is the witness.
    let last: { readonly shown: Shown } | undefined;
    const decision = this.decider.ask({
      nodes,
      shows: (results) => {
        const matches = ({ condition }: JudgedRule): Known => condition && results(condition);
        const shown = shows((clearance) => logicOfRequest(matches, clearance), results);
        if (shown !== undefined) last = { shown };
        return shown !== undefined;
      },
    });
    if (decision.kind !== "yes") return decision;
    if (last === undefined) throw new Error("a witness that nothing has confirmed");
    return { ...decision, ...last };
  }

  /** Decides whether a request of some visitor makes all nodes true. `shows` is asked for one visitor after the other. */
  askOfVisitors<Shown>(
    nodes: readonly Node[],
    shows: (logic: Logic<Known>, matches: (expression: Expression) => Known) => Shown | undefined,
  ): Asked<{ readonly of: Shown; readonly solved: Challenge | undefined }> {
    return this.ask(nodes, (logicOf, matches) => {
      for (const clearance of this.clearances) {
        const of = shows(logicOf(clearance), matches);
        if (of !== undefined) return { of, solved: solvedBy(clearance) };
      }
      return undefined;
    });
  }
}

/** Returns the challenge that a visitor with a clearance has solved. */
export function solvedBy(clearance: Clearance): Challenge | undefined {
  return clearance === 0 ? undefined : CHALLENGES[clearance - 1];
}

/** An answer. A witness comes with what it shows. */
export type Asked<Shown> =
  Exclude<Decision, { kind: "yes" }> | (Extract<Decision, { kind: "yes" }> & { readonly shown: Shown });
