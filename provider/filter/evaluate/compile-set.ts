import type { BytesLiteral, IntRange, IpAddress, IpLiteral, IpNetwork, IpRange } from "../parse/ast";
import { addressBits } from "../parse/ip-address";
import { toLatin1 } from "./byte-functions";
import { compareInts, isBytes, isInt, isIp, type RuntimeValue, sameBytes } from "./runtime-value";

const FEW = 8;

/** Compiles a set to a membership test. */
export function compileSet(items: readonly SetMember[]): (value: RuntimeValue) => boolean {
  const isText = compileTexts(items.filter((item) => item.kind === "bytes").map(({ bytes }) => bytes));
  const ints = union(items.filter((item) => item.kind === "intRange"));
  const addresses = union(
    items.flatMap((item) => (item.kind === "intRange" ? [] : (intervalOf(item) ?? []))),
  );
  return (value) => {
    if (isBytes(value)) return isText(value);
    if (isInt(value)) return within(ints, value);
    return isIp(value) && within(addresses, numberOf(value));
  };
}

function compileTexts(texts: readonly Uint8Array[]): (value: Uint8Array) => boolean {
  // Comparing a few texts is cheaper than converting the value to a string.
  if (texts.length <= FEW) return (value) => texts.some((text) => sameBytes(text, value));
  const known = new Set(texts.map(toLatin1));
  return (value) => known.has(toLatin1(value));
}

/** Whether a number is in one of some intervals, which are sorted. */
export function within(ranges: readonly Interval[], value: bigint): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (value < range.first) high = middle - 1;
    else if (value > range.last) low = middle + 1;
    else return true;
  }
  return false;
}

/** The addresses of both families on one line: IPv6 begins far behind the last IPv4 address. */
export const V6_START = 1n << 128n;

/** A set item without its span, so that lists from JSON can be compiled too. */
export type SetMember =
  | Pick<BytesLiteral, "kind" | "bytes">
  | Pick<IntRange, "kind" | "first" | "last">
  | Pick<IpLiteral, "kind" | "address">
  | Pick<IpRange, "kind" | "first" | "last">
  | Pick<IpNetwork, "kind" | "address" | "prefix">;

/** Returns the values of an item; undefined for strings, which have no ranges. */
export function intervalOf(item: SetMember): Interval | undefined {
  switch (item.kind) {
    case "bytes":
      return undefined;
    case "intRange":
      return item;
    case "ip":
      return { first: numberOf(item.address), last: numberOf(item.address) };
    case "ipRange":
      return { first: numberOf(item.first), last: numberOf(item.last) };
    case "ipNetwork": {
      const first = numberOf(item.address);
      return { first, last: first + (1n << BigInt(addressBits(item.address.family) - item.prefix)) - 1n };
    }
  }
}

/** Returns the number of an address on a line that has both families. */
export function numberOf({ family, value }: IpAddress): bigint {
  return family === 4 ? value : V6_START + value;
}

/** Returns the address with a number on that line. */
export function addressOf(number: bigint): IpAddress {
  return number < V6_START ? { family: 4, value: number } : { family: 6, value: number - V6_START };
}

/** Numbers from `first` to `last`, both inclusive. */
export interface Interval {
  readonly first: bigint;
  readonly last: bigint;
}

/** Returns the same numbers as intervals that are sorted and do not touch. */
export function union(intervals: readonly Interval[]): Interval[] {
  const result: { first: bigint; last: bigint }[] = [];
  for (const { first, last } of [...intervals].sort((a, b) => compareInts(a.first, b.first))) {
    const previous = result.at(-1);
    if (first > last) continue;
    if (previous === undefined || first > previous.last + 1n) result.push({ first, last });
    else if (last > previous.last) previous.last = last;
  }
  return result;
}
