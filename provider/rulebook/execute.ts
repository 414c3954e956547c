import { isMembers, type Members } from "../api";
import { isUnknown } from "../api/unknown";
import type { Expression } from "../filter";
import { constraints, levelOf, shown, type RuleContext, type Violation } from "./constraint";
import { isId, notAnId } from "./ids";
import { managedRuleset, managedRulesetsOf, onlyRulesetOf, SENSITIVE_DATA_RULESET } from "./managed-rulesets";
import { checkOverrides } from "./overrides";
import { parseCondition } from "./judge-expression";

export const EXECUTE = constraints({
  "execute-id": {
    says: "`execute` names a ruleset by its id of 32 hexadecimal digits.",
    source: "developers docs, ruleset-engine/managed-rulesets",
    confidence: "documented",
  },
  "execute-phase": {
    says: "A rule executes a managed ruleset of the phase of the rule. `ddos_l7`, `ddos_l4` and `http_request_sanitize` each have one managed ruleset.",
    source: "developers docs, ruleset-engine/managed-rulesets and ddos-protection/managed-rulesets",
    confidence: "documented",
  },
  "execute-account-plan": {
    says: 'In an account, the condition of `execute` and `skip` in the firewall phases contains `cf.zone.plan eq "ENT"`.',
    source: "developers docs, waf/account",
    confidence: "documented",
  },
  "execute-account-ruleset-in-zone": {
    says: "A zone cannot execute a custom ruleset of its account.",
    source: "an API answer, quoted in public",
    confidence: "observed",
    code: 20230,
  },
  "execute-matched-data": {
    says: "Sensitive Data Detection does not support `matched_data`.",
    source: "developers docs, waf/managed-rules/payload-logging",
    confidence: "documented",
  },
  "execute-once": {
    says: "A zone's entry point executes each managed ruleset at most once.",
    source: "developers docs, ruleset-engine/managed-rulesets/deploy-managed-ruleset",
    confidence: "documented",
  },
});

/** The phases in which account rules must be limited to zones with an Enterprise plan. */
const ENTERPRISE_PHASES = [
  "http_request_firewall_custom",
  "http_ratelimit",
  "http_request_firewall_managed",
  "http_response_firewall_managed",
];

/** Checks the parameters of `execute`. */
export function checkExecute(parameters: Members, context: RuleContext): Violation[] {
  const { id, overrides, matched_data: matchedData } = parameters;
  const known = typeof id === "string" && !isUnknown(id) ? id : undefined;
  return [
    ...checkExecutedId(known, context),
    ...(known === SENSITIVE_DATA_RULESET && isMembers(matchedData)
      ? [
          {
            constraint: EXECUTE["execute-matched-data"],
            path: ["action_parameters", "matched_data"],
            message: "is not supported by Sensitive Data Detection; remove it",
          },
        ]
      : []),
    ...(isMembers(overrides) ? checkOverrides(overrides, known, context) : []),
  ];
}

/** Checks the condition of account rules that run or skip rules for many zones. */
export function checkEnterprise({ action, expression }: Members, context: RuleContext): Violation[] {
  const { phase, kind, nameOf } = context;
  if (kind !== "root" || (action !== "execute" && action !== "skip") || !ENTERPRISE_PHASES.includes(phase))
    return [];
  if (typeof expression !== "string" || expression === "" || isUnknown(expression)) return [];
  if (isLimitedByPlan(expression)) return [];
  return [
    {
      constraint: EXECUTE["execute-account-plan"],
      path: ["expression"],
      message: `must be limited to zones with an Enterprise plan, since ${action} in the ${nameOf("phase")} ${phase} of an account requires it; write (…) and cf.zone.plan eq "ENT"`,
    },
  ];
}

/** Whether an expression matches only zones that a condition on the plan selects. An invalid expression is reported elsewhere. */
function isLimitedByPlan(expression: string): boolean {
  if (!expression.includes("cf.zone.plan")) return false;
  const parsed = parseCondition(expression);
  return !parsed.valid || impliesPlan(parsed.ast);
}

// Any condition on the plan passes: the exact form that the API looks for is not public.
function impliesPlan(node: Expression): boolean {
  if (node.kind === "group") return impliesPlan(node.expression);
  if (node.kind === "comparison")
    return node.left.source.kind === "field" && node.left.source.name === "cf.zone.plan";
  if (node.kind !== "combination") return false;
  return node.operator === "and" ? node.items.some(impliesPlan) : node.items.every(impliesPlan);
}

function checkExecutedId(id: string | undefined, context: RuleContext): Violation[] {
  if (id === undefined || id === "") return [];
  const path = ["action_parameters", "id"];
  if (!isId(id)) return [{ constraint: EXECUTE["execute-id"], path, message: notAnId(id, context) }];
  const { phase } = context;
  const executed = managedRuleset(id);
  const only = onlyRulesetOf(phase);
  if (
    executed
      ? executed.phase === phase
      : only === undefined || (levelOf(context) === "account" && phase !== "ddos_l4")
  )
    return [];
  const what = executed
    ? `${shown(id, context)}, ${executed.name} of the phase ${executed.phase}`
    : shown(id, context);
  const available = managedRulesetsOf(phase);
  const allowed =
    available.length > 0
      ? `must be the id of a ruleset of the phase ${phase}: ${available.join(", ")}`
      : `must be the id of a ruleset of the phase ${phase}`;
  return [{ constraint: EXECUTE["execute-phase"], path, message: `${allowed}; found ${what}` }];
}
