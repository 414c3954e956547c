import { type Interval, intervalOf, numberOf, union, V6_START } from "../../evaluate/compile-set";
import type { LiteralTest, Test } from "../../parse/ast";

const V4: Interval = { first: 0n, last: (1n << 32n) - 1n };
const V6: Interval = { first: V6_START, last: 2n * V6_START - 1n };
const LEAST = -(1n << 63n);
const GREATEST = (1n << 63n) - 1n;

export const ADDRESSES: readonly Interval[] = [V4, V6];
export const INTEGERS: readonly Interval[] = [{ first: LEAST, last: GREATEST }];

/** Returns the numbers that pass a test of integers or addresses. Undefined for tests whose numbers are no intervals. */
export function numbersOf(test: LiteralTest): readonly Interval[] | undefined {
  if (test.kind === "oneOf") return union(test.items.flatMap((item) => intervalOf(item) ?? []));
  if (test.kind !== "ordering" || test.literal.kind === "bytes") return undefined;
  const { operator, literal } = test;
  const value = literal.kind === "int" ? literal.value : numberOf(literal.address);
  const all = literal.kind === "int" ? INTEGERS : ADDRESSES;
  // Addresses are only ordered within their family.
  const family = literal.kind === "int" ? INTEGERS : [literal.address.family === 4 ? V4 : V6];
  switch (operator) {
    case "eq":
      return [{ first: value, last: value }];
    case "ne":
      return without(all, [{ first: value, last: value }]);
    case "ge":
      return without(family, [{ first: LEAST, last: value - 1n }]);
    case "gt":
      return without(family, [{ first: LEAST, last: value }]);
    case "le":
      return without(family, [{ first: value + 1n, last: V6.last }]);
    case "lt":
      return without(family, [{ first: value, last: V6.last }]);
  }
}

/** Returns the result that a test has for every number between two bounds; undefined if it depends on the number, or is not clear. */
export function resultWithin(
  test: Test,
  { least, greatest }: { readonly least: bigint; readonly greatest: bigint },
): boolean | undefined {
  const passing = test.kind === "values" ? undefined : numbersOf(test);
  if (passing === undefined) return undefined;
  const all = [{ first: least, last: greatest }];
  if (common(all, passing).length === 0) return false;
  return without(all, passing).length === 0 ? true : undefined;
}

/** Returns the numbers of `some` that are not in `others`. Both are sorted, as results of `union` are. */
export function without(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let next = 0;
  for (const { first, last } of some) {
    let start = first;
    for (; next < others.length; next += 1) {
      const other = others[next];
      if (other === undefined || other.first > last) break;
      if (other.first > start) left.push({ first: start, last: other.first - 1n });
      if (other.last >= start) start = other.last + 1n;
      // The next interval may overlap this one too.
      if (other.last > last) break;
    }
    if (start <= last) left.push({ first: start, last });
  }
  return left;
}

/** Returns the numbers that are in both. */
export function common(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  return without(some, without(some, others));
}

/** Documentation addresses of RFC 5737, and one of RFC 3849. */
const NICE_ADDRESSES = [0xcb007109n, 0xc6336407n, 0xc0000207n, V6_START + (0x20010db8n << 96n) + 9n];

/** Returns a number of the intervals that people recognise, or else the first one. */
export function niceNumber(intervals: readonly Interval[], type: "Int" | "Ip"): bigint | undefined {
  const nice = (type === "Ip" ? NICE_ADDRESSES : [0n, 1n]).find((number) =>
    intervals.some(({ first, last }) => first <= number && number <= last),
  );
  return nice ?? intervals.find(({ last }) => last >= 0n)?.first ?? intervals[0]?.last;
}
