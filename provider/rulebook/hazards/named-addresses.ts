import { type Expression, implies, nodesOf } from "../../filter";
import { addressOf, type Interval, intervalOf } from "../../filter/evaluate/compile-set";
import { addressesOf } from "../../filter/lint/literals";
import type { SetItem } from "../../filter/parse/ast";
import { printAddress } from "../../filter/parse/ip-address";
import { printSetItem } from "../../filter/print/print-literal";
import { conditionOf } from "./judged-rule";

/** Addresses, as messages write them. */
export interface NamedAddresses extends Interval {
  readonly text: string;
}

/** Returns the addresses that conditions of an expression name, but not whole families, which other hazards are about. */
export function addressesIn(condition: Expression): NamedAddresses[] {
  return nodesOf(condition).comparison.flatMap(({ left, test }) => {
    if (left.source.kind !== "field" || left.source.name !== "ip.src") return [];
    return addressesOf(test).flatMap((item) =>
      item.kind === "ipNetwork" && item.prefix === 0 ? [] : (namedAddresses(item) ?? []),
    );
  });
}

export function namedAddresses(item: SetItem): NamedAddresses | undefined {
  const interval = intervalOf(item);
  return interval && { ...interval, text: printSetItem(item) };
}

/** Returns what two intervals have in common. The last address is before the first one if that is nothing. */
export function commonOf(one: Interval, other: Interval): Interval {
  return {
    first: one.first > other.first ? one.first : other.first,
    last: one.last < other.last ? one.last : other.last,
  };
}

/** Returns the condition that a request comes from an address of an interval, if every such request matches a condition. */
export function sourceIn({ first, last }: Interval, condition: Expression): Expression | undefined {
  const [from, to] = [first, last].map((number) => printAddress(addressOf(number)));
  const source = conditionOf(`ip.src in {${from}..${to}}`);
  return source && implies(source, condition) ? source : undefined;
}
