import type { Spend } from "../../../regex";
import { type Circuit, type Literal, negated, type Node, variableOf } from "./circuit";
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

/** A lemma: these literals cannot hold together. */
export type Lemma<Atom> = readonly Literal<Atom>[];

export type Solution<Atom> =
  | { readonly kind: "yes"; readonly literals: readonly Literal<Atom>[] }
  /** `core`: the nodes of the question that cannot all be true, given the lemmas about variables of the question. */
  | { readonly kind: "no"; readonly core: readonly Node[]; readonly lemmas: readonly Lemma<Atom>[] }
  /** The theory is undecided about all literals that are left. */
  | { readonly kind: "undecided" };

/**
 * Decides whether nodes of a circuit can be true together, with the help of a theory.
 *
 * The solver chooses values of atoms by the clauses of the circuit, and asks the theory about those that matter.
 * A conflict becomes a lemma, which serves all later questions.
 */
export class Solver<Atom> {
  private readonly clauses: Clauses;
  private readonly defined = new Set<Node>();
  private lemmaCount = 0;
  /** By the greatest of its variables, with the number of lemmas that were found before. */
  private readonly lemmas = new Map<Node, [number, Lemma<Atom>][]>();

  /** @param spend takes note of each step. If it throws, that ends the question; the next one can be asked. */
  constructor(
    private readonly circuit: Circuit<Atom>,
    private readonly theory: Theory<Atom>,
    private readonly spend: Spend = () => undefined,
  ) {
    this.clauses = new Clauses(spend);
    this.clauses.add([circuit.yes]);
  }

  /** Decides whether all `nodes` can be true together. */
  solve(nodes: readonly Node[]): Solution<Atom> {
    const { circuit, clauses, theory } = this;
    clauses.restart();
    const scope = circuit.variablesOf(nodes);
    for (const variable of scope) this.define(variable);
    clauses.restrict(scope);
    clauses.assume(nodes);
    /** Assumed in this question only: blocks sets of literals about which the theory is undecided. */
    let guard: Node | undefined;
    for (;;) {
      const search = clauses.search();
      if (search.kind === "contradiction") {
        const core = new Set(search.core);
        if (guard !== undefined && core.has(guard)) return { kind: "undecided" };
        return { kind: "no", core: nodes.filter((node) => core.has(node)), lemmas: this.lemmasAbout(scope) };
      }
      const literals = justify(
        circuit,
        nodes,
        (node) => clauses.valueOf(node) === 1,
        (literal) => theory.cost(literal),
        this.spend,
      );
      const answer = theory.check(literals);
      if (answer.kind === "consistent") return { kind: "yes", literals };
      if (answer.kind === "conflict") {
        this.addLemma(answer.core);
        clauses.add(answer.core.map(({ node }) => negated(node)));
      } else {
        if (guard === undefined) {
          guard = circuit.free();
          clauses.assume([guard]);
        }
        clauses.add([negated(guard), ...literals.map(({ node }) => negated(node))]);
      }
    }
  }

  private addLemma(lemma: Lemma<Atom>): void {
    const variables = lemma.map(({ node }) => variableOf(node));
    const greatest = variables.reduce((most, one) => (one > most ? one : most), this.circuit.yes);
    const known = this.lemmas.get(greatest) ?? [];
    this.lemmas.set(greatest, known);
    known.push([this.lemmaCount, lemma]);
    this.lemmaCount += 1;
  }

  /** The lemmas with variables of a question only, in the order in which they were found. */
  private lemmasAbout(scope: ReadonlySet<Node>): Lemma<Atom>[] {
    const found: [number, Lemma<Atom>][] = [];
    for (const variable of scope) {
      for (const one of this.lemmas.get(variable) ?? []) {
        if (one[1].every(({ node }) => scope.has(variableOf(node)))) found.push(one);
      }
    }
    return found.sort(([a], [b]) => a - b).map(([, lemma]) => lemma);
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
