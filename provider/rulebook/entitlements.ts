import { isMembers, type Members, type ZonePlan } from "../api";
import { listOr } from "../api/suggestion";
import { isUnknown } from "../api/unknown";
import { unmetNeeds } from "../filter";
import { constraints, levelOf, shown, type RuleContext, type Violation } from "./constraint";
import { expressionsOf } from "./expressions";
import { parseExpression } from "./judge-expression";
import { isChallenge } from "./phases";
import {
  characteristicsOf,
  includes,
  PARAMETER_PLANS,
  periodsOf,
  planOfAction,
  planOfPhase,
  timeoutsOf,
} from "./plan-limits";

const PLANS_PAGE = "developers docs, plans of each product";

export const ENTITLEMENTS = constraints({
  "plan-action": {
    says: "`log` and `log_custom_field` need an Enterprise plan, `serve_error` needs a Pro plan.",
    source: PLANS_PAGE,
    confidence: "documented",
  },
  "plan-phase": {
    says: "`http_request_sbfm` and `http_custom_errors` need a Pro plan. Phases of an account need an Enterprise plan, except `http_request_redirect`.",
    source: PLANS_PAGE,
    confidence: "documented",
    code: 50002,
  },
  "plan-parameter": {
    says: '`origin.host`, `host_header` and `sni` of `route`, `ssl: "origin_pull"`, and `additional_cacheable_ports` and `read_timeout` of the cache need an Enterprise plan.',
    source: PLANS_PAGE,
    confidence: "documented",
  },
  "plan-characteristics": {
    says: "Rate limits of Free and Pro plans count by `ip.src`, those of Business plans also by `cf.unique_visitor_id`.",
    source: PLANS_PAGE,
    confidence: "documented",
  },
  "plan-operator": {
    says: "`matches` needs a Business plan.",
    source: `${PLANS_PAGE}; for the text an API answer`,
    confidence: "documented",
  },
  "plan-function": {
    says: "`regex_replace` needs a Business plan, `is_timed_hmac_valid_v0` a Pro plan.",
    source: `${PLANS_PAGE}; for the text an API answer`,
    confidence: "documented",
  },
  "plan-list": {
    says: "Managed lists (`$cf.…`) need an Enterprise plan.",
    source: PLANS_PAGE,
    confidence: "documented",
  },
  "plan-field": {
    says: "Fields of the request's body and `cf.bot_management.*` need an Enterprise plan, and rate limiting rules of smaller plans have fewer fields.",
    source: PLANS_PAGE,
    confidence: "documented",
  },
  "plan-period": {
    says: "`period` is 10 in a Free plan, at most 60 in Pro, 600 in Business and 65535 in Enterprise.",
    source: `${PLANS_PAGE}; for the text an API answer`,
    confidence: "documented",
  },
  "plan-timeout": {
    says: "`mitigation_timeout` is 10 in a Free plan, at most 3600 in Pro and 86400 in Business; below Enterprise it is a listed value.",
    source: `${PLANS_PAGE}; for the text an API answer`,
    confidence: "documented",
  },
  "plan-challenge-timeout": {
    says: "Below an Enterprise plan, `mitigation_timeout` is 0 for challenges.",
    source: PLANS_PAGE,
    confidence: "documented",
  },
  "plan-throttle": {
    says: "Rules that block with `mitigation_timeout` 0 need an Enterprise plan.",
    source: PLANS_PAGE,
    confidence: "documented",
  },
  "plan-counting": {
    says: "`counting_expression` needs a Business plan.",
    source: PLANS_PAGE,
    confidence: "documented",
  },
});

/** Checks what the plan of the zone does not include. Without a plan it reports nothing. */
export function checkEntitlements(rule: Members, context: RuleContext): Violation[] {
  const { plan, phase } = context;
  if (plan === undefined || plan === "enterprise") return [];
  const { action, ratelimit } = rule;
  return [
    ...(typeof action === "string" ? checkAction(action, plan) : []),
    ...checkPhase(plan, context),
    ...checkParameters(rule, plan),
    ...checkFeatures(rule, phase, plan),
    ...(phase === "http_ratelimit" && isMembers(ratelimit)
      ? checkRateLimit(ratelimit, action, plan, context)
      : []),
  ];
}

function checkAction(action: string, plan: ZonePlan): Violation[] {
  const needed = planOfAction(action);
  if (includes(plan, needed)) return [];
  const message = `${JSON.stringify(action)} needs ${aPlan(needed)}, but the plan is ${plan}`;
  return [{ constraint: ENTITLEMENTS["plan-action"], path: ["action"], message }];
}

function checkPhase(plan: ZonePlan, context: RuleContext): Violation[] {
  const { phase, kind } = context;
  const needed = planOfPhase(phase, levelOf(context));
  if (includes(plan, needed) || kind === "managed") return [];
  const message = `belongs to the phase ${phase}, which needs ${aPlan(needed)}, but the plan is ${plan}`;
  const refusal = `not entitled to use the phase ${phase}`;
  return [{ constraint: ENTITLEMENTS["plan-phase"], path: ["action"], message, refusal }];
}

