import { containsUnknown, isMembers, isUnknown, pathTo } from "../../provider/api";
import { ruleWords, rulesetChanges, type RulesetChange } from "../../provider/rulesets";
import type { ReviewedRuleset } from "../model/reviewed";
import { hasNoKnownRules, isOpenRule } from "../policies/judged-rules";
import { compareTexts } from "./compare-texts";
import { matchRules, type KeyedRule } from "./match-rules";
import type { MemberChange, Operation, OrderedRule, RuleChange, RuleLine, RulesetReview } from "./review";
import {
  argumentSettings,
  authorPath,
  holdsSecret,
  laterOf,
  settingChanges,
  shownOrNull,
  subjectOf,
  type Settings,
} from "./shown";
import { liveOrders, type LiveRules } from "./live-orders";
import type { RulesetVersions } from "./placed-rules";
import { firstWords } from "../../provider/words";

type Kind = RuleChange["kinds"][number];

/**
 * Describes the change of a ruleset. At least one of `before` and `after` is set. With the live entry point, its foreign rules are part of
 * the orders. `stack` are the resources of the stack that have rules in it.
 */
export function reviewRuleset(
  operation: Operation,
  before: ReviewedRuleset | undefined,
  after: ReviewedRuleset | undefined,
  entrypoint?: { readonly live: LiveRules; readonly stack: readonly RulesetVersions[] },
): Omit<RulesetReview, "requests"> {
  const shown = laterOf(before, after);
  const matched = matchRules(before?.rules ?? [], after?.rules ?? []);
  const isOrdered = (before?.isOrdered ?? true) && (after?.isOrdered ?? true);
  const changes = ruleChanges(matched, { before, after, shown, isOrdered });
  const kinds = new Map(changes.map(({ ref, kinds: found }) => [ref, found]));
  const orders = {
    before: before ? matched.before.map((one) => orderedRule(one, before, kinds)) : [],
    after: after ? matched.after.map((one) => orderedRule(one, after, kinds)) : [],
  };
  const { before: first, after: second } =
    entrypoint && isOrdered ? withForeignRules(orders, { before, after }, entrypoint) : orders;
  return {
    ...subjectOf(shown),
    operation,
    level: shown.level,
    phase: shownOrNull(shown.phase),
    ownership: isUnknown(shown.ownership) ? "unknown" : shown.ownership,
    takesOver: after?.takesOver ?? false,
    changes,
    settings:
      before && after
        ? settingChanges(settingsOf(before), settingsOf(after), after)
        : settingChanges(before && wholeSettings(before), after && wholeSettings(after), shown),
    isOrdered,
    hasUnknownRules: shown.hasUnknownRules,
    before: [...first],
    after: [...second],
  };
}

interface Versions {
  readonly before: ReviewedRuleset | undefined;
  readonly after: ReviewedRuleset | undefined;
  /** The later version that exists. */
  readonly shown: ReviewedRuleset;
  readonly isOrdered: boolean;
}

function ruleChanges(matched: ReturnType<typeof matchRules>, versions: Versions): RuleChange[] {
  const found = rulesetChanges(asRuleset(matched.before), asRuleset(matched.after));
  const byRef = new Map<string, RulesetChange[]>();
  const mayKeepAny = versions.after !== undefined && mayContainAnyRule(versions.after);
  for (const change of found) {
    if (change.kind === "described" || (change.kind === "moved" && !versions.isOrdered)) continue;
    if (change.kind === "removed" && mayKeepAny) continue;
    byRef.set(change.ref, [...(byRef.get(change.ref) ?? []), change]);
  }
  const earlier = new Map(matched.before.map((one) => [one.key, one]));
  const later = new Map(matched.after.map((one) => [one.key, one]));
  const previous = new Map(
    matched.after.map(({ key }, index) => [key, matched.after[index - 1]?.key ?? null]),
  );
  return [...byRef].flatMap(([ref, changes]): RuleChange[] => {
    const [from, to] = [earlier.get(ref), later.get(ref)];
    const shown = to ?? from;
    if (!shown) return [];
    const kinds = [...new Set(changes.map(({ kind }) => kind as Kind))];
    const members = changes.flatMap((change) => {
      if (change.kind === "changed") return memberChange(change, from, to, versions);
      if (change.kind === "moved" || change.kind === "described") return [];
      const side = change.kind === "added" ? "to" : "from";
      return wholeMembers("", change.rule).map(({ member, value }) =>
        memberChange({ member, from: undefined, to: undefined, [side]: value }, from, to, versions),
      );
    });
    const follows = versions.isOrdered ? (previous.get(ref) ?? null) : null;
    const rule = ruleLine(shown, to ? (versions.after ?? versions.shown) : versions.shown);
    const place = versions.isOrdered ? { follows } : undefined;
    const does = { from: wordsOf(from, versions.before), to: wordsOf(to, versions.after) };
    return [{ ref, kinds, text: inWords({ ref, kinds, members, place, does }), members, follows, rule }];
  });
}

