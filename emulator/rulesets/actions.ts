import type {
  EntrypointReplace,
  Kind,
  Phase,
  RulesetCreate,
  RulesetReplace,
  RuleWrite,
} from "../../provider/api";
import { scopeOf, type Place } from "../access";
import { microseconds } from "../clock";
import { invalidValue } from "../decode";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { checkRule, checkRuleIds, checkTogether } from "../rules/check";
import { nextVersion, replaceRules } from "../rules/edit";
import type { RuleSite } from "../rules/site";
import type { StoredRule, StoredRuleset, StoredSummary } from "../store/rulesets";
import { checkAdmission } from "./admission";
import { ruleSite } from "./site-of";

/** Whether the zone or account has it, or the vendor has it for all. */
export function isReachable({ scope }: StoredSummary, place: Place): boolean {
  return scope === scopeOf(place) || scope === "vendor";
}

export function reachableRuleset({ store }: Platform, place: Place, id: string): StoredRuleset | undefined {
  const ruleset = store.rulesets.get(id);
  return ruleset && isReachable(ruleset, place) ? ruleset : undefined;
}

/** @throws Failure for a ruleset of the vendor's */
export function writableRuleset(ruleset: StoredRuleset): StoredRuleset {
  if (ruleset.scope !== "vendor") return ruleset;
  throw failures.rulesets([{ message: `managed ruleset '${ruleset.id}' cannot be changed` }]);
}

/** What POST makes. @throws Failure */
export function createdRuleset(platform: Platform, place: Place, body: RulesetCreate): StoredRuleset {
  return makeRuleset(platform, place, body);
}

/** What PUT makes of an entry point that does not exist. @throws Failure */
export function createdEntrypoint(
  platform: Platform,
  place: Place,
  phase: Phase,
  { name = "default", description, rules }: EntrypointReplace,
): StoredRuleset {
  const kind = place.type === "zone" ? "zone" : "root";
  return makeRuleset(platform, place, { name, kind, phase, description, rules });
}

/** What PUT makes of a ruleset; without `rules` it keeps those it has. @throws Failure */
export function replacedRuleset(
  platform: Platform,
  site: RuleSite,
  current: StoredRuleset,
  body: RulesetReplace,
): StoredRuleset {
  const fixed = (["name", "kind", "phase"] as const).flatMap((field) =>
    body[field] === undefined || body[field] === current[field]
      ? []
      : [invalidValue(body[field], field, `it is '${current[field]}' and cannot be changed`, `/${field}`)],
  );
  if (fixed.length > 0) throw failures.rulesets(fixed);
  const now = microseconds(platform.clock.now());
  const rules = body.rules && writtenRules(platform, site, current.rules, body.rules, now);
  return nextVersion(current, { ...(rules && { rules }), description: body.description }, now);
}

/** Refuses what another ruleset still executes. @throws Failure */
export function checkDeletable({ store }: Platform, ruleset: StoredRuleset): void {
  const executing = store.rulesets
    .list(ruleset.scope)
    .find(({ id }) =>
      store.rulesets
        .get(id)
        ?.rules.some((rule) => rule.action === "execute" && rule.action_parameters?.["id"] === ruleset.id),
    );
  if (executing) {
    const message = `ruleset '${ruleset.id}' cannot be deleted because ruleset '${executing.id}' executes it`;
    throw failures.rulesets([{ message }]);
  }
}

interface NewRuleset {
  readonly name: string;
  readonly kind: Kind;
  readonly phase: Phase;
  readonly description?: string | undefined;
  readonly rules?: readonly RuleWrite[] | undefined;
}

function makeRuleset(
  platform: Platform,
  place: Place,
  { name, kind, phase, description = "", rules = [] }: NewRuleset,
): StoredRuleset {
  const problems = checkAdmission(platform, place, { kind, phase });
  if (problems.length > 0) throw failures.rulesets(problems);
  const now = microseconds(platform.clock.now());
  const site = ruleSite(platform, place, { kind, phase });
  return {
    id: platform.ids.newId(),
    scope: scopeOf(place),
    kind,
    phase,
    name,
    description,
    version: 1,
    lastUpdated: now,
    rules: writtenRules(platform, site, [], rules, now),
  };
}

function writtenRules(
  platform: Platform,
  site: RuleSite,
  current: readonly StoredRule[],
  writes: readonly RuleWrite[],
  now: string,
): StoredRule[] {
  const problems = [
    ...checkRuleIds(writes, current),
    ...writes.flatMap((write, index) => checkRule(write, `/rules/${index}`, site)),
  ];
  if (problems.length > 0) throw failures.rulesets(problems);
  const rules = replaceRules(current, writes, { now, newId: () => platform.ids.newId() });
  const together = checkTogether(rules, site);
  if (together.length > 0) throw failures.rulesets(together);
  return rules;
}
