import type { Overrides, Rule, Ruleset, RulesetSummary, RuleWrite } from "../../api";
import { withoutNulls } from "../rules/essential-rule";
import { rulesOf } from "../rules/ownership";

/** Of the hosted API. Another vendor's begins otherwise: the only managed ruleset with the same ending is then the one. */
export const DEFAULT_OWASP_NAME = "Cloudflare OWASP Core Ruleset";
const OWASP_SUFFIX = "OWASP Core Ruleset";

/** The managed ruleset of that name. */
export function findManagedRuleset(
  list: readonly RulesetSummary[],
  name: string = DEFAULT_OWASP_NAME,
): RulesetSummary | undefined {
  const managed = list.filter(({ kind }) => kind === "managed");
  const named = managed.find((ruleset) => ruleset.name === name);
  if (named || name !== DEFAULT_OWASP_NAME) return named;
  const owasp = managed.filter((ruleset) => ruleset.name.endsWith(OWASP_SUFFIX));
  return owasp.length === 1 ? owasp[0] : undefined;
}

/** The rule of an entry point that executes this managed ruleset: a zone deploys it once. */
export function deployingRuleOf(entrypoint: Ruleset | undefined, managedId: string): Rule | undefined {
  return rulesOf(entrypoint).find(
    ({ action, action_parameters: parameters }) => action === "execute" && parameters?.id === managedId,
  );
}

/** The overrides of a deploying rule; none where there is no rule. */
export function overridesOf(deploying: Rule | RuleWrite | undefined): Overrides {
  // What the API answers it has taken, so it is not parsed again: a member that is new to this package is to be kept.
  return withoutNulls(deploying?.action_parameters?.["overrides"]) ?? {};
}

/** The last rule of the OWASP ruleset, the one that compares the score with the threshold. */
export function scoringRuleOf(managed: Ruleset): Rule | undefined {
  return rulesOf(managed).at(-1);
}

/** The number that the description of a managed rule begins with: `949110: Inbound Anomaly Score Exceeded`. */
export function numberOf({ description }: Rule): string | undefined {
  return /^\s*(\d+)\s*:/.exec(description ?? "")?.[1];
}
