import type { RuntimeValue } from "../evaluate/runtime-value";
import type { Expression } from "../parse/ast";
import { remembered } from "../remembered";
import type { Answer, Assumption, Lemma, Witness } from "./answer";
import { Circuit, type Node } from "./boolean/circuit";
import { Solver } from "./boolean/solver";
import { type Budget, BudgetSpentError, Meter } from "./meter";
import type { Atom } from "./theory/atom";
import type { AtomLiteral } from "./theory/find-value";
import { ConditionReader } from "./theory/read-condition";
import { RequestTheory, type Search } from "./theory/request-theory";
import type { Setting } from "./theory/solve-value";
import { valueInList } from "./witness/evaluate";
import { Evaluations } from "./witness/evaluations";
import { type Fields, fieldsWith, requestWith } from "./witness/request-of";
import { polish } from "./witness/polish";

/** The budget of a question to which a person waits for the answer. */
export const DEFAULT_BUDGET: Budget = { steps: 5_000_000, bytes: 16 * 1024 * 1024 };
/** How many candidates the evaluator may reject. */
const MAX_REJECTED = 15;

/** What a witness must show: the evaluator decides it, by the results of the expressions. */
export type Shows = (results: (expression: Expression) => boolean | undefined) => boolean;

/** Options of questions about requests. */
export interface DeciderOptions {
  /** Of each question. Default: `DEFAULT_BUDGET`. */
  readonly budget?: Budget | undefined;
  /** Whether documented facts about fields are used, for example that paths start with "/". Default: true. */
  readonly assumes?: boolean | undefined;
}

/** A question to a `Decider`. */
export interface Question {
  /** What must be true together. For a "no", `core` names those that are needed. */
  readonly nodes: readonly Node[];
  readonly shows: Shows;
  /** Whether the values of a witness are replaced by plausible ones. Default: true. */
  readonly isPolished?: boolean;
}

/** An answer; for a "no" with the nodes of the question that cannot be true together. */
export type Decision = Answer & { readonly core?: readonly Node[] };

/**
 * Answers questions about requests. Expressions become nodes of its circuit, from which callers build questions; what it learned for one
 * question serves the next ones.
 *
 * @internal Other rooms of the package build their questions with it; `compare` and `satisfiable` are the public ones.
 */
export class Decider {
  readonly circuit = new Circuit<Atom>();
  private readonly meter: Meter;
  private readonly reader: ConditionReader;
  private readonly theory: RequestTheory;
  private readonly solver: Solver<Atom>;
  private readonly nodes = new Map<Expression, Node>();
  private readonly evaluations: Evaluations;
  private readonly assumes: boolean;

  constructor({ budget = DEFAULT_BUDGET, assumes = true }: DeciderOptions = {}) {
    this.assumes = assumes;
    this.meter = new Meter(budget);
    this.reader = new ConditionReader(this.circuit, this.meter.spend);
    this.theory = new RequestTheory({ meter: this.meter, assumes });
    this.solver = new Solver(this.circuit, this.theory, this.meter.spend);
    this.evaluations = new Evaluations(this.meter.spend);
  }

  /** The steps of the last question, as budgets count them. */
  get steps(): number {
    return this.meter.steps;
  }

  /** Returns the node that is true for the requests that match an expression of type Bool. */
  node(expression: Expression): Node {
    const known = this.nodes.get(expression);
    if (known !== undefined) return known;
    const node = this.reader.read(expression);
    this.nodes.set(expression, node);
    this.evaluations.add(expression);
    return node;
  }

  /**
   * Whether no request makes all nodes true. False if that is undecided. It costs less than `ask`, since it looks for no witness and
   * does not say why.
   */
  excludes(nodes: readonly Node[]): boolean {
    return this.coreOf(nodes, WITHOUT_WITNESS) !== undefined;
  }

  /**
   * Returns nodes of these that no request makes true together. Undefined if a request makes all of them true, or if that is undecided.
   * It costs less than `ask`, since it does not say why.
   */
  conflictOf(nodes: readonly Node[]): ReadonlySet<Node> | undefined {
    const { evaluations, assumes } = this;
    return this.coreOf(nodes, new WitnessSearch(() => true, { evaluations, assumes, isPolished: false }));
  }

  private coreOf(nodes: readonly Node[], search: Search): ReadonlySet<Node> | undefined {
    this.theory.begin(search);
    this.meter.restart();
    try {
      const solution = this.solver.solve(nodes);
      return solution.kind === "no" ? new Set(solution.core) : undefined;
    } catch (problem) {
      if (problem instanceof RejectedError || problem instanceof BudgetSpentError) return undefined;
      throw problem;
    }
  }

