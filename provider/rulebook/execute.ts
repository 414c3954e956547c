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
  "execute-account-zone": {
    says: 'In an account, the condition contains `cf.zone.plan eq "ENT"` even if it names zones by `cf.zone.name`.',
    source: "developers docs, waf/account; the vendor's Terraform page has such a condition without it",
    confidence: "inferred",
  },
  "execute-account-form": {
    says: 'In the entry point of an account, the condition of the firewall phases is `(…) and cf.zone.plan eq "ENT"`. `not (…) and …` and `(…) and (…) and …` are refused.',
    source:
      "developers docs, waf/account/custom-rulesets/create-api; tests against the API in October 2026, by the authors of another linter",
    confidence: "observed",
  },
  "execute-account-parentheses": {
    says: "In the entry point of an account, several conditions before the plan are in one pair of parentheses.",
    source: "developers docs, waf/account/custom-rulesets/create-api",
    confidence: "inferred",
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
  "execute-version": {
    says: "`version` of `execute` is `latest`, or the number of a version.",
    source:
      "developers docs, ruleset-engine/about/rulesets and the versions of API answers; what is refused is not public",
    confidence: "inferred",
  },
  "execute-single": {
    says: "The entry point of `http_response_firewall_custom` has at most one rule with the action `execute`.",
    source: "developers docs, waf/response-firewall",
    confidence: "documented",
  },
  "execute-once": {
    says: "A zone's entry point executes each managed ruleset at most once, in `ddos_l7` at most 10 times.",
    source:
      "developers docs, ruleset-engine/managed-rulesets/deploy-managed-ruleset and ddos-protection/managed-rulesets/http/http-overrides",
    confidence: "documented",
  },
});

/** The phases of which the form of an account's condition is known. */
const FORM_PHASES = ["http_request_firewall_custom", "http_ratelimit", "http_request_firewall_managed"];
/** The phases in which account rules must be limited to zones with an Enterprise plan. */
const ENTERPRISE_PHASES = [...FORM_PHASES, "http_response_firewall_managed"];

/** Checks the parameters of `execute`. */
export function* checkExecute(parameters: Members, context: RuleContext): Iterable<Violation> {
  const { id, overrides, matched_data: matchedData, version } = parameters;
  const known = typeof id === "string" && !isUnknown(id) ? id : undefined;
  yield* checkExecutedId(known, context);
  if (typeof version === "string" && !isUnknown(version) && !/^(?:latest|[1-9]\d*|)$/.test(version)) {
    const message = `must be "latest" or the number of a version, such as "35", found ${shown(version, context)}; leave it out for the latest one`;
    yield violation(EXECUTE["execute-version"], ["version"], message);
  }
  if (known === SENSITIVE_DATA_RULESET && isMembers(matchedData)) {
    const message = "is not supported by Sensitive Data Detection; remove it";
    yield violation(EXECUTE["execute-matched-data"], ["matched_data"], message);
  }
  if (isMembers(overrides)) yield* checkOverrides(overrides, known, context);
}

const PLAN = "cf.zone.plan";

/** Checks the condition of account rules that run or skip rules for many zones. */
export function* checkEnterprise({ action, expression }: Members, context: RuleContext): Iterable<Violation> {
  const { phase, kind, nameOf } = context;
  if (kind !== "root" || !ENTERPRISE_PHASES.includes(phase)) return;
  if (typeof expression !== "string" || expression === "" || isUnknown(expression)) return;
  if (isLimitedBy(PLAN, expression, context)) {
    if (FORM_PHASES.includes(phase)) yield* checkForm(expression, context);
    return;
  }
  if (!needsPlan(action, phase)) return;
  const limited = `limited to zones with an Enterprise plan, since ${action} in the ${nameOf("phase")} ${phase} of an account requires it; write (…) and cf.zone.plan eq "ENT"`;
  yield isLimitedBy("cf.zone.name", expression, context)
    ? violation(EXECUTE["execute-account-zone"], ["expression"], `is documented to be ${limited}`)
    : violation(EXECUTE["execute-account-plan"], ["expression"], `must be ${limited}`);
}

/** Whether the condition of a rule must be limited to a plan. In the phase of custom rules, `skip` is refused anyway. */
function needsPlan(action: unknown, phase: string): action is "execute" | "skip" {
  return action === "execute" || (action === "skip" && phase !== "http_request_firewall_custom");
}

/** Checks the form of a condition that is limited by the plan. An invalid expression is reported elsewhere. */
function* checkForm(expression: string, context: RuleContext): Iterable<Violation> {
  const parsed = parseCondition(expression, context);
  if (!parsed.valid || parsed.ast.kind !== "combination" || parsed.ast.operator !== "and") return;
  const others = parsed.ast.items.filter((item) => !implies(PLAN, item));
  const isSingle = others.length === 1;
  if (others.length === 0 || (isSingle && others[0]?.kind !== "negation")) return;
  const [found, joined] = isSingle ? ["not", "not …"] : [others.length, "… and …"];
  const form = `have one condition in parentheses before the plan, found ${found}; write (${joined}) and cf.zone.plan eq "ENT"`;
  yield others.every(({ kind }) => kind === "group" || kind === "negation")
    ? violation(EXECUTE["execute-account-form"], ["expression"], `must ${form}`)
    : violation(EXECUTE["execute-account-parentheses"], ["expression"], `is documented to ${form}`);
}

/** Whether an expression matches only zones that a condition on a field selects. An invalid expression is reported elsewhere. */
function isLimitedBy(field: string, expression: string, context: RuleContext): boolean {
  if (!expression.includes(field)) return false;
  const parsed = parseCondition(expression, context);
  return !parsed.valid || implies(field, parsed.ast);
}

// Any condition on the field passes: which ones the API looks for is not public.
function implies(field: string, node: Expression): boolean {
  if (node.kind === "group") return implies(field, node.expression);
  if (node.kind === "comparison") return node.left.source.kind === "field" && node.left.source.name === field;
  if (node.kind !== "combination") return false;
  const isLimited = (item: Expression) => implies(field, item);
  return node.operator === "and" ? node.items.some(isLimited) : node.items.every(isLimited);
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
