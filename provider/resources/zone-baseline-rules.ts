import type {
  BaselineManagedRulesArgs,
  BaselineOwaspArgs,
  BaselineRateLimitArgs,
  BaselineRuleArgs,
} from "./zone-baseline-args";
import type { OwaspConfigArgs } from "./owasp-config";
import type { RuleArgs } from "./rule-args";

/** The id of the vendor's general managed ruleset, the same in every zone. */
const MANAGED_RULESET = "efb7b8c949ac4650a09736fc376e9aee";

/* The defaults of a baseline. They only log, so that no visitor is blocked. */

export function customRule(rule: BaselineRuleArgs): RuleArgs {
  return rule.action === undefined ? { ...rule, action: "log" } : rule;
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
  rulesetId = MANAGED_RULESET,
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