function checkParameters({ action, action_parameters: parameters }: Members, plan: ZonePlan): Violation[] {
  return PARAMETER_PLANS.filter((one) => one.action === action && !includes(plan, one.plan)).flatMap(
    (one) => {
      const given = one.path.reduce<unknown>(
        (inner, name) => (isMembers(inner) ? inner[name] : undefined),
        parameters,
      );
      if (given === undefined || isUnknown(given) || (one.value !== undefined && given !== one.value))
        return [];
      const what = one.value === undefined ? "" : `${JSON.stringify(one.value)} `;
      const message = `${what}needs ${aPlan(one.plan)}, but the plan is ${plan}`;
      return [
        { constraint: ENTITLEMENTS["plan-parameter"], path: ["action_parameters", ...one.path], message },
      ];
    },
  );
}

function checkCharacteristics(given: unknown, plan: ZonePlan, context: RuleContext): Violation[] {
  const included = characteristicsOf(plan);
  if (!Array.isArray(given) || !included) return [];
  return given.flatMap((one: unknown, index): Violation[] => {
    if (typeof one !== "string" || isUnknown(one) || included.includes(one)) return [];
    const message = `must be ${listOr(included)} with the plan ${plan}, found ${shown(one, context)}`;
    const path = ["ratelimit", "characteristics", index];
    return [{ constraint: ENTITLEMENTS["plan-characteristics"], path, message }];
  });
}

/** Checks the operators, functions and fields of every expression. */
function checkFeatures(rule: Members, phase: string, plan: ZonePlan): Violation[] {
  return expressionsOf(rule).flatMap(({ path, purpose, expression }) => {
    if (typeof expression !== "string" || isUnknown(expression)) return [];
    const parsed = parseExpression(expression, { purpose });
    if (!parsed.valid) return [];
    return unmetNeeds(parsed.ast, { phase, plan }).map(({ kind, name, plan: needed, refusal }) => ({
      constraint: ENTITLEMENTS[`plan-${kind}`],
      path,
      message: `uses the ${kind} ${name}, which needs ${aPlan(needed)}, but the plan is ${plan}`,
      ...(refusal !== undefined && {
        refusal: `'${expression}' is not a valid value for ${path.at(-1) ?? ""} because ${refusal}`,
      }),
    }));
  });
}

function checkRateLimit(
  ratelimit: Members,
  action: unknown,
  plan: ZonePlan,
  context: RuleContext,
): Violation[] {
  const { period, mitigation_timeout: timeout, counting_expression: counting } = ratelimit;
  const violations = checkCharacteristics(ratelimit["characteristics"], plan, context);
  const periods = periodsOf(plan);
  if (typeof period === "number" && !periods.includes(period)) {
    violations.push({
      constraint: ENTITLEMENTS["plan-period"],
      path: ["ratelimit", "period"],
      message: `must be ${periods.join(", ")} seconds with the plan ${plan}, found ${shown(period, context)}`,
      refusal: `not entitled to use the period ${period}, can only use a period among [${periods.join(", ")}]`,
    });
  }
  if (typeof timeout === "number") violations.push(...checkTimeout(timeout, action, plan, context));
  const path = ["ratelimit", "counting_expression"];
  if (typeof counting === "string" && counting !== "" && !includes(plan, "business")) {
    violations.push({
      constraint: ENTITLEMENTS["plan-counting"],
      path,
      message: `needs ${aPlan("business")}, but the plan is ${plan}; remove it, so that the rule counts what it matches`,
    });
  }
  return violations;
}

function checkTimeout(timeout: number, action: unknown, plan: ZonePlan, context: RuleContext): Violation[] {
  const path = ["ratelimit", "mitigation_timeout"];
  const found = shown(timeout, context);
  if (typeof action === "string" && isChallenge(action)) {
    if (timeout === 0) return [];
    const message = `must be 0 for ${action} with the plan ${plan}, found ${found}`;
    return [{ constraint: ENTITLEMENTS["plan-challenge-timeout"], path, message }];
  }
  const timeouts = timeoutsOf(plan) ?? [];
  if (timeout === 0) {
    if (action !== "block") return [];
    const message = `must be ${timeouts.join(", ")} seconds with the plan ${plan}, found 0, which only Enterprise plans have`;
    return [{ constraint: ENTITLEMENTS["plan-throttle"], path, message }];
  }
  if (timeouts.includes(timeout)) return [];
  return [
    {
      constraint: ENTITLEMENTS["plan-timeout"],
      path,
      message: `must be ${timeouts.join(", ")} seconds with the plan ${plan}, found ${found}`,
      refusal: `not entitled to use a mitigation timeout different from ${timeouts.join(", ")}`,
    },
  ];
}

function aPlan(plan: ZonePlan): string {
  return `a${plan === "enterprise" ? "n" : ""} ${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan`;
}
