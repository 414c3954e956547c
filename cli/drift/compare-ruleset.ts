import {
  UNKNOWN,
  isMembers,
  isUnknown,
  type Members,
  type Rule,
  type Ruleset,
  type RulesetSummary,
} from "../../provider/api";
import { parseRef } from "../../provider/marks";
import {
  ownerOfRule,
  ownerText,
  plainRef,
  refOf,
  rulesOf,
  rulesToMap,
  type OwnRules,
} from "../../provider/rulesets";
import { driftedRules } from "../../provider/lifecycle/ruleset/drift";
import type { RuleChange } from "../../review/changes/review";
import { reviewRuleset } from "../../review/changes/review-ruleset";
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
export function changesOf({ declared, own }: RulesetInState, live: Ruleset): RuleChange[] {
  const { properties } = declared;
  const rules = asHidden(rulesToMap(driftedRules(properties, live, own)), properties["rules"]);
  const before = fromEdge(declared);
  const after = fromEdge({ ...declared, properties: { ...properties, rules } });
  if (before?.kind !== "ruleset" || after?.kind !== "ruleset") return [];
  return reviewRuleset("update", before, after).changes;
}

/**
 * Returns the drift of a ruleset. `history` are the versions after that of the state, oldest first: a rule has drifted since the first
 * of them from which on the change is always there.
 */
export function rulesetDrift(
  state: RulesetInState,
  live: Ruleset,
  history: readonly VersionChanges[],
): Pick<ResourceDrift, "rules" | "foreign"> {
  const isExclusive = state.declared.properties["ownership"] === "exclusive" || live.kind === "custom";
  const others = rulesOf(live).filter((rule) => ownerOfRule(rule, state.own) !== "ours");
  const owners = new Map(others.map((rule) => [plainRef(rule), rule]));
  return {
    rules: changesOf(state, live).map((change) =>
      driftedRule(change, history, isExclusive ? owners : new Map()),
    ),
    foreign: isExclusive
      ? []
      : others.map((rule) => ({ ref: plainRef(rule), owner: ownerName(rule), action: rule.action ?? "" })),
  };
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
    ...{ ref, kinds, text, members },
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