/** Whether rules of the earlier version may be in a later one that does not name them, because only the update will know its rules. */
function mayContainAnyRule(ruleset: ReviewedRuleset): boolean {
  return hasNoKnownRules(ruleset) || ruleset.rules.some(isOpenRule);
}

function asRuleset(rules: readonly KeyedRule[]): Parameters<typeof rulesetChanges>[0] {
  return { rules: rules.map(({ key, rule }) => ({ ...rule.wire, id: key, ref: key })) };
}

/** The members that a line of a rule has. */
const IN_LINE = ["ref", "action", "expression", "enabled"];

/** Returns the members of a rule that is added or removed, without those that its line has. A list is one value. */
function wholeMembers(path: string, value: object): { member: string; value: unknown }[] {
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) => {
    if (inside === undefined || (path === "" && IN_LINE.includes(name))) return [];
    const member = pathTo(path, name);
    return isMembers(inside) && Object.keys(inside).length > 0
      ? wholeMembers(member, inside)
      : [{ member, value: inside }];
  });
}

function memberChange(
  { member, from, to }: Pick<Extract<RulesetChange, { kind: "changed" }>, "member" | "from" | "to">,
  earlier: KeyedRule | undefined,
  later: KeyedRule | undefined,
  { before, after, shown }: Versions,
): MemberChange {
  const name = authorPath(member, shown);
  const isSecret = (ruleset: ReviewedRuleset | undefined, one: KeyedRule | undefined, value: unknown) =>
    ruleset !== undefined && one !== undefined && holdsSecret(value, `${one.rule.path}.${name}`, ruleset);
  const hides = isSecret(before, earlier, from) || isSecret(after, later, to);
  const isText = typeof from === "string" && typeof to === "string" && !isUnknown(from) && !isUnknown(to);
  return {
    member: name,
    before: shownOrNull(from, hides),
    after: shownOrNull(to, hides),
    segments: member === "expression" && isText && !hides ? compareTexts(from, to) : null,
  };
}

/** The phrases of a sentence about what a rule does. The others are counted. */
const MAX_PHRASES = 4;
/** A value that is longer is only below the sentence. */
const MAX_VALUE = 60;

/** Returns what a rule does, in words. Empty if a part is not known or secret, or if its action says it. */
function wordsOf(one: KeyedRule | undefined, ruleset: ReviewedRuleset | undefined): string[] {
  const { action, action_parameters: parameters } = one?.rule.wire ?? {};
  if (one === undefined || ruleset === undefined || !isMembers(parameters)) return [];
  const path = `${one.rule.path}.${ruleset.nameOf("action_parameters")}`;
  if (containsUnknown([action, parameters]) || holdsSecret(writtenBy(parameters, ruleset), path, ruleset))
    return [];
  return ruleWords(action, parameters, ruleset.nameOf);
}

/** Returns members with the names that the author writes, by which secrets are known. */
function writtenBy(value: unknown, ruleset: ReviewedRuleset): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => writtenBy(item, ruleset));
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [ruleset.nameOf(name), writtenBy(member, ruleset)]),
  );
}

/** What a sentence about a rule says. */
interface ChangedRule {
  readonly ref: string;
  readonly kinds: readonly Kind[];
  readonly members: readonly MemberChange[];
  /** Undefined if the order of the rules is not known. */
  readonly place: { readonly follows: string | null } | undefined;
  /** What the rule does in each version. */
  readonly does: { readonly from: readonly string[]; readonly to: readonly string[] };
}

function inWords({ ref, kinds, members, place, does }: ChangedRule): string {
  const name = `Rule ${JSON.stringify(ref)}`;
  const placed = (first: string) =>
    place === undefined ? "" : place.follows === null ? first : ` behind ${JSON.stringify(place.follows)}`;
  const doing = (phrases: readonly string[]) => (phrases.length > 0 ? `: it ${phrasesText(phrases)}` : "");
  if (kinds.includes("added")) return `${name} is added${placed(" as the first rule")}${doing(does.to)}.`;
  if (kinds.includes("removed")) return `${name} is removed${doing(does.from)}.`;
  const moves = kinds.includes("moved") ? [`moves${placed(" to the first place")}`] : [];
  const [now, was] = [
    does.to.filter((one) => !does.from.includes(one)),
    does.from.filter((one) => !does.to.includes(one)),
  ];
  const isSaid = now.length + was.length > 0;
  const others = members.filter(
    ({ member }) => member !== "enabled" && !(isSaid && /^action_?parameters\./i.test(member)),
  );
  const enabled = members.find(({ member }) => member === "enabled");
  const isOn = enabled?.after && "text" in enabled.after ? enabled.after.text === "true" : undefined;
  const switched = isOn === undefined ? "changes enabled" : isOn ? "is switched on" : "is switched off";
  const parts = [
    ...moves,
    ...(enabled ? [switched] : []),
    ...(isSaid ? [changedPhrases(now, was)] : []),
    ...(others.length > 0 ? [`changes ${[...new Set(others.map(memberText))].join(", ")}`] : []),
  ];
  const known =
    isOn === undefined || isSaid || does.to.length === 0
      ? ""
      : `: it ${isOn ? "" : "no longer "}${phrasesText(does.to)}`;
  return `${name} ${parts.join(" and ")}${known}.`;
}

