import { isMembers } from "../api/plain";
import { GENERAL_RULESET } from "../rulebook/managed-rulesets";
import type {
  BaselineManagedRulesArgs,
  BaselineOwaspArgs,
  BaselineRateLimitArgs,
  BaselineRuleArgs,
} from "./zone-baseline-args";
import type { OwaspConfigArgs } from "./owasp-config";
import type { RuleArgs } from "./rule-args";

/* The defaults of a baseline. They only log, so that no visitor is blocked. */

export function customRule(rule: BaselineRuleArgs): RuleArgs {
  return rule.action === undefined ? { ...rule, action: "log" } : rule;
}

/** Maps each rule. What is no rule in a program in JavaScript stays as it is: the check of the ruleset reports it. */
export function mapRules<R>(rules: R[], map: (rule: R) => RuleArgs): RuleArgs[] {
  // The casts hold for every program that the compiler has checked.
  if (!Array.isArray(rules)) return rules as RuleArgs[];
  return rules.map((rule) => (isMembers(rule) ? map(rule) : (rule as RuleArgs)));
}

export function rateLimitRule({
  action = "log",
  requestsPerPeriod,
  period = 60,
  mitigationTimeout,
  characteristics = ["cf.colo.id", "ip.src"],
  ...rule
}: BaselineRateLimitArgs): RuleArgs {
  const ratelimit = { characteristics, period, requestsPerPeriod, mitigationTimeout };
  return { ...rule, action, ratelimit };
}

export function deployingRule({
  action = "log",
  expression = "true",
  rulesetId = GENERAL_RULESET,
}: BaselineManagedRulesArgs): RuleArgs {
  const overrides = action === "default" ? {} : { overrides: { action } };
  return {
    ref: "baseline-managed-rules",
    action: "execute",
    actionParameters: { id: rulesetId, ...overrides },
    expression,
  };
}

export function owaspArgs({
  paranoiaLevel = 1,
  scoreThreshold = "low",
  action = "log",
  ...others
}: BaselineOwaspArgs): Omit<OwaspConfigArgs, "zoneId"> {
  return { paranoiaLevel, scoreThreshold, action, ...others };
}
