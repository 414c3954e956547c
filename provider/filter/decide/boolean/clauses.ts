import type { Spend } from "../../../regex";
import { VariableOrder } from "./variable-order";

/** At least one of the literals is true. A literal is a variable, or a negative number for its negation. */
interface Clause {
  /** The first two are watched. */
  readonly literals: number[];
  /** Where the search for another literal to watch goes on: it would else look at the beginning of a long clause again and again. */
  next: number;
}

/** What the search for a model found. `core` is a subset of the assumptions that cannot hold together. */
export type Search =
  { readonly kind: "model" } | { readonly kind: "contradiction"; readonly core: readonly number[] };

/** Estimates of the memory of a clause that a search adds, in bytes. */
const CLAUSE_BYTES = 120;
const LITERAL_BYTES = 8;

/**
 * A set of clauses with a search for models by conflict-driven clause learning: two watched literals, clauses learned
 * at the first unique implication point, activities, saved values.
 *
 * Clauses may be added at any time, also between two searches with the same assumptions: the second one goes on where the
 * first one ended. What one search learned serves all later ones. The search is deterministic.
 */
export class Clauses {
  /** By variable: 1 true, -1 false, 0 open. */
  private readonly values: number[] = [];
  private readonly saved: number[] = [];
  private readonly levels: number[] = [];
  private readonly reasons: (Clause | undefined)[] = [];
  /** By `indexOf` a literal: the clauses in which its negation is watched. */
  private readonly watchers: Clause[][] = [];
  /** The true literals, in the order in which they became true. */
  private readonly trail: number[] = [];
  /** The length of the trail where each level begins. Each assumption has a level. */
  private readonly levelStarts: number[] = [];
  private propagated = 0;
  /** Whether the clauses contradict each other without any assumption. */
  private contradictory = false;
  private readonly order = new VariableOrder();
  private assumptions: number[] = [];
  /** What was done since `spend` was called. */
  private steps = 0;
  private bytes = 0;

  /** @param spend takes note of visited literals and of learned clauses. If it throws, the search can begin again later. */
  constructor(private readonly spend: Spend = () => undefined) {}

  /** The value of a literal in the model: 1 true, -1 false, 0 open. */
  valueOf(literal: number): number {
    return literal > 0 ? (this.values[literal] ?? 0) : -(this.values[-literal] ?? 0);
  }

  /** Adds a clause. Variables are created when they are first named. */
  add(literals: readonly number[]): void {
    const distinct = new Set(literals);
    const left: number[] = [];
    for (const literal of distinct) {
      this.reserve(literal);
      const fixed = this.levelOf(literal) === 0 ? this.valueOf(literal) : 0;
      if (distinct.has(-literal) || fixed === 1) return;
      if (fixed === 0) left.push(literal);
    }
    this.attach(left);
  }

  /** Forgets the assumptions. */
  restart(): void {
    this.backtrack(0);
    this.assumptions = [];
  }

  /** Adds assumptions, which are literals. */
  assume(literals: readonly number[]): void {
    this.backtrack(this.assumptions.length);
    for (const literal of literals) this.reserve(literal);
    this.assumptions.push(...literals);
  }

  /** Sets the variables that need a value in a model. Others stay open unless a clause requires a value. */
  restrict(scope: ReadonlySet<number>): void {
    for (const variable of scope) this.reserve(variable);
    this.order.restrict(scope);
  }

  /** Searches for values of the variables that agree with all clauses and make all assumptions true. */
  search(): Search {
    const { assumptions } = this;
    for (;;) {
      this.settle();
      const conflict = this.contradictory ? undefined : this.propagate();
      if (this.contradictory || conflict !== undefined) {
        if (conflict === undefined || this.levelStarts.length === 0) {
          this.contradictory = true;
          return { kind: "contradiction", core: [] };
        }
        this.learn(conflict);
        continue;
      }
      const assumption = assumptions[this.levelStarts.length];
      if (assumption !== undefined) {
        const value = this.valueOf(assumption);
        if (value === -1) return { kind: "contradiction", core: this.coreOf(assumption) };
        this.levelStarts.push(this.trail.length);
        if (value === 0) this.assign(assumption, undefined);
        continue;
      }
      const variable = this.order.next((candidate) => this.values[candidate] === 0);
      if (variable === undefined) {
        this.settle();
        return { kind: "model" };
      }
      this.levelStarts.push(this.trail.length);
      // Conditions default to false: absence of a value satisfies most negative conditions.
      this.assign(this.saved[variable] === 1 ? variable : -variable, undefined);
    }
  }

  /** Takes note of what was done. Called only where the state is one from which a search can go on. */
  private settle(): void {
    const { bytes, steps } = this;
    this.bytes = 0;
    this.steps = 0;
    this.spend(bytes, steps);
  }

  /** Attaches a clause whose literals are not decided for ever. Returns to a level where it is not false. */
  private attach(literals: number[]): void {
    literals.sort((a, b) => this.rankOf(b) - this.rankOf(a));
    const [first, second] = literals;
    if (first === undefined) {
      this.contradictory = true;
      return;
    }
    if (second === undefined) {
      this.backtrack(0);
      this.assign(first, undefined);
      return;
    }
    this.bytes += CLAUSE_BYTES + LITERAL_BYTES * literals.length;
    const clause: Clause = { literals, next: 2 };
    this.watch(first, clause);
    this.watch(second, clause);
    if (this.valueOf(second) !== -1) return;
    const level = this.levelOf(second);
    const isUnit = this.valueOf(first) !== -1 || this.levelOf(first) > level;
    this.backtrack(isUnit ? level : level - 1);
    if (isUnit && this.valueOf(first) === 0) this.assign(first, clause);
  }

