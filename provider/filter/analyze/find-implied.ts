import type { RequestFields } from "../evaluate/runtime-value";
import type { Expression } from "../parse/ast";
import { demandsOf, formulasThen, isImplied } from "./analyze-filter";
import { type Formula, formulaOf, remembered } from "./formula";
import { type Bait, baitOf, blockKey, type Hook, hooksOf, sizeOf } from "./hooks";
import { isRefuted } from "./refute";
import { TextIndex } from "./text-index";

type AtomFormula = Extract<Formula, { kind: "atom" }>;
/** Atoms of which at least one holds for each request that fulfils a condition. */
type Clause = readonly AtomFormula[];

/** Returns a function that finds which conditions of a list an expression implies, by their indexes in ascending order. */
export function findImplied(conditions: readonly Expression[]): (expression: Expression) => Iterable<number> {
  const placesFor = indexFormulas(conditions.map((condition) => formulaOf(condition)));
  return function* (expression) {
    for (const place of placesFor(expression)) {
      const condition = conditions[place];
      if (condition && isImplied(expression, condition)) yield place;
    }
  };
}

/**
 * As `matchesThen` for a list: returns a function that finds which conditions a request surely matches once these fields have these
 * values, if it matches an expression before. Returns their indexes in ascending order.
 */
export function findMatchedThen(
  conditions: readonly Expression[],
  fields: RequestFields,
  isKept: (field: string) => boolean,
): (expression: Expression) => Iterable<number> {
  const then = conditions.map((condition) => formulasThen(condition, fields, isKept));
  const placesFor = indexFormulas(then.map((formulas) => formulas?.holds ?? NEVER));
  return function* (expression) {
    for (const place of placesFor(expression)) {
      const fails = then[place]?.fails;
      if (fails && isRefuted([formulaOf(expression), fails])) yield place;
    }
  };
}

const NEVER: Formula = { kind: "constant", value: false };

/**
 * Returns a function that finds the formulas which an expression may imply, as an index of their atoms shows.
 *
 * Why the index misses none: if an expression implies a formula, each way to fulfil the expression implies each clause of the formula,
 * so one way and one clause are enough to look at. The way is possible, and the clause is not always true. So an atom of the clause
 * follows from what the way demands of the atom's value.
 */
function indexFormulas(formulas: readonly Formula[]): (expression: Expression) => Iterable<number> {
  const counts = countHooks(formulas);
  const index = new Index();
  for (const [place, formula] of formulas.entries()) {
    const clause = rarestClause(formula, counts)?.clause;
    const isUsable = clause && !alwaysHolds(clause);
    index.add(place, isUsable ? clause.flatMap((atom) => hooksOfAtom(atom) ?? []) : undefined);
  }
  return (expression) => index.placesFor(expression);
}

/** The places of conditions by the hooks of one of their clauses. */
class Index {
  readonly #all: number[] = [];
  /** The places of conditions without such a clause. */
  readonly #unhooked: number[] = [];
  readonly #places = new Map<string, number[]>();
  readonly #texts = new Map<string, TextIndex<number>>();
  /** The sizes of blocks, by subject. */
  readonly #sizes = new Map<string, Set<number>>();

  add(place: number, hooks: readonly Hook[] | undefined): void {
    this.#all.push(place);
    if (hooks === undefined) this.#unhooked.push(place);
    for (const hook of hooks ?? []) {
      const { kind, subject, key } = hook;
      if (kind === "text") kept(this.#texts, subject, () => new TextIndex()).add(key, place);
      else kept(this.#places, hookId(hook), () => []).push(place);
      if (kind === "block") kept(this.#sizes, subject, () => new Set()).add(sizeOf(key));
    }
  }

  /** Returns the places of all conditions that an expression may imply, in ascending order. */
  placesFor(expression: Expression): Iterable<number> {
    const demanded = demandsOf(expression);
    // Also an expression that is never true, which implies all.
    if (demanded === undefined) return this.#all;
    const places = new Set(this.#unhooked);
    for (const [subject, demands] of demanded)
      for (const bait of baitOf(subject, demands)) for (const place of this.#caught(bait)) places.add(place);
    return [...places].sort((a, b) => a - b);
  }

  *#caught(bait: Bait): Iterable<number> {
    const { subject } = bait;
    if (bait.kind === "atom") yield* this.#places.get(hookId(bait)) ?? [];
    else if (bait.kind === "text") yield* this.#texts.get(subject)?.within(bait.key) ?? [];
    else
      for (const size of this.#sizes.get(subject) ?? [])
        yield* this.#places.get(hookId({ kind: "block", subject, key: blockKey(bait.number, size) })) ?? [];
  }
}

const hooksOfAtom = remembered(hooksOf);

/** Returns how often each hook occurs: a rare one tells conditions apart. */
function countHooks(formulas: readonly Formula[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const pending = [...formulas];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === "all" || next.kind === "any") pending.push(...next.items);
    else if (next.kind === "atom")
      for (const id of (hooksOfAtom(next) ?? []).map(hookId)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Returns the clause of a formula whose hooks are rarest, and how often they occur. Undefined if no clause has hooks. */
function rarestClause(
  formula: Formula,
  counts: ReadonlyMap<string, number>,
): { readonly clause: Clause; readonly count: number } | undefined {
  switch (formula.kind) {
    case "constant":
      return formula.value ? undefined : { clause: [], count: 0 };
    case "atom": {
      const ids = hooksOfAtom(formula)?.map(hookId);
      return ids && { clause: [formula], count: sum(ids.map((id) => counts.get(id) ?? 0)) };
    }
    case "all":
      return formula.items
        .flatMap((item) => rarestClause(item, counts) ?? [])
        .reduce<ReturnType<typeof rarestClause>>(
          (least, one) => (least && least.count <= one.count ? least : one),
          undefined,
        );
    case "any": {
      const items = formula.items.flatMap((item) => rarestClause(item, counts) ?? []);
      if (items.length < formula.items.length) return undefined;
      return { clause: items.flatMap(({ clause }) => clause), count: sum(items.map(({ count }) => count)) };
    }
  }
}

/** Whether every request fulfils one atom of the clause. */
function alwaysHolds(clause: Clause): boolean {
  return isRefuted(clause.map((atom) => ({ ...atom, holds: !atom.holds })));
}

function hookId({ kind, subject, key }: Pick<Hook, "kind" | "subject" | "key">): string {
  return `${kind} ${key} ${subject}`;
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