function changedPhrases(now: readonly string[], was: readonly string[]): string {
  if (now.length === 0) return `no longer ${phrasesText(was)}`;
  return `${phrasesText(now)}${was.length === 0 ? "" : ` (before: ${phrasesText(was)})`}`;
}

function phrasesText(phrases: readonly string[]): string {
  return firstWords(phrases, MAX_PHRASES).join(", ");
}

/** Names a changed member, with its values if they are short: `action from block to log`. */
function memberText({ member, before, after, segments }: MemberChange): string {
  const [from, to] = [before, after].map((value) =>
    value && "text" in value && value.text.length <= MAX_VALUE ? value.text : undefined,
  );
  const isShort =
    from !== undefined && to !== undefined && segments === null && !NOT_IN_SENTENCE.includes(member);
  return isShort ? `${member} from ${from} to ${to}` : member;
}

/** Members whose values are texts of several words. */
const NOT_IN_SENTENCE = ["expression", "description"];

function ruleLine({ key, rule: { path, wire } }: KeyedRule, ruleset: ReviewedRuleset): RuleLine {
  const { action, expression, description, enabled } = wire;
  const isSecret = (name: string) => ruleset.isSecret(`${path}.${name}`);
  return {
    ref: key,
    action: shownOrNull(action, isSecret("action")),
    expression: shownOrNull(expression, isSecret("expression")),
    description: shownOrNull(description, isSecret("description")),
    enabled: enabled !== false,
  };
}

function orderedRule(
  one: KeyedRule,
  ruleset: ReviewedRuleset,
  kinds: ReadonlyMap<string, readonly Kind[]>,
): OrderedRule {
  const found = kinds.get(one.key) ?? [];
  const mark =
    (["added", "removed", "moved", "changed"] as const).find((kind) => found.includes(kind)) ?? "same";
  return { ...ruleLine(one, ruleset), mark, isForeign: false };
}

/** The arguments that `settingsOf` names in its own words. */
const NAMED_APART = ["ownership", "takeOver", "position", "phase", "zoneId", "accountId"];

function settingsOf(ruleset: ReviewedRuleset): Settings {
  const { ownership, takesOver, othersFollow, phase, place, written } = ruleset;
  const position = written?.["position"];
  return {
    ...argumentSettings(ruleset, NAMED_APART),
    ownership: shownOrNull(ownership),
    take_over: shownOrNull(takesOver),
    position: shownOrNull(position ?? (othersFollow ? "before other rules" : "after other rules")),
    phase: shownOrNull(phase),
    [`${place.level}_id`]: shownOrNull(place.id),
  };
}

/** Returns the settings of a ruleset that is new or deleted: neither defaults nor where it is, which its title says. */
function wholeSettings(ruleset: ReviewedRuleset): Settings {
  const { takesOver, written = {} } = ruleset;
  const isShown: Readonly<Record<string, boolean>> = {
    ownership: Object.hasOwn(written, "ownership"),
    take_over: takesOver,
    position: written["position"] !== undefined,
    phase: false,
    zone_id: false,
    account_id: false,
  };
  return Object.fromEntries(Object.entries(settingsOf(ruleset)).filter(([name]) => isShown[name] ?? true));
}

interface Orders {
  readonly before: readonly OrderedRule[];
  readonly after: readonly OrderedRule[];
}

/** Adds the foreign rules of the live entry point to both orders. */
function withForeignRules(
  own: Orders,
  versions: RulesetVersions,
  { live, stack }: { readonly live: LiveRules; readonly stack: readonly RulesetVersions[] },
): Orders {
  const orders = liveOrders(live, [versions], [versions, ...stack]);
  const stays = new Set(orders.after.map(({ key }) => key));
  // A rule of the program that was changed by hand, or that another resource declares, may not be recognized.
  const hides = [versions, ...stack].some(({ before, after }) => hasSecrets(before) || hasSecrets(after));
  const lines = (version: "before" | "after"): OrderedRule[] => {
    const ownLines = new Map(own[version].map((line) => [line.ref, line]));
    return orders[version].flatMap(({ key, ref, owner, maybeSecretOf, rule: { wire } }): OrderedRule[] => {
      const line = owner && ownLines.get(ref);
      if (line) return [line];
      const { action, expression, description, enabled } = wire;
      const isHidden = hides || maybeSecretOf !== undefined;
      return [
        {
          ref,
          action: shownOrNull(action),
          expression: shownOrNull(expression, isHidden),
          description: shownOrNull(description, isHidden),
          enabled: enabled !== false,
          mark: stays.has(key) ? "same" : "removed",
          isForeign: true,
        },
      ];
    });
  };
  return { before: lines("before"), after: lines("after") };
}

function hasSecrets(ruleset: ReviewedRuleset | undefined): boolean {
  if (ruleset === undefined) return false;
  const { hasUnknownRules, rules, isSecret } = ruleset;
  return (
    hasUnknownRules ||
    rules.some(({ path }) => isSecret(`${path}.expression`) || isSecret(`${path}.description`))
  );
}