  /** Decides whether a request makes all nodes of a question true. */
  ask({ nodes, shows, isPolished = true }: Question): Decision {
    const { theory, evaluations, assumes } = this;
    const search = new WitnessSearch(shows, { evaluations, assumes, isPolished });
    theory.begin(search);
    this.meter.restart();
    try {
      const solution = this.solver.solve(nodes);
      if (solution.kind === "no") return this.refusal(solution.core, solution.lemmas);
      if (solution.kind === "undecided") return this.rejection(search.rejected);
    } catch (problem) {
      if (problem instanceof RejectedError) return this.rejection(search.rejected);
      if (!(problem instanceof BudgetSpentError)) throw problem;
      // If there is a witness, the budget ended the search for one that reads better.
      if (search.witness === undefined)
        return this.undecided("budget", theory.unsolved ?? this.literalsOf(nodes));
    }
    if (search.witness === undefined) throw new Error("a request that nothing has confirmed");
    return { kind: "yes", witness: search.witness };
  }

  private refusal(core: readonly Node[], used: readonly (readonly AtomLiteral[])[]): Decision {
    const lemmas = used.map(this.lemmaOf);
    const assumptions = new Map<string, Assumption>();
    for (const { assumptions: assumed } of lemmas) for (const one of assumed) assumptions.set(one.says, one);
    return { kind: "no", lemmas, assumptions: [...assumptions.values()], core };
  }

  /** Many answers share a lemma. */
  private readonly lemmaOf = remembered((literals: readonly AtomLiteral[]): Lemma => {
    const parts = literals.map(({ atom, value }) => ({ condition: atom.key, holds: value }));
    return { parts, assumptions: this.theory.assumptions.get(literals) ?? [] };
  });

  private rejection(rejected: readonly AtomLiteral[]): Decision {
    const suspects = rejected.filter(
      ({ atom }) => atom.kind === "opaque" || atom.value.source.kind === "call",
    );
    return suspects.length > 0 ? this.undecided("opaque", suspects) : this.undecided("unconfirmed", rejected);
  }

  private undecided(
    because: "budget" | "opaque" | "unconfirmed",
    literals: readonly AtomLiteral[],
  ): Decision {
    const { expressions } = this.evaluations;
    const parts = [...new Set(literals.map(({ atom }) => atom.part))].sort(
      (a, b) =>
        expressions.indexOf(a.expression) - expressions.indexOf(b.expression) || a.span.start - b.span.start,
    );
    return { kind: "undecided", because, parts };
  }

  private literalsOf(nodes: readonly Node[]): AtomLiteral[] {
    return [...this.circuit.variablesOf(nodes)].flatMap((node) => this.circuit.literalOf(node) ?? []);
  }
}

/** The evaluator has rejected so many candidates that the question stays undecided. */
class RejectedError extends Error {
  override readonly name = "RejectedError";
}

/** For questions to which a witness would only be a "no". */
const WITHOUT_WITNESS: Search = {
  confirm: () => true,
  reject: () => {
    throw new RejectedError();
  },
};

/** What a search for a witness needs of its decider and question. */
interface SearchContext {
  readonly evaluations: Evaluations;
  readonly assumes: boolean;
  readonly isPolished: boolean;
}

/** Builds requests from settings and has them evaluated. */
class WitnessSearch implements Search {
  witness: Witness | undefined;
  /** The literals of candidates that were not confirmed. */
  readonly rejected: AtomLiteral[] = [];
  private rejections = 0;
  /** Whether the candidate that was evaluated last shows what is asked. */
  private answer: boolean | undefined;

  constructor(
    private readonly shows: Shows,
    private readonly context: SearchContext,
  ) {}

  reject(literals: readonly AtomLiteral[]): void {
    this.rejections += 1;
    this.rejected.push(...literals);
    if (this.rejections >= MAX_REJECTED) throw new RejectedError();
  }

  confirm(settings: readonly Setting[], literals: readonly AtomLiteral[]): boolean {
    const { assumes, evaluations, isPolished } = this.context;
    const given = fieldsWith(settings);
    const fields = assumes ? requestWith(given) : given;
    const witness = this.witnessWith(fields, literals);
    if (!this.isShown(witness)) {
      this.reject(literals);
      return false;
    }
    this.witness = witness;
    if (!assumes || !isPolished) return true;
    polish(fields, evaluations.fieldsRead, (changed) => {
      const candidate = this.witnessWith(requestWith(changed), literals);
      const isShown = this.isShown(candidate);
      if (isShown) this.witness = candidate;
      return isShown;
    });
    return true;
  }

  private isShown(candidate: Witness): boolean {
    const { evaluations } = this.context;
    if (this.answer === undefined) evaluations.use(candidate);
    // What is shown depends on the results only.
    else if (!evaluations.useAndCompare(candidate)) return this.answer;
    this.answer = this.shows((expression) => evaluations.resultOf(expression));
    return this.answer;
  }

  /** Gives each named list the values that must be in it. */
  private witnessWith(fields: Fields, literals: readonly AtomLiteral[]): Witness {
    const lists = new Map<string, RuntimeValue[]>();
    for (const { atom, value: holds } of literals) {
      if (atom.kind !== "listed") continue;
      const items = lists.get(atom.list) ?? [];
      lists.set(atom.list, items);
      const item = holds ? valueInList(atom.test, fields) : undefined;
      if (item !== undefined) items.push(item);
    }
    return { fields, lists };
  }
}
