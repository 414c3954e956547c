import {
  UNKNOWN,
  isMembers,
  isUnknown,
  sortedJson,
  type Members,
  type Rule,
  type Ruleset,
  type RulesetSummary,
} from "../../provider/api";
import { parseRef } from "../../provider/marks";
import { ownerOfRule, ownerText, plainRef, refOf, rulesOf, type OwnRules } from "../../provider/rulesets";
import { seenInputs } from "../../provider/lifecycle/ruleset/drift";
import type { MemberChange, RuleChange } from "../../review/changes/review";
import { reviewRuleset } from "../../review/changes/review-ruleset";
import { shownOrNull } from "../../review/changes/shown";
import { fromEdge, type DeclaredResource } from "../../review/model/from-edge";
import type { DriftedRule, ResourceDrift } from "./drift-report";

/** A ruleset in a state. Secrets in its properties are hidden. */
export interface RulesetInState {
  readonly declared: DeclaredResource;
  readonly own: OwnRules;
}

/** A version of a ruleset, with the changes of the resource's rules that it has against the state. */
export interface VersionChanges {
  readonly version: RulesetSummary;
  readonly changes: readonly RuleChange[];
}

/** Returns the changes of a resource's rules from the state to a version of the ruleset. */
export function changesOf(state: RulesetInState, live: Ruleset): RuleChange[] {
  return comparedRules(state, seenIn(state, live));
}

/**
 * Returns the drift of a ruleset: what a refresh sees. `history` are the versions after that of the state, oldest first: a rule has
 * drifted since the first of them from which on the change is always there.
 */
export function rulesetDrift(
  state: RulesetInState,
  live: Ruleset,
  history: readonly VersionChanges[],
): Pick<ResourceDrift, "status" | "rules" | "settings" | "foreign"> {
  const { properties } = state.declared;
  const isExclusive = properties["ownership"] === "exclusive" || live.kind === "custom";
  const others = rulesOf(live).filter((rule) => ownerOfRule(rule, state.own) !== "ours");
  const owners = new Map(others.map((rule) => [plainRef(rule), rule]));
  const seen = seenIn(state, live);
  const rules = comparedRules(state, seen).map((change) =>
    driftedRule(change, history, isExclusive ? owners : new Map()),
  );
  const settings = seen ? settingsOf(properties, seen) : [];
  return {
    status: !seen ? "gone" : rules.length + settings.length > 0 ? "drifted" : "same",
    rules,
    settings,
    foreign: isExclusive
      ? []
      : others.map((rule) => ({ ref: plainRef(rule), owner: ownerName(rule), action: rule.action ?? "" })),
  };
}

/** Returns what a refresh sees of a ruleset. Members of rules that the state hides are hidden. */
function seenIn({ declared: { properties }, own }: RulesetInState, live: Ruleset): Members | undefined {
  const seen = seenInputs(properties, live, own);
  if (!seen || !isMembers(seen["rules"])) return undefined;
  return { ...seen, rules: asHidden(seen["rules"], properties["rules"]) };
}

function comparedRules({ declared }: RulesetInState, seen: Members = { rules: {} }): RuleChange[] {
  const before = fromEdge(declared);
  const after = fromEdge({ ...declared, properties: { ...declared.properties, ...seen } });
  if (before?.kind !== "ruleset" || after?.kind !== "ruleset") return [];
  return reviewRuleset("update", before, after).changes;
}

/** Compares what a refresh sees beside the rules: the name, the description and the position. */
function settingsOf(properties: Members, seen: Members): MemberChange[] {
  return Object.entries(seen)
    .filter(([name]) => name !== "rules" && !isUnknown(properties[name]))
    .filter(([name, value]) => sortedJson(properties[name]) !== sortedJson(value))
    .map(([member, value]) => ({
      member,
      before: shownOrNull(properties[member]),
      after: shownOrNull(value),
      segments: null,
    }));
}

function driftedRule(
  { ref, kinds, text, members }: RuleChange,
  history: readonly VersionChanges[],
  owners: ReadonlyMap<string, Rule>,
): DriftedRule {
  const before = history.findLastIndex(({ changes }) => !changes.some((change) => change.ref === ref));
  const first = history[before + 1]?.version;
  const foreign = kinds.includes("added") ? owners.get(ref) : undefined;
  return {
    ref,
    kinds,
    text,
    members,
    foreign: foreign ? ownerName(foreign) : null,
    since: first ? { version: first.version, at: first.last_updated ?? null } : null,
  };
}

function ownerName(rule: Rule): string {
  return parseRef(refOf(rule)).mark ? ownerText(rule) : "made by hand or by another tool";
}

/** Hides the members of live rules that the state hides, so that a secret is neither shown nor reported as drift. */
function asHidden(live: Members, state: unknown): Members {
  if (!isMembers(state)) return live;
  return Object.fromEntries(
    Object.entries(live).map(([ref, rule]) => [
      ref,
      Object.hasOwn(state, ref) ? hiddenAs(rule, state[ref]) : rule,
    ]),
  );
}

function hiddenAs(live: unknown, state: unknown): unknown {
  if (isUnknown(state)) return UNKNOWN;
  if (Array.isArray(live) && Array.isArray(state))
    return live.map((item, index) => hiddenAs(item, state[index] as unknown));
  if (!isMembers(live) || !isMembers(state)) return live;
  return Object.fromEntries(
    Object.entries(live).map(([name, value]) => [
      name,
      Object.hasOwn(state, name) ? hiddenAs(value, state[name]) : value,
    ]),
  );
}
