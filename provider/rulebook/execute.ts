import { isMembers, type Members } from "../api";
import { isUnknown } from "../api/unknown";
import type { Expression } from "../filter";
import {
  constraints,
  isId,
  levelOf,
  notAnId,
  shown,
  type RuleContext,
  type Violation,
  violation,
} from "./constraint";
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
    says: "A zone's entry point executes each managed ruleset at most once, in `ddos_l7` at most 10 times.",
    source:
      "developers docs, ruleset-engine/managed-rulesets/deploy-managed-ruleset and ddos-protection/managed-rulesets/http/http-overrides",
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
export function* checkExecute(parameters: Members, context: RuleContext): Iterable<Violation> {
  const { id, overrides, matched_data: matchedData } = parameters;
  const known = typeof id === "string" && !isUnknown(id) ? id : undefined;
  yield* checkExecutedId(known, context);
  if (known === SENSITIVE_DATA_RULESET && isMembers(matchedData)) {
    const message = "is not supported by Sensitive Data Detection; remove it";
    yield violation(EXECUTE["execute-matched-data"], ["matched_data"], message);
  }
  if (isMembers(overrides)) yield* checkOverrides(overrides, known, context);
}

/** Checks the condition of account rules that run or skip rules for many zones. */
export function* checkEnterprise(
  { action, expression }: Members,
  { phase, kind, nameOf }: RuleContext,
): Iterable<Violation> {
  if (kind !== "root" || (action !== "execute" && action !== "skip") || !ENTERPRISE_PHASES.includes(phase))
    return;
  if (typeof expression !== "string" || expression === "" || isUnknown(expression)) return;
  if (isLimitedByPlan(expression)) return;
  const message = `must be limited to zones with an Enterprise plan, since ${action} in the ${nameOf("phase")} ${phase} of an account requires it; write (…) and cf.zone.plan eq "ENT"`;
  yield violation(EXECUTE["execute-account-plan"], ["expression"], message);
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

function* checkExecutedId(id: string | undefined, context: RuleContext): Iterable<Violation> {
  if (id === undefined || id === "") return;
  if (!isId(id)) {
    yield violation(EXECUTE["execute-id"], ["id"], notAnId(id, context));
    return;
  }
  const { phase } = context;
  const executed = managedRuleset(id);
  const isOpen =
    onlyRulesetOf(phase) === undefined || (levelOf(context) === "account" && phase !== "ddos_l4");
  if (executed ? executed.phase === phase : isOpen) return;
  const what = executed ? `, ${executed.name} of the phase ${executed.phase}` : "";
  const available = managedRulesetsOf(phase);
  const list = available.length > 0 ? `: ${available.join(", ")}` : "";
  const message = `must be the id of a ruleset of the phase ${phase}${list}; found ${shown(id, context)}${what}`;
  yield violation(EXECUTE["execute-phase"], ["id"], message);
}
