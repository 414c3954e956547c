import { isMembers, isUnknown, pathTo, sortedJson } from "../../provider/api";
import type { Expression } from "../../provider/filter";
import { isChallenge } from "../../provider/rulebook/phases";
import {
  addressesIn,
  commonOf,
  type NamedAddresses,
  sourceIn,
} from "../../provider/rulebook/hazards/named-addresses";
import type { PlannedStep } from "../documents/planned-change";
import type { Reviewed, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { conditionOfRule } from "../policies/judged-rules";
import { about } from "./make-reason";
import { matchRules } from "./match-rules";
import type { Reason } from "./review";
import { counted } from "../../provider/words";
import { groupBy } from "./group-by";

/** A rule, and addresses that its expression names. */
interface NetworkRule {
  readonly ruleset: ReviewedRuleset;
  readonly rule: ReviewedRule;
  readonly zone: string;
  readonly condition: Expression;
  readonly network: NamedAddresses;
  readonly does: "stops" | "skips";
  readonly isChanged: boolean;
}

/**
 * Says which new or changed rules stop a network that rules of other zones let skip rules, and the other way round: in a fleet, one of
 * the two is often forgotten. Only rules that act on every request from a network count.
 */
export function opposedNetworks(steps: readonly PlannedStep[]): Reason[] {
  // Reading networks is slow, and in most fleets no rule skips others.
  const effects = new Set(steps.flatMap(({ after }) => (isOfZone(after) ? after.rules.map(effectOf) : [])));
  if (!effects.has("stops") || !effects.has("skips")) return [];
  const rules = steps.flatMap(rulesOfStep);
  if (!rules.some(({ isChanged }) => isChanged)) return [];
  const others = { stops: byNetwork(rules, "skips"), skips: byNetwork(rules, "stops") };
  const said = new Set<ReviewedRule>();
  return rules.flatMap((one): Reason[] => {
    if (!one.isChanged || said.has(one.rule)) return [];
    const opposed = others[one.does].flatMap((group) => {
      const { first, last } = commonOf(one.network, group[0].network);
      if (first > last || !isWhole(one)) return [];
      return group.filter((other) => other.zone !== one.zone && isWhole(other));
    });
    const [other] = opposed;
    // The first network of a rule stands for the others.
    if (other) said.add(one.rule);
    return other ? [reasonOf(one, other, new Set(opposed.map(({ zone }) => zone)).size)] : [];
  });
}

function reasonOf(one: NetworkRule, other: NetworkRule, zones: number): Reason {
  const name = `${other.rule.path} of ${other.ruleset.label}`;
  const lets = (network: NamedAddresses) => `lets ${network.text} skip rules`;
  const stops = (network: NamedAddresses) => `stops ${network.text}`;
  const [does, does2] = one.does === "stops" ? [stops, lets] : [lets, stops];
  const more = zones > 1 ? `, and so it is in ${counted(zones - 1, "more zone")}` : "";
  const text =
    `${one.rule.path} ${does(one.network)}, and ${name} ${does2(other.network)} in zone ${other.zone}${more}: if one of the zones ` +
    "was forgotten, change it, too.";
  return about(one.ruleset)("network-differs", text, pathTo(one.rule.path, "expression"));
}

function rulesOfStep({ before, after, operation }: PlannedStep): NetworkRule[] {
  if (!isOfZone(after)) return [];
  const { id: zone } = after.place;
  if (typeof zone !== "string" || isUnknown(zone)) return [];
  const found = after.rules.flatMap((rule) => {
    const does = effectOf(rule);
    const condition = does && conditionOfRule(after, rule);
    if (!condition || after.isSecret(pathTo(rule.path, "expression"))) return [];
    return addressesIn(condition).map((network) => ({
      ruleset: after,
      rule,
      zone,
      condition,
      network,
      does,
    }));
  });
  // Most rulesets name no network. Rules that stay as they are need no match.
  if (found.length === 0 || operation === "same") return found.map((one) => ({ ...one, isChanged: false }));
  const matched = matchRules(before?.kind === "ruleset" ? before.rules : [], after.rules);
  const earlier = new Map(matched.before.map(({ key, rule }) => [key, sortedJson(rule.wire)]));
  const changed = new Set(
    matched.after.flatMap(({ key, rule }) => (earlier.get(key) === sortedJson(rule.wire) ? [] : rule)),
  );
  return found.map((one) => ({ ...one, isChanged: changed.has(one.rule) }));
}

function isOfZone(resource: Reviewed | undefined): resource is ReviewedRuleset {
  return resource?.kind === "ruleset" && resource.level === "zone";
}

/** Whether a rule acts on every request from its network. */
function isWhole({ network, condition }: NetworkRule): boolean {
  return sourceIn(network, condition) !== undefined;
}

function effectOf({ wire }: ReviewedRule): NetworkRule["does"] | undefined {
  const { action, enabled = true, ratelimit, exposed_credential_check: check } = wire;
  if (enabled !== true || ratelimit !== undefined || isMembers(check)) return undefined;
  if (action === "skip") return "skips";
  return action === "block" || (typeof action === "string" && isChallenge(action)) ? "stops" : undefined;
}

/** Returns the rules that do it, those on the same network together: the zones of a fleet repeat them. */
function byNetwork(
  rules: readonly NetworkRule[],
  does: NetworkRule["does"],
): (readonly [NetworkRule, ...NetworkRule[]])[] {
  return groupBy(
    rules.filter((one) => one.does === does),
    ({ network }) => [String(network.first), String(network.last)],
  );
}
