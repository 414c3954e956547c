import type { NumberDomain } from "../lint/value-domains";
import { type Interval, intervalOf, numberOf, union, V6_START } from "../evaluate/compile-set";
import type { Demands } from "./bytes-contradict";
import type { ValueTest } from "./formula";

const V4: Interval = { first: 0n, last: (1n << 32n) - 1n };
const V6: Interval = { first: V6_START, last: 2n * V6_START - 1n };
const LEAST = -(1n << 63n);
const GREATEST = (1n << 63n) - 1n;

export const ADDRESSES: readonly Interval[] = [V4, V6];
const sets = new WeakMap<ValueTest, readonly Interval[]>();

/** Returns the integers between two bounds, or all of them. */
export function integersIn(bounds: NumberDomain | undefined): readonly Interval[] {
  return [{ first: bounds?.least ?? LEAST, last: bounds?.greatest ?? GREATEST }];
}

/** Whether no number of the domain meets the demands. False if that is not clear. */
export function numbersContradict(demands: Demands, domain: readonly Interval[]): boolean {
  return numbersLeft(demands, domain).length === 0;
}

/** Returns the numbers of the domain that meet the demands, as far as these are clear. */
export function numbersLeft({ passing, failing }: Demands, domain: readonly Interval[]): readonly Interval[] {
  let left = domain;
  for (const { test } of passing) {
    const set = setOf(test, domain);
    if (set !== undefined) left = without(left, without(domain, set));
  }
  for (const { test } of failing) {
    const set = setOf(test, domain);
    if (set !== undefined) left = without(left, set);
  }
  return left;
}

/** Returns the result that a test has for every number of the domain; undefined if it depends on the number, or is not clear. */
export function constantResult(test: ValueTest, domain: readonly Interval[]): boolean | undefined {
  const set = setOf(test, domain);
  if (set === undefined) return undefined;
  const failing = without(domain, set);
  if (failing.length === 0) return true;
  return without(domain, failing).length === 0 ? false : undefined;
}

/** Returns the numbers that pass a test, or undefined if they are no intervals. */
export function setOf(test: ValueTest, domain: readonly Interval[]): readonly Interval[] | undefined {
  const known = sets.get(test);
  if (known !== undefined) return known;
  const set = newSet(test, domain);
  if (set !== undefined) sets.set(test, set);
  return set;
}

function newSet(test: ValueTest, domain: readonly Interval[]): readonly Interval[] | undefined {
  switch (test.kind) {
    case "oneOf":
      return union(test.items.flatMap((item) => intervalOf(item) ?? []));
    case "ordering": {
      const { operator, literal } = test;
      if (literal.kind === "bytes") return undefined;
      const value = literal.kind === "int" ? literal.value : numberOf(literal.address);
      // Addresses are only ordered within their family.
      const range = literal.kind === "int" ? domain : [literal.address.family === 4 ? V4 : V6];
      const below = (last: bigint) => without(range, [{ first: last + 1n, last: 2n * V6_START }]);
      const above = (first: bigint) => without(range, [{ first: LEAST, last: first - 1n }]);
      switch (operator) {
        case "eq":
          return [{ first: value, last: value }];
        case "ne":
          return without(domain, [{ first: value, last: value }]);
        case "ge":
          return above(value);
        case "gt":
          return above(value + 1n);
        case "le":
          return below(value);
        case "lt":
          return below(value - 1n);
      }
    }
    // falls through: each operator returns
    default:
      return undefined;
  }
}

/** Returns the numbers of `domain` that are not in `intervals`. Both are results of `union`. */
function without(domain: readonly Interval[], intervals: readonly Interval[]): Interval[] {
  return domain.flatMap(({ first, last }) => {
    const left: Interval[] = [];
    let start = first;
    for (const other of intervals) {
      if (other.last < start || other.first > last) continue;
      if (other.first > start) left.push({ first: start, last: other.first - 1n });
      start = other.last + 1n;
    }
    return start <= last ? [...left, { first: start, last }] : left;
  });
}
