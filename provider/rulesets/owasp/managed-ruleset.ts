import type { Problem } from "../../api/problem";
import type { Overrides, Rule, Ruleset, RulesetSummary, RuleWrite } from "../../api/wire";
import { withoutNulls } from "../../api";
import { rulesOf } from "../rules/ownership";
import { OWASP_NAME } from "../../rulebook/managed-rulesets";

/** How the tags of paranoia levels begin. */
const LEVEL_PREFIX = "paranoia-level-";
/** Other vendors use another prefix: a single name with the suffix of the default name matches. */
const OWASP_SUFFIX = "OWASP Core Ruleset";

/** The version that a deploying rule executes if it names none: always the newest. */
export const LATEST = "latest";

/** Finds a managed ruleset by name; for the default name, also by its suffix. */
export function findManagedRuleset(
  list: readonly RulesetSummary[],
  name: string = OWASP_NAME,
): RulesetSummary | undefined {
  const managed = list.filter(({ kind }) => kind === "managed");
  const named = managed.find((ruleset) => ruleset.name === name);
  if (named || name !== OWASP_NAME) return named;
  const owasp = managed.filter((ruleset) => ruleset.name.endsWith(OWASP_SUFFIX));
  return owasp.length === 1 ? owasp[0] : undefined;
}

/** Returns the rule of an entry point that executes a managed ruleset. A zone can deploy each managed ruleset only once. */
export function deployingRuleOf(entrypoint: Ruleset | undefined, managedId: string): Rule | undefined {
  return rulesOf(entrypoint).find(
    ({ action, action_parameters: parameters }) => action === "execute" && parameters?.id === managedId,
  );
}

/** Returns the overrides of a deploying rule; an empty object if there is no rule. */
export function overridesOf(deploying: Rule | RuleWrite | undefined): Overrides {
  // Not parsed: the API has validated its own response, and members that this package does not know must be kept.
  return withoutNulls(deploying?.action_parameters?.["overrides"]) ?? {};
}

/** Returns the version of the managed ruleset that a deploying rule executes. */
export function versionOf(deploying: Rule | RuleWrite | undefined): string {
  const version = deploying?.action_parameters?.["version"];
  return typeof version === "string" ? version : LATEST;
}

/** Returns the scoring rule: the last rule of the OWASP ruleset, which compares the score with the threshold. */
export function scoringRuleOf(managed: Ruleset): Rule | undefined {
  return rulesOf(managed).at(-1);
}

/** Reports a managed ruleset whose rules have neither paranoia levels nor a score: no argument of an OwaspConfig would have an effect. */
export function checkScores(managed: Ruleset): Problem[] {
  const rules = rulesOf(managed);
  const hasLevels = rules.some(({ categories }) => categories?.some((tag) => tag.startsWith(LEVEL_PREFIX)));
  const hasScore = (scoringRuleOf(managed)?.score_threshold ?? undefined) !== undefined;
  if (rules.length === 0 || hasLevels || hasScore) return [];
  const message =
    `names ${JSON.stringify(managed.name)}, whose rules have no paranoia level and no score: leave rulesetName out to deploy ` +
    `${JSON.stringify(OWASP_NAME)}, and deploy the other one by a rule with the action execute`;
  return [{ path: "rulesetName", message }];
}

/** Returns the number at the start of a managed rule's description: 949110 in `949110: Inbound Anomaly Score Exceeded`. */
export function numberOf({ description }: Rule): string | undefined {
  return /^\s*(\d+)\s*:/.exec(description ?? "")?.[1];
}
