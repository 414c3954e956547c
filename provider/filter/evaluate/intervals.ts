import type { BytesLiteral, IntRange, IpAddress, IpLiteral, IpNetwork, IpRange } from "../parse/ast";
import { addressBits } from "../parse/ip-address";
import { compareInts } from "./runtime-value";

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
