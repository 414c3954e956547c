import { isMembers } from "../api";
import type { Members } from "../api/arguments";
import { checkAction, checkLogging } from "./action";
import type { RuleContext, Violation } from "./constraint";
import { checkEntitlements } from "./entitlements";
import { checkEnterprise, checkExecute } from "./execute";
import { checkExposedCredentials } from "./exposed-credentials";
import { checkExpression } from "./expression";
import { PARAMETER_CHECKS, type ParameterCheck } from "./parameters";
import { checkRateLimit } from "./rate-limit";
import { checkSkip } from "./skip";

type RuleCheck = (rule: Members, context: RuleContext) => Iterable<Violation>;

/** The checks of `action_parameters`, by action. */
const PARAMETERS: Readonly<Record<string, ParameterCheck>> = {
  execute: checkExecute,
  skip: checkSkip,
  ...PARAMETER_CHECKS,
};

/** The checks of every rule, one topic a line. */
const TOPICS: readonly RuleCheck[] = [
  checkAction,
  checkParameters,
  checkExpression,
  checkEnterprise,
  checkLogging,
  checkRateLimit,
  checkExposedCredentials,
  checkEntitlements,
];

/**
 * Returns the constraints that a rule breaks. The rule has wire names; values of the wrong type pass, since the schemas in
 * `provider/api` report them, and so do the unknown values of a preview.
 */
export function checkRule(rule: Members, context: RuleContext): Violation[] {
  return TOPICS.flatMap((check) => [...check(rule, context)]);
}

function* checkParameters(rule: Members, context: RuleContext): Iterable<Violation> {
  const { action, action_parameters: parameters } = rule;
  if (typeof action !== "string" || !isMembers(parameters)) return;
  const check = Object.hasOwn(PARAMETERS, action) ? PARAMETERS[action] : undefined;
  for (const { path, ...found } of check?.(parameters, context, rule) ?? [])
    yield { ...found, path: ["action_parameters", ...path] };
}