  /** Literals that are not false come first, then those that became false last. */
  private rankOf(literal: number): number {
    return this.valueOf(literal) === -1 ? this.levelOf(literal) : Number.MAX_SAFE_INTEGER;
  }

  private levelOf(literal: number): number {
    return this.levels[Math.abs(literal)] ?? 0;
  }

  /** Makes room for the variable of a literal. */
  private reserve(literal: number): void {
    for (let variable = this.values.length; variable <= Math.abs(literal); variable += 1) {
      this.values.push(0);
      this.saved.push(0);
      this.levels.push(0);
      this.reasons.push(undefined);
      this.watchers.push([], []);
    }
  }

  private watchersOf(literal: number): Clause[] {
    // `reserve` has made room for every literal that is named.
    return this.watchers[indexOf(literal)] ?? [];
  }

  private watch(literal: number, clause: Clause): void {
    this.watchersOf(-literal).push(clause);
  }

  private assign(literal: number, reason: Clause | undefined): void {
    const variable = Math.abs(literal);
    this.values[variable] = literal > 0 ? 1 : -1;
    this.levels[variable] = this.levelStarts.length;
    this.reasons[variable] = reason;
    this.trail.push(literal);
  }

  /** Assigns what follows from the trail. Returns a clause that has become false, if any. */
  private propagate(): Clause | undefined {
    for (; this.propagated < this.trail.length; this.propagated += 1) {
      const conflict = this.visitWatchers(this.trail[this.propagated] ?? 0);
      if (conflict !== undefined) return conflict;
    }
    return undefined;
  }

  /** Visits the clauses that watch the negation of a literal which became true. Returns one that is false now, if any. */
  private visitWatchers(literal: number): Clause | undefined {
    const watching = this.watchersOf(literal);
    this.steps += 1 + watching.length;
    let kept = 0;
    let conflict: Clause | undefined;
    for (const clause of watching) {
      if (conflict === undefined && this.moveWatch(clause, -literal)) continue;
      watching[kept] = clause;
      kept += 1;
      if (conflict !== undefined) continue;
      const [first = 0] = clause.literals;
      const value = this.valueOf(first);
      if (value === -1) conflict = clause;
      else if (value === 0) this.assign(first, clause);
    }
    watching.length = kept;
    return conflict;
  }

  /** Watches another literal than `falsified`. Returns false if the clause has no other that could become true. */
  private moveWatch(clause: Clause, falsified: number): boolean {
    const { literals } = clause;
    const [first = 0, second = 0] = literals;
    // The falsified literal comes second, so that the first one is the only one that may still be open.
    if (first === falsified) {
      literals[0] = second;
      literals[1] = first;
    }
    if (this.valueOf(literals[0] ?? 0) === 1) return false;
    const { length } = literals;
    let at = clause.next;
    for (let left = length - 2; left > 0; left -= 1) {
      if (at >= length) at = 2;
      const candidate = literals[at] ?? 0;
      this.steps += 1;
      if (this.valueOf(candidate) !== -1) {
        literals[1] = candidate;
        literals[at] = falsified;
        clause.next = at + 1;
        this.watch(candidate, clause);
        return true;
      }
      at += 1;
    }
    return false;
  }

  /** Adds the clause that explains a conflict, and returns to the level where it has one open literal. */
  private learn(conflict: Clause): void {
    const seen = new Set<number>();
    const learned: number[] = [];
    let open = 0;
    let position = this.trail.length - 1;
    let literal = 0;
    let reason: readonly number[] = conflict.literals;
    do {
      this.steps += reason.length;
      for (const part of reason) {
        const variable = Math.abs(part);
        const level = this.levels[variable] ?? 0;
        if (part === literal || level === 0 || seen.has(variable)) continue;
        seen.add(variable);
        this.order.bump(variable);
        if (level === this.levelStarts.length) open += 1;
        else learned.push(part);
      }
      while (!seen.has(Math.abs(this.trail[position] ?? 0))) position -= 1;
      literal = this.trail[position] ?? 0;
      position -= 1;
      reason = this.reasons[Math.abs(literal)]?.literals ?? [];
      open -= 1;
    } while (open > 0);
    this.order.decay();
    this.attach([-literal, ...learned]);
  }

  /** The assumptions that together make `failed` false, `failed` included. */
  private coreOf(failed: number): number[] {
    const assumed = new Set(this.assumptions);
    const core = [failed];
    const seen = new Set<number>();
    const open = [Math.abs(failed)];
    for (let variable = open.pop(); variable !== undefined; variable = open.pop()) {
      if (seen.has(variable) || this.levels[variable] === 0) continue;
      seen.add(variable);
      const reason = this.reasons[variable];
      if (reason) for (const part of reason.literals) open.push(Math.abs(part));
      else {
        const literal = this.values[variable] === 1 ? variable : -variable;
        if (assumed.has(literal)) core.push(literal);
      }
    }
    return core;
  }

  private backtrack(level: number): void {
    const start = this.levelStarts[level];
    if (start === undefined) return;
    for (let position = start; position < this.trail.length; position += 1) {
      const variable = Math.abs(this.trail[position] ?? 0);
      this.saved[variable] = this.values[variable] ?? 0;
      this.values[variable] = 0;
      this.reasons[variable] = undefined;
      this.order.reopen(variable);
    }
    this.steps += this.trail.length - start;
    this.trail.length = start;
    this.levelStarts.length = level;
    this.propagated = start;
  }
}

function indexOf(literal: number): number {
  return literal > 0 ? 2 * literal : 1 - 2 * literal;
}
