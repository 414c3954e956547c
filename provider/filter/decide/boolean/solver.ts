import { type Circuit, type Literal, negated, type Node } from "./circuit";
import { Clauses } from "./clauses";
import { justify } from "./justify";

/** What a theory says about literals of atoms that should hold together. */
export type TheoryAnswer<Atom> =
  | { readonly kind: "consistent" }
  /** These of the literals cannot hold together, whatever else holds. */
  | { readonly kind: "conflict"; readonly core: readonly Literal<Atom>[] }
  /** The theory cannot say. Other literals are tried; without any, the whole question is undecided. */
  | { readonly kind: "undecided" };

/** Knows which literals can hold together, and which it would rather satisfy. */
export interface Theory<Atom> {
  check(literals: readonly Literal<Atom>[]): TheoryAnswer<Atom>;
  /** The price of satisfying a literal: 0 for one that almost every request satisfies. */
  cost(literal: Literal<Atom>): number;
}

/** Limits of one question. They count steps, so that a question has the same answer on every machine. */
export interface SolverLimits {
  /** Conflicts of the search for models. */
  readonly conflicts: number;
  /** Sets of literals that the theory is asked about. */
  readonly checks: number;
}

/** A lemma: these literals cannot hold together. */
export type Lemma<Atom> = readonly Literal<Atom>[];

export type Solution<Atom> =
  | { readonly kind: "yes"; readonly literals: readonly Literal<Atom>[] }
  /** `core`: the nodes of the question that cannot all be true, given the lemmas. */
  | { readonly kind: "no"; readonly core: readonly Node[]; readonly lemmas: readonly Lemma<Atom>[] }
  | { readonly kind: "undecided"; readonly because: "budget" | "theory" };

/**
 * Decides whether nodes of a circuit can be true together, with the help of a theory.
 *
 * The solver chooses values of atoms by the clauses of the circuit, and asks the theory about those that matter.
 * A conflict becomes a lemma, which serves all later questions.
 */
export class Solver<Atom> {
  private readonly clauses = new Clauses();
  private readonly defined = new Set<Node>();
  private readonly lemmas: Lemma<Atom>[] = [];

  constructor(
    private readonly circuit: Circuit<Atom>,
    private readonly theory: Theory<Atom>,
  ) {
    this.clauses.add([circuit.yes]);
  }

  /** Decides whether all `nodes` can be true together. */
  solve(nodes: readonly Node[], limits: SolverLimits): Solution<Atom> {
    const scope = this.circuit.variablesOf(nodes);
    for (const variable of scope) this.define(variable);
    const lastConflict = this.clauses.conflicts + limits.conflicts;
    /** Assumed in this question only: blocks sets of literals about which the theory is undecided. */
    let guard: Node | undefined;
    for (let checks = 0; checks < limits.checks; checks += 1) {
      const assumptions = guard === undefined ? nodes : [guard, ...nodes];
      const search = this.clauses.search(assumptions, scope, lastConflict);
      if (search.kind === "budget") return { kind: "undecided", because: "budget" };
      if (search.kind === "contradiction") {
        const core = new Set(search.core);
        if (guard !== undefined && core.has(guard)) return { kind: "undecided", because: "theory" };
        return { kind: "no", core: nodes.filter((node) => core.has(node)), lemmas: [...this.lemmas] };
      }
      const literals = justify(
        this.circuit,
        nodes,
        (node) => this.clauses.valueOf(node) === 1,
        (literal) => this.theory.cost(literal),
      );
      const answer = this.theory.check(literals);
      if (answer.kind === "consistent") return { kind: "yes", literals };
      if (answer.kind === "conflict") {
        this.lemmas.push(answer.core);
        this.clauses.add(answer.core.map(({ node }) => negated(node)));
      } else {
        guard ??= this.circuit.free();
        this.clauses.add([negated(guard), ...literals.map(({ node }) => negated(node))]);
      }
    }
    return { kind: "undecided", because: "budget" };
  }

  /** States by clauses that a variable is the conjunction of its parts. */
  private define(variable: Node): void {
    const parts = this.circuit.partsOf(variable);
    if (parts === undefined || this.defined.has(variable)) return;
    this.defined.add(variable);
    for (const part of parts) this.clauses.add([negated(variable), part]);
    this.clauses.add([variable, ...parts.map(negated)]);
  }
}
