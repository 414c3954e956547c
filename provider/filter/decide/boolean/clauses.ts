import { VariableOrder } from "./variable-order";

/** At least one of the literals is true. A literal is a variable, or a negative number for its negation. */
type Clause = number[];

/** What the search for a model found. `core` is a subset of the assumptions that cannot hold together. */
export type Search =
  | { readonly kind: "model" }
  | { readonly kind: "contradiction"; readonly core: readonly number[] }
  | { readonly kind: "budget" };

/**
 * A set of clauses with a search for models by conflict-driven clause learning: two watched literals, clauses learned
 * at the first unique implication point, activities, saved values.
 *
 * Clauses may be added at any time. What one search learned serves all later ones. The search is deterministic.
 */
export class Clauses {
  /** Conflicts of all searches so far. */
  conflicts = 0;
  /** By variable: 1 true, -1 false, 0 open. */
  private readonly values: number[] = [];
  private readonly saved: number[] = [];
  private readonly levels: number[] = [];
  private readonly reasons: (Clause | undefined)[] = [];
  /** By literal: the clauses in which its negation is watched. */
  private readonly watchers = new Map<number, Clause[]>();
  /** The true literals, in the order in which they became true. */
  private readonly trail: number[] = [];
  /** The length of the trail where each level begins. */
  private readonly levelStarts: number[] = [];
  private propagated = 0;
  /** Whether the clauses contradict each other without any assumption. */
  private contradictory = false;
  private readonly order = new VariableOrder();

  /** The value of a literal in the model: 1 true, -1 false, 0 open. */
  valueOf(literal: number): number {
    const value = this.values[Math.abs(literal)] ?? 0;
    return literal > 0 ? value : -value;
  }

  /** Adds a clause. Variables are created when they are first named. */
  add(literals: readonly number[]): void {
    this.backtrack(0);
    const clause: Clause = [];
    const distinct = new Set(literals);
    for (const literal of distinct) {
      if (distinct.has(-literal) || this.valueOf(literal) === 1) return;
      if (this.valueOf(literal) === 0) clause.push(literal);
    }
    this.attach(clause);
  }

  /**
   * Searches for values of the variables in `scope` that agree with all clauses and make all assumptions true.
   * Variables outside the scope stay open unless a clause requires a value. Ends at `lastConflict`, a value of
   * `conflicts`.
   */
  search(assumptions: readonly number[], scope: ReadonlySet<number>, lastConflict: number): Search {
    this.backtrack(0);
    this.order.restrict(scope);
    for (;;) {
      const conflict = this.contradictory ? [] : this.propagate();
      if (conflict !== undefined) {
        if (this.levelStarts.length === 0) {
          this.contradictory = true;
          return { kind: "contradiction", core: [] };
        }
        this.conflicts += 1;
        if (this.conflicts > lastConflict) return { kind: "budget" };
        this.learn(conflict);
        continue;
      }
      const assumption = assumptions[this.levelStarts.length];
      if (assumption !== undefined) {
        const value = this.valueOf(assumption);
        if (value === -1) return { kind: "contradiction", core: this.coreOf(assumption, assumptions) };
        this.levelStarts.push(this.trail.length);
        if (value === 0) this.assign(assumption, undefined);
        continue;
      }
      const variable = this.order.next((candidate) => this.valueOf(candidate) === 0);
      if (variable === undefined) return { kind: "model" };
      this.levelStarts.push(this.trail.length);
      // Conditions default to false: absence of a value satisfies most negative conditions.
      this.assign(this.saved[variable] === 1 ? variable : -variable, undefined);
    }
  }

  private attach(clause: Clause): void {
    const [first, second] = clause;
    if (first === undefined) this.contradictory = true;
    else if (second === undefined) this.assign(first, undefined);
    else {
      this.watch(first, clause);
      this.watch(second, clause);
    }
  }

  private watch(literal: number, clause: Clause): void {
    const known = this.watchers.get(-literal);
    if (known) known.push(clause);
    else this.watchers.set(-literal, [clause]);
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
      const literal = this.trail[this.propagated] ?? 0;
      const watching = this.watchers.get(literal) ?? [];
      const kept: Clause[] = [];
      for (const [index, clause] of watching.entries()) {
        if (this.moveWatch(clause, -literal)) continue;
        kept.push(clause);
        const [first = 0] = clause;
        if (this.valueOf(first) === 1) continue;
        if (this.valueOf(first) === -1) {
          this.watchers.set(literal, [...kept, ...watching.slice(index + 1)]);
          return clause;
        }
        this.assign(first, clause);
      }
      this.watchers.set(literal, kept);
    }
    return undefined;
  }

  /** Watches another literal than `falsified`. Returns false if the clause has no other that could become true. */
  private moveWatch(clause: Clause, falsified: number): boolean {
    const [first = 0, second = 0] = clause;
    // The falsified literal comes second, so that the first one is the only one that may still be open.
    if (first === falsified) [clause[0], clause[1]] = [second, first];
    if (this.valueOf(clause[0] ?? 0) === 1) return false;
    for (let index = 2; index < clause.length; index += 1) {
      const candidate = clause[index] ?? 0;
      if (this.valueOf(candidate) === -1) continue;
      [clause[1], clause[index]] = [candidate, falsified];
      this.watch(candidate, clause);
      return true;
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
    let reason: readonly number[] = conflict;
    do {
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
      reason = this.reasons[Math.abs(literal)] ?? [];
      open -= 1;
    } while (open > 0);
    this.order.decay();
    // The literal of the highest remaining level comes second: both watched literals become open again together.
    learned.sort((a, b) => (this.levels[Math.abs(b)] ?? 0) - (this.levels[Math.abs(a)] ?? 0));
    const clause = [-literal, ...learned];
    this.backtrack(learned[0] === undefined ? 0 : (this.levels[Math.abs(learned[0])] ?? 0));
    if (clause.length === 1) this.assign(-literal, undefined);
    else {
      this.watch(-literal, clause);
      this.watch(learned[0] ?? 0, clause);
      this.assign(-literal, clause);
    }
  }

  /** The assumptions that together make `failed` false, `failed` included. */
  private coreOf(failed: number, assumptions: readonly number[]): number[] {
    const assumed = new Set(assumptions);
    const core = [failed];
    const seen = new Set<number>();
    const open = [Math.abs(failed)];
    for (let variable = open.pop(); variable !== undefined; variable = open.pop()) {
      if (seen.has(variable) || this.levels[variable] === 0) continue;
      seen.add(variable);
      const reason = this.reasons[variable];
      if (reason) open.push(...reason.map(Math.abs));
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
    for (const literal of this.trail.splice(start)) {
      const variable = Math.abs(literal);
      this.saved[variable] = this.values[variable] ?? 0;
      this.values[variable] = 0;
      this.reasons[variable] = undefined;
      this.order.reopen(variable);
    }
    this.levelStarts.length = level;
    this.propagated = start;
  }
}
