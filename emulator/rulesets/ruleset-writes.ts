import {
  type EntrypointReplace,
  ErrorCode,
  type Kind,
  type Notice,
  type Phase,
  type RulesetCreate,
  type RulesetReplace,
  type RuleWrite,
} from "../../provider/api";
import type { Level } from "../../provider/filter";
import { customLevelsOf, includes, maxCustomRulesets, planOfPhase } from "../../provider/rulebook";
import { type AccountOrZone, scopeOf } from "../authenticate";
import { microseconds } from "../clock";
import { invalidValue } from "../decode";
import { failures } from "../failures";
import type { Platform } from "../platform";
import { checkRule, checkRuleIds, checkTogether, refusals } from "../rules/check-rule";
import { nextVersion, replaceRules } from "../rules/edit";
import { learnOverridden } from "../rules/learn-overridden";
import { tellUnknownNames } from "../rules/tell-unknown-names";
import { limitingPlan, type RuleSite, ruleSite } from "../rules/rule-site";
import type { StoredRule, StoredRuleset } from "../store/rulesets";

/** Returns the first version of a ruleset, which the caller stores. @throws Failure */
export function newRuleset(
  platform: Platform,
  place: AccountOrZone,
  { name, kind, phase, description = "", rules = [] }: RulesetCreate,
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

/** Returns the entry point that a PUT creates in a phase without one. @throws Failure */
export function newEntrypoint(
  platform: Platform,
  place: AccountOrZone,
  phase: Phase,
  { name = "default", description, rules }: EntrypointReplace,
): StoredRuleset {
  const kind = place.type === "zone" ? "zone" : "root";
  return newRuleset(platform, place, { name, kind, phase, description, rules });
}

/** Returns the version that a PUT makes. A body without `rules` keeps the rules. @throws Failure */
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
  return nextVersion(current, { ...(rules && { rules }), description: body.description ?? undefined }, now);
}

/** Refuses to delete a ruleset that another ruleset executes. @throws Failure */
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
  learnOverridden(platform, rules);
  tellUnknownNames(platform, rules, site.phase);
  return rules;
}

interface Requested {
  readonly kind: Kind;
  readonly phase: Phase;
}

/** Reports why a zone or account cannot create a ruleset of this kind and phase. */
function checkAdmission(platform: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  const { kind, phase } = requested;
  const isEntrypoint = kind === (place.type === "zone" ? "zone" : "root");
  if (!isEntrypoint && kind !== "custom") return [misplaced(kind, place.type)];
  // Custom rulesets of a zone exist in one phase, as far as is documented.
  if (kind === "custom" && place.type === "zone" && !customLevelsOf(phase).includes("zone"))
    return [misplaced(kind, "zone")];
  const [refusal] = refusals([], { kind, phase, level: place.type }, "", "ruleset");
  if (refusal) return [{ ...refusal, source: { pointer: "/kind" } }];
  const plan = limitingPlan(platform, place);
  if (plan !== undefined && !includes(plan, planOfPhase(phase, place.type))) {
    const message = `not entitled to use the phase ${phase}`;
    return [{ code: ErrorCode.notEntitled, message, source: { pointer: "/phase" } }];
  }
  return isEntrypoint ? checkSingle(platform, place, requested) : checkCount(platform, place, requested);
}

/** Allows one entry point per phase. */
function checkSingle({ store }: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  return store.rulesets.getEntrypoint(scopeOf(place), requested.phase) ? [tooMany(requested)] : [];
}

function checkCount(platform: Platform, place: AccountOrZone, requested: Requested): Notice[] {
  const plan = limitingPlan(platform, place);
  if (plan === undefined) return [];
  const custom = platform.store.rulesets.list(scopeOf(place)).filter(({ kind }) => kind === "custom");
  return custom.length >= maxCustomRulesets(place.type, plan) ? [tooMany(requested)] : [];
}

function misplaced(kind: Kind, level: Level): Notice {
  const where = level === "zone" ? "a zone" : "an account";
  return invalidValue(kind, "kind", `kind "${kind}" cannot be used for a ruleset of ${where}`, "/kind");
}

function tooMany({ kind, phase }: Requested): Notice {
  const reason = `exceeded maximum number of ${kind} rulesets for phase ${phase}`;
  return invalidValue(kind, "kind", reason, "/kind", ErrorCode.tooManyRulesets);
}
