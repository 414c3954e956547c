import { areDisjoint, type Expression } from "../../filter";
import type { Interval } from "../../filter/evaluate/compile-set";
import { parseIpItem } from "../../filter/parse/literals";
import { lazily } from "../../lazily";
import type { Finding } from "../finding";
import { isChallenge } from "../phases";
import { describeBroad } from "./everything";
import { hazard } from "./hazard";
import { actsOnMatch, expressionPath, type JudgedRule, skipsTheRest } from "./judged-rule";
import { addressesIn, commonOf, type NamedAddresses, namedAddresses, sourceIn } from "./named-addresses";
import { PUBLISHED, type PublishedNetworks } from "./published-networks";

interface PublishedAddresses extends NamedAddresses {
  readonly list: PublishedNetworks;
}

const PUBLISHED_ADDRESSES = lazily(() =>
  PUBLISHED.flatMap((list) =>
    list.networks.flatMap((network) => {
      const item = parseIpItem(network);
      const named = item && namedAddresses(item);
      return named ? [{ ...named, list }] : [];
    }),
  ).sort((a, b) => (a.first < b.first ? -1 : 1)),
);

/** Finds rules that block or challenge everything from a network that the vendor's edge or a search engine publishes. */
export function* publishedHazards(rules: readonly JudgedRule[]): Iterable<Finding> {
  const skips: JudgedRule[] = [];
  for (const rule of rules) {
    if (skipsTheRest(rule) || rule.action === undefined) skips.push(rule);
    const { action, condition } = rule;
    if (condition === undefined || !actsOnMatch(rule) || (action !== "block" && !isChallenge(action)))
      continue;
    const common = addressesIn(condition).flatMap((blocked) =>
      overlapping(blocked).map((published) => ({ blocked, published })),
    );
    // A rule for everybody has a more severe hazard.
    if (common.length === 0 || describeBroad(condition) !== undefined) continue;
    const named = new Set<PublishedNetworks>();
    for (const { blocked, published } of common) {
      const { list } = published;
      if (named.has(list) || !takesAll(condition, blocked, published, skips)) continue;
      named.add(list);
      yield hazard(
        "blocks-published-network",
        expressionPath(rule.path),
        messageOf(rule, blocked, published),
      );
    }
  }
}

function messageOf(
  { action }: JudgedRule,
  blocked: NamedAddresses,
  { list, text, ...published }: PublishedAddresses,
): string {
  const { owner, date, advice } = list;
  const isWhole = blocked.first <= published.first && blocked.last >= published.last;
  const what = isWhole ? `${text}, a network` : `${blocked.text}, which is in the network ${text}`;
  return `${action === "block" ? "blocks" : "challenges"} every request from ${what} of ${owner} (list of ${date}); ${advice}`;
}

/** Whether a rule selects every request from what two intervals have in common, and no rule before it lets some of them pass. */
function takesAll(
  condition: Expression,
  one: Interval,
  other: Interval,
  skips: readonly JudgedRule[],
): boolean {
  const common = sourceIn(commonOf(one, other), condition);
  if (common === undefined) return false;
  return skips.every((skip) => skip.condition !== undefined && areDisjoint(skip.condition, common));
}

/** Returns the published networks that have an address of an interval. They do not overlap each other. */
function overlapping({ first, last }: Interval): PublishedAddresses[] {
  const all = PUBLISHED_ADDRESSES();
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    if (one && one.last < first) low = middle + 1;
    else high = middle;
  }
  const rest = all.slice(low);
  const end = rest.findIndex((one) => one.first > last);
  return end === -1 ? rest : rest.slice(0, end);
}
