import { areDisjoint, type Expression, implies, nodesOf } from "../../filter";
import type { SetItem } from "../../filter/parse/ast";
import { addressBits, parseAddress, printAddress } from "../../filter/parse/ip-address";
import { lazily } from "../../lazily";
import type { Finding } from "../finding";
import { isChallenge } from "../phases";
import { describeBroad } from "./everything";
import { hazard } from "./hazard";
import { actsOnMatch, conditionOf, expressionPath, type JudgedRule, skipsTheRest } from "./judged-rule";
import { PUBLISHED, type PublishedNetworks } from "./published-networks";

/** A run of addresses of one family. */
interface AddressRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
  /** As messages write it. */
  readonly text: string;
}

interface PublishedRange extends AddressRange {
  readonly list: PublishedNetworks;
}

const RANGES = lazily(() => PUBLISHED.flatMap(rangesOf).sort(byAddress));

/** Finds rules that block or challenge everything from a network that the vendor's edge or a search engine publishes. */
export function* publishedHazards(rules: readonly JudgedRule[]): Iterable<Finding> {
  const skips: JudgedRule[] = [];
  for (const rule of rules) {
    if (skipsTheRest(rule) || rule.action === undefined) skips.push(rule);
    const { action, condition } = rule;
    if (condition === undefined || !actsOnMatch(rule) || (action !== "block" && !isChallenge(action)))
      continue;
    const common = addressesIn(condition).flatMap((range) =>
      overlapping(range).map((published) => ({ range, published })),
    );
    // A rule for everybody has a more severe hazard.
    if (common.length === 0 || describeBroad(condition) !== undefined) continue;
    const named = new Set<PublishedNetworks>();
    for (const { range, published } of common) {
      const { list } = published;
      if (named.has(list) || !takesAll(condition, range, published, skips)) continue;
      named.add(list);
      yield hazard("blocks-published-network", expressionPath(rule.path), messageOf(rule, range, published));
    }
  }
}

function messageOf(
  { action }: JudgedRule,
  range: AddressRange,
  { list, text, ...published }: PublishedRange,
): string {
  const { owner, date, advice } = list;
  const isWhole = range.first <= published.first && range.last >= published.last;
  const what = isWhole ? `${text}, a network` : `${range.text}, which is in the network ${text}`;
  return `${action === "block" ? "blocks" : "challenges"} every request from ${what} of ${owner} (list of ${date}); ${advice}`;
}

/** Whether a rule selects every request from what two ranges have in common, and no rule before it lets some of them pass. */
function takesAll(
  condition: Expression,
  one: AddressRange,
  other: AddressRange,
  skips: readonly JudgedRule[],
): boolean {
  const { family } = one;
  const [first, last] = [
    one.first > other.first ? one.first : other.first,
    one.last < other.last ? one.last : other.last,
  ].map((value) => printAddress({ family, value }));
  const common = conditionOf(`ip.src in {${first}..${last}}`);
  if (common === undefined || !implies(common, condition)) return false;
  return skips.every((skip) => skip.condition !== undefined && areDisjoint(skip.condition, common));
}

/** Returns the addresses that conditions of an expression name, but not whole families, which other hazards are about. */
function addressesIn(condition: Expression): AddressRange[] {
  return nodesOf(condition).comparison.flatMap(({ left, test }) => {
    if (left.source.kind !== "field" || left.source.name !== "ip.src") return [];
    if (test.kind === "oneOf") return test.items.flatMap((item) => rangeOf(item) ?? []);
    const isEquality = test.kind === "ordering" && test.operator === "eq" && test.literal.kind === "ip";
    return isEquality ? (rangeOf(test.literal) ?? []) : [];
  });
}

function rangeOf(item: SetItem): AddressRange | undefined {
  switch (item.kind) {
    case "ip": {
      const { family, value } = item.address;
      return { family, first: value, last: value, text: printAddress(item.address) };
    }
    case "ipNetwork":
      return item.prefix === 0 ? undefined : networkRange(item.address, item.prefix);
    case "ipRange": {
      const { first, last } = item;
      const text = `${printAddress(first)}..${printAddress(last)}`;
      return { family: first.family, first: first.value, last: last.value, text };
    }
    default:
      return undefined;
  }
}

function networkRange(
  address: { readonly family: 4 | 6; readonly value: bigint },
  prefix: number,
): AddressRange {
  const { family, value } = address;
  const size = 1n << BigInt(addressBits(family) - prefix);
  return { family, first: value, last: value + size - 1n, text: `${printAddress(address)}/${prefix}` };
}

function rangesOf(list: PublishedNetworks): PublishedRange[] {
  return list.networks.flatMap((network) => {
    const [address = "", prefix = ""] = network.split("/");
    const parsed = parseAddress(address);
    return parsed ? [{ ...networkRange(parsed, Number(prefix)), list }] : [];
  });
}

function byAddress(a: AddressRange, b: AddressRange): number {
  if (a.family !== b.family) return a.family - b.family;
  return a.first < b.first ? -1 : 1;
}

/** Returns the published ranges that have an address of a range. They do not overlap each other. */
function overlapping(range: AddressRange): PublishedRange[] {
  const all = RANGES();
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    const isBefore =
      one && (one.family < range.family || (one.family === range.family && one.last < range.first));
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  const found: PublishedRange[] = [];
  for (const one of all.slice(low)) {
    if (one.family !== range.family || one.first > range.last) break;
    found.push(one);
  }
  return found;
}
