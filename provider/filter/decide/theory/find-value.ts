import { addressOf, type Interval, union } from "../../evaluate/compile-set";
import type { RuntimeValue } from "../../evaluate/runtime-value";
import type { Value } from "../../parse/ast";
import type { Assumption } from "../answer";
import type { Literal } from "../boolean/circuit";
import type { Meter } from "../meter";
import { findWord, type WordCondition } from "../words/find-word";
import type { Atom } from "./atom";
import { boundsOf, wordDomainOf } from "./domains";
import { ADDRESSES, common, INTEGERS, niceNumber, without } from "./numbers";
import type { ValueSet } from "./value-set";

export type AtomLiteral = Literal<Atom>;

/** A present value must be in the set, or must not be, because of a literal. */
export interface Demand {
  readonly set: ValueSet;
  readonly holds: boolean;
  readonly literal: AtomLiteral;
}

/** Literals that cannot hold together if these assumptions hold. */
export interface Conflict {
  readonly kind: "conflict";
  readonly core: readonly AtomLiteral[];
  readonly assumptions: readonly Assumption[];
}

export type FoundValue = { readonly kind: "value"; readonly runtime: RuntimeValue } | Conflict;

/** Whether documented facts about fields are used. */
export interface Using {
  readonly meter: Meter;
  readonly assumes: boolean;
}

/** Finds a present value that meets all demands. Demands that no automaton describes are left to the evaluator. */
export function findValue(demands: readonly Demand[], value: Value, using: Using): FoundValue {
  switch (value.type) {
    case "Bool":
      return findTruth(demands);
    case "Int":
    case "Ip":
      return findNumber(demands, value, value.type, using);
    default:
      return findBytes(demands, value, using);
  }
}

function findTruth(demands: readonly Demand[]): FoundValue {
  const [yes, no] = [demands.find(({ holds }) => holds), demands.find(({ holds }) => !holds)];
  if (yes && no) return { kind: "conflict", core: [yes.literal, no.literal], assumptions: [] };
  return { kind: "value", runtime: yes !== undefined };
}

function findNumber(demands: readonly Demand[], value: Value, type: "Int" | "Ip", using: Using): FoundValue {
  const all = type === "Ip" ? ADDRESSES : INTEGERS;
  const bounds = using.assumes ? boundsOf(value) : undefined;
  const left = numbersLeft(demands, bounds ? [bounds.interval] : all, using);
  const number = niceNumber(left, type);
  if (number !== undefined) return { kind: "value", runtime: runtimeNumber(number, type) };
  const isConflict = (some: readonly Demand[], within: readonly Interval[]) =>
    numbersLeft(some, within, using).length === 0;
  const core = shrunk(demands, (some) => isConflict(some, bounds ? [bounds.interval] : all));
  const needsBounds = bounds !== undefined && !isConflict(core, all);
  return conflict(core, needsBounds ? bounds : undefined);
}

function numbersLeft(
  demands: readonly Demand[],
  all: readonly Interval[],
  { meter }: Using,
): readonly Interval[] {
  let left = all;
  const excluded: Interval[] = [];
  for (const { set, holds } of demands) {
    if (set.kind !== "numbers") continue;
    meter.spend(0, set.intervals.length + (holds ? left.length : 0));
    if (holds) left = common(left, set.intervals);
    else for (const interval of set.intervals) excluded.push(interval);
  }
  return without(left, union(excluded));
}

export function runtimeNumber(number: bigint, type: "Int" | "Ip"): RuntimeValue {
  return type === "Int" ? number : addressOf(number);
}

function findBytes(demands: readonly Demand[], value: Value, { meter, assumes }: Using): FoundValue {
  const domain = assumes ? wordDomainOf(value) : undefined;
  const conditions: WordCondition[] = [];
  const sources: Demand[] = [];
  for (const demand of demands) {
    const language = demand.set.kind === "words" ? demand.set.language() : undefined;
    if (language === undefined) continue;
    conditions.push({ language, holds: demand.holds });
    sources.push(demand);
  }
  const accepts = domain?.has;
  const base = domain?.language ? [domain.language] : [];
  const found = findWord(conditions, { base, accepts }, meter);
  if (found.kind === "word") return { kind: "value", runtime: found.word };
  const coreOf = (indexes: readonly number[]) => indexes.flatMap((index) => sources[index] ?? []);
  const isConflict = (indexes: readonly number[], limits: Parameters<typeof findWord>[1]) =>
    findWord(
      indexes.flatMap((index) => conditions[index] ?? []),
      limits,
      meter,
    ).kind === "conflict";
  const core = shrunk(found.core, (some) => isConflict(some, { base, accepts }));
  return conflict(
    coreOf(core),
    domain && !isConflict(core, { base: [], accepts: undefined }) ? domain : undefined,
  );
}

function conflict(core: readonly Demand[], assumption: Assumption | undefined): Conflict {
  const assumptions = assumption ? [{ field: assumption.field, says: assumption.says }] : [];
  return { kind: "conflict", core: [...new Set(core.map(({ literal }) => literal))], assumptions };
}

/** Larger conflicts are not made smaller: trying costs more than it saves. */
const MAX_SHRUNK = 40;

/** Leaves out items as long as the others still conflict: first halves, then ever smaller pieces. */
export function shrunk<T>(items: readonly T[], isConflict: (some: readonly T[]) => boolean): readonly T[] {
  if (items.length > MAX_SHRUNK) return items;
  let core = items;
  for (let size = items.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < core.length;) {
      const others = [...core.slice(0, at), ...core.slice(at + size)];
      if (others.length > 0 && isConflict(others)) core = others;
      else at += size;
    }
  }
  return core;
}
