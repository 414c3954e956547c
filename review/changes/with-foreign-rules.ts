import type { Ruleset } from "../../provider/api";
import { deploysManaged, refOf, rulesOf } from "../../provider/rulesets/rules/ownership";
import { anchored, arrange, placeRules } from "../../provider/rulesets/entrypoint/placement";
import { liveRules } from "../model/from-live";
import type { ReviewedRuleset } from "../model/reviewed";
import { matchRules, type KeyedRule } from "./match-rules";
import type { OrderedRule } from "./review";
import { shownOrNull } from "./shown";

/** The rules of a ruleset before and after a change. */
export interface Orders {
  readonly before: readonly OrderedRule[];
  readonly after: readonly OrderedRule[];
}

/** What the orders of a ruleset are made from. */
export interface OrderedChange {
  readonly before: ReviewedRuleset | undefined;
  readonly after: ReviewedRuleset | undefined;
  /** The rules of `before`, by the refs that `orders` name. */
  readonly known: readonly KeyedRule[];
}

/**
 * Adds the foreign rules of the live entry point to both orders. A rule of the state that is no longer live stands at the end of the
 * order before. The order after is what the planner makes of it.
 */
export function withForeignRules(orders: Orders, live: Ruleset, change: OrderedChange): Orders {
  const { before, after, known } = change;
  const own = ownRules(live, known);
  const hides = hasSecrets(before) || hasSecrets(after);
  const removes = (after ?? before)?.ownership === "exclusive";
  const foreign = liveRules(live).flatMap(({ ref = "", wire }, index) => {
    if (own.has(index)) return [];
    const rule = rulesOf(live)[index];
    const stays = !removes || (rule !== undefined && deploysManaged(rule, live));
    const line: OrderedRule = {
      ref,
      action: shownOrNull(wire["action"]),
      // A rule of the program that was changed by hand may not be recognized.
      expression: shownOrNull(wire["expression"], hides),
      description: shownOrNull(wire["description"], hides),
      enabled: wire["enabled"] !== false,
      mark: stays ? "same" : "removed",
      isForeign: true,
    };
    return [{ index, stays, line, wireRef: rule ? refOf(rule) : ref }];
  });
  const lines = new Map(foreign.map((one) => [one.index, one.line]));
  const ownLines = new Map(orders.before.map((line) => [line.ref, line]));
  const liveOrder = rulesOf(live).flatMap(
    (_, index) => lines.get(index) ?? ownLines.get(own.get(index) ?? "") ?? [],
  );
  const gone = orders.before.filter((line) => !liveOrder.includes(line));
  return {
    before: [...liveOrder, ...gone],
    after: orderAfter(orders, liveOrder, foreign, after, live),
  };
}

function orderAfter(
  { after: wanted }: Orders,
  liveOrder: readonly OrderedRule[],
  foreign: readonly { stays: boolean; line: OrderedRule; wireRef: string }[],
  after: ReviewedRuleset | undefined,
  live: Ruleset,
): OrderedRule[] {
  const staying = new Map(foreign.filter(({ stays }) => stays).map(({ line, wireRef }) => [line, wireRef]));
  // A foreign rule can have the ref of an own one: only their marks differ.
  const keyOf = (line: OrderedRule) =>
    `${line.isForeign ? "foreign" : "own"} ${staying.get(line) ?? line.ref}`;
  const refs = new Set(wanted.map(({ ref }) => ref));
  const kept = liveOrder.filter((line) => (line.isForeign ? staying.has(line) : refs.has(line.ref)));
  const others = rulesOf(live).filter((rule) => [...staying.values()].includes(refOf(rule)));
  const placement = anchored(after?.placement, others);
  const anchor =
    typeof placement !== "object"
      ? placement
      : "before" in placement
        ? { before: `foreign ${placement.before}` }
        : { after: `foreign ${placement.after}` };
  const now = kept.map(keyOf);
  const order = arrange(now, placeRules(wanted.map(keyOf), now, anchor));
  const byKey = new Map([...staying.keys(), ...wanted].map((line) => [keyOf(line), line]));
  return order.flatMap((key) => byKey.get(key) ?? []);
}

/** Returns the refs of the rules of the state by their place in the live ruleset. */
function ownRules(live: Ruleset, known: readonly KeyedRule[]): ReadonlyMap<number, string> {
  const matched = matchRules(
    liveRules(live),
    known.map(({ key, rule }) => ({ ...rule, path: key })),
  );
  const keys = new Set(matched.after.map(({ key }) => key));
  return new Map(matched.before.flatMap(({ key }, index) => (keys.has(key) ? [[index, key] as const] : [])));
}

function hasSecrets(ruleset: ReviewedRuleset | undefined): boolean {
  if (ruleset === undefined) return false;
  const { hasUnknownRules, rules, isSecret } = ruleset;
  return (
    hasUnknownRules ||
    rules.some(({ path }) => isSecret(`${path}.expression`) || isSecret(`${path}.description`))
  );
}
