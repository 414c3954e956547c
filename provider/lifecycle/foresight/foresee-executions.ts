import type { Problem, RulesetSummary } from "../../api";
import type { EdgeClient, RulesetScope } from "../../client";
import { redacted } from "../../redaction";
import {
  checkExecuted,
  overriddenRulesets,
  warnOfOverridden,
  warnOfSkipped,
  type EntrypointInput,
} from "../../rulesets";
import type { Context } from "../lifecycle";
import { readManagedRuleset } from "../owasp-config/managed-rulesets";
import { attempt, foundIn } from "./live-reads";

/** Rules that may execute or skip rulesets, and what is live. */
export interface ForeseenExecutions extends Pick<EntrypointInput, "rules" | "phase" | "kind"> {
  readonly scope: RulesetScope;
  /** The rulesets of the zone or account. */
  readonly rulesets: readonly RulesetSummary[];
  /** Whether messages must not quote values. */
  readonly secret: boolean;
}

/**
 * Reports rules that execute what they cannot, and warns of what they name in vain. Reads a managed ruleset once in a run, for all
 * zones, if overrides name its rules or categories.
 */
export async function foreseeExecutions(
  context: Context,
  client: EdgeClient,
  { rules, rulesets, scope, ...at }: ForeseenExecutions,
): Promise<Problem[]> {
  const problems = checkExecuted(rules, rulesets, at);
  const doubts = warnOfSkipped(rules, rulesets, at);
  for (const { id } of problems.length > 0 ? [] : overriddenRulesets(rules, rulesets)) {
    const managed = foundIn(await attempt(context, client, () => readManagedRuleset(client, scope, id)));
    if (managed) doubts.push(...warnOfOverridden(rules, managed, at.secret));
  }
  for (const { path, message } of doubts) context.log(redacted(`warning: ${path}: ${message}`));
  return problems;
}
