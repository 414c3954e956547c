import type { Expression } from "../../parse/ast";
import { TextIndex } from "../../text-index";
import type { Witness } from "../answer";
import { type Example, matches } from "./example";
import { type Bait, baitOf, blockKey, type Hook, hooksOf, sizeOf } from "./hooks";

/** Conditions that are compared with an expression of which no example is known: without one, each would cost much. */
const MOST_WITHOUT_EXAMPLE = 20;

/**
 * Finds the conditions that a request matches, without evaluating all of them.
 *
 * Why the index misses none: each condition is a conjunction of clauses. A request that matches meets each clause, so one clause
 * is enough to look at. It meets an alternative of the clause, and so has bait for one of the hooks of that.
 */
export class ConditionIndex {
  /** The places of conditions without such a clause. */
  readonly #unhooked: number[] = [];
  readonly #places = new Map<string, number[]>();
  readonly #texts = new Map<string, TextIndex<number>>();
  /** The sizes of blocks, by subject. */
  readonly #sizes = new Map<string, Set<number>>();

  constructor(private readonly conditions: readonly Expression[]) {
    const hooks = new Hooks(conditions);
    for (const [place, condition] of conditions.entries()) this.#add(place, hooks.rarestOf(condition));
  }

  /** Returns the places of conditions that an expression with this example may imply, in ascending order. */
  placesFor(example: Example): Iterable<number> {
    if (example === "none") return this.conditions.keys();
    if (example === undefined) return [...this.conditions.keys()].slice(0, MOST_WITHOUT_EXAMPLE);
    const places = new Set(this.#unhooked);
    for (const bait of baitOf(example)) for (const place of this.#caught(bait)) places.add(place);
    return [...places].sort((a, b) => a - b);
  }

  /** Returns the place of the first condition before `end` that a request matches. */
  firstMatching(request: Witness, end: number): number | undefined {
    for (const place of this.placesFor(request)) {
      if (place >= end) return undefined;
      const condition = this.conditions[place];
      if (condition && matches(condition, request) === true) return place;
    }
    return undefined;
  }

  #add(place: number, hooks: readonly Hook[] | undefined): void {
    if (hooks === undefined) this.#unhooked.push(place);
    for (const hook of hooks ?? []) {
      const { kind, subject, key } = hook;
      if (kind === "text") kept(this.#texts, subject, () => new TextIndex()).add(key, place);
      else kept(this.#places, hookId(hook), () => []).push(place);
      if (kind === "block") kept(this.#sizes, subject, () => new Set()).add(sizeOf(key));
    }
  }

  *#caught(bait: Bait): Iterable<number> {
    const { subject } = bait;
    if (bait.kind === "text") yield* this.#texts.get(subject)?.within(bait.key) ?? [];
    else if (bait.kind !== "number") yield* this.#places.get(hookId(bait)) ?? [];
    else
      for (const size of this.#sizes.get(subject) ?? [])
        yield* this.#places.get(hookId({ kind: "block", subject, key: blockKey(bait.number, size) })) ?? [];
  }
}

/** A clause: hooks of which one has bait in each request that meets the clause, and how often they occur. */
interface Clause {
  readonly hooks: readonly Hook[];
  readonly count: number;
}

/** The hooks of conditions, and how often each occurs: a rare one tells conditions apart. */
class Hooks {
  readonly #byCondition = new Map<Expression, readonly Hook[] | undefined>();
  readonly #counts = new Map<string, number>();

  constructor(conditions: readonly Expression[]) {
    for (const condition of conditions) this.#count(condition);
  }

  /** Returns the hooks of the clause whose hooks are rarest. Undefined if no clause has hooks. */
  rarestOf(condition: Expression): readonly Hook[] | undefined {
    return this.#rarest(condition)?.hooks;
  }

  #count(condition: Expression): void {
    if (condition.kind === "group") this.#count(condition.expression);
    else if (condition.kind === "combination") for (const item of condition.items) this.#count(item);
    else {
      const hooks = hooksOf(condition);
      this.#byCondition.set(condition, hooks);
      for (const id of hooks?.map(hookId) ?? []) this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    }
  }

  #rarest(condition: Expression): Clause | undefined {
    if (condition.kind === "group") return this.#rarest(condition.expression);
    if (condition.kind !== "combination") {
      const hooks = this.#byCondition.get(condition);
      return hooks && { hooks, count: sum(hooks.map((hook) => this.#counts.get(hookId(hook)) ?? 0)) };
    }
    const { operator, items } = condition;
    if (operator === "xor") return undefined;
    const clauses = items.flatMap((item) => this.#rarest(item) ?? []);
    if (operator === "and") {
      return clauses.reduce<Clause | undefined>(
        (least, one) => (least && least.count <= one.count ? least : one),
        undefined,
      );
    }
    if (clauses.length < items.length) return undefined;
    return { hooks: clauses.flatMap(({ hooks }) => hooks), count: sum(clauses.map(({ count }) => count)) };
  }
}

function hookId({ kind, subject, key }: Hook): string {
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
