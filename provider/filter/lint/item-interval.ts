import type { SetItem } from "../parse/ast";
import { addressBits } from "../parse/ip-address";

/** The values that an item of a set stands for, both ends included. */
export interface ItemInterval {
  readonly item: SetItem;
  /** Intervals of different kinds have nothing in common: integers, IPv4, IPv6. */
  readonly kind: "int" | "ip4" | "ip6";
  readonly first: bigint;
  readonly last: bigint;
}

/** Strings have no order that matters here: of them, undefined. */
export function intervalOf(item: SetItem): ItemInterval | undefined {
  switch (item.kind) {
    case "bytes":
      return undefined;
    case "intRange":
      return { item, kind: "int", first: item.first, last: item.last };
    case "ip":
      return { item, kind: `ip${item.address.family}`, first: item.address.value, last: item.address.value };
    case "ipRange":
      return { item, kind: `ip${item.first.family}`, first: item.first.value, last: item.last.value };
    case "ipNetwork": {
      const { family, value } = item.address;
      const size = 1n << BigInt(addressBits(family) - item.prefix);
      return { item, kind: `ip${family}`, first: value, last: value + size - 1n };
    }
  }
}

/** By kind, then by the first value; of those that begin together, the widest before the others. */
export function compareIntervals(a: ItemInterval, b: ItemInterval): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  return compare(a.first, b.first) || compare(b.last, a.last);
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
