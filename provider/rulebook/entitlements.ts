import { isMembers, type Members, type ZonePlan } from "../api";
import { isUnknown } from "../api/unknown";
import { unmetNeeds } from "../filter";
import { constraints, levelOf, shown, type RuleContext, type Violation, violation } from "./constraint";
import { expressionsOf } from "./expressions";
import { parseExpression } from "./judge-expression";
import { isChallenge } from "./phases";
import { lackOfManaged } from "./managed-rulesets";
import {
  aPlan,
  characteristicsOf,
  includes,
  PARAMETER_PLANS,
  periodsOf,
  planOfAction,
  planOfPhase,
  timeoutsOf,
} from "./plan-limits";
import { joinQuotedOr } from "../words";

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
  "plan-managed-ruleset": {
    says: "A Free plan has the Cloudflare Managed Free Ruleset only; Sensitive Data Detection needs an Enterprise plan.",
    source: "developers docs, waf/managed-rules, availability",
    confidence: "documented",
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
    says: "Fields of the request's body and `cf.bot_management.*` need an Enterprise plan, and rate limiting rules of smaller plans have fewer fields: Free the path and the verified bots, Pro also the URI, the full URI and the query, Business also the address and the user agent.",
    source: `${PLANS_PAGE}; waf/rate-limiting-rules, availability (October 2026)`,
    confidence: "documented",
  },
  "plan-field-doubtful": {
    says: "In rate limiting rules, `http.host` needs a Pro plan, and `http.request.method` a Business plan.",
    source:
      "developers docs, waf/rate-limiting-rules, availability (October 2026); a report of 2026 shows both in a Free plan",
    confidence: "inferred",
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
export function* checkEntitlements(rule: Members, context: RuleContext): Iterable<Violation> {
  const { plan, phase } = context;
  if (plan === undefined || plan === "enterprise") return;
  const { action, ratelimit } = rule;
  yield* checkActionAndPhase(action, plan, context);
  yield* checkManagedRuleset(rule, plan, context);
  yield* checkParameters(rule, plan);
  yield* checkFeatures(rule, context, plan);
  if (phase === "http_ratelimit" && isMembers(ratelimit))
    yield* checkRateLimit(ratelimit, action, plan, context);
}

function* checkActionAndPhase(action: unknown, plan: ZonePlan, context: RuleContext): Iterable<Violation> {
  const { phase, kind } = context;
  const needed = typeof action === "string" ? planOfAction(action, phase) : plan;
  if (!includes(plan, needed)) {
    const message = `${JSON.stringify(action)} needs ${aPlan(needed)}, but the plan is ${plan}`;
    yield violation(ENTITLEMENTS["plan-action"], ["action"], message);
  }
  const ofPhase = planOfPhase(phase, levelOf(context));
  if (includes(plan, ofPhase) || kind === "managed") return;
  const message = `belongs to the phase ${phase}, which needs ${aPlan(ofPhase)}, but the plan is ${plan}`;
  const refusal = `not entitled to use the phase ${phase}`;
  yield violation(ENTITLEMENTS["plan-phase"], ["action"], message, refusal);
}

function* checkManagedRuleset(
  { action, action_parameters: parameters }: Members,
  plan: ZonePlan,
  { kind }: RuleContext,
): Iterable<Violation> {
  const id = action === "execute" && kind === "zone" && isMembers(parameters) ? parameters["id"] : undefined;
  const lack = typeof id === "string" && !isUnknown(id) ? lackOfManaged(id, plan) : undefined;
  if (lack !== undefined)
    yield violation(
      ENTITLEMENTS["plan-managed-ruleset"],
      ["action_parameters", "id"],
      `is the id of ${lack}`,
    );
}

function* checkParameters(rule: Members, plan: ZonePlan): Iterable<Violation> {
  for (const { action, path, value, plan: needed } of PARAMETER_PLANS) {
    if (action !== rule["action"] || includes(plan, needed)) continue;
    const at = ["action_parameters", ...path];
    const given = at.reduce<unknown>((inner, name) => (isMembers(inner) ? inner[name] : undefined), rule);
    if (given === undefined || isUnknown(given) || (value !== undefined && given !== value)) continue;
    const what = value === undefined ? "" : `${JSON.stringify(value)} `;
    const message = `${what}needs ${aPlan(needed)}, but the plan is ${plan}`;
    yield violation(ENTITLEMENTS["plan-parameter"], at, message);
  }
}

function* checkCharacteristics(given: unknown, plan: ZonePlan, context: RuleContext): Iterable<Violation> {
  const included = characteristicsOf(plan);
  if (!Array.isArray(given) || !included) return;
  for (const [index, one] of (given as readonly unknown[]).entries()) {
    if (typeof one !== "string" || isUnknown(one) || included.includes(one)) continue;
    const message = `must be ${joinQuotedOr(included)} with the plan ${plan}, found ${shown(one, context)}`;
    yield violation(ENTITLEMENTS["plan-characteristics"], ["ratelimit", "characteristics", index], message);
  }
}

/** Checks the operators, functions and fields of every expression. Reports those of a secret expression without their names. */
function* checkFeatures(
  rule: Members,
  { phase, language, secret = false, isSecretAt = () => secret }: RuleContext,
  plan: ZonePlan,
): Iterable<Violation> {
  for (const { path, purpose, expression } of expressionsOf(rule)) {
    if (typeof expression !== "string" || isUnknown(expression)) continue;
    const parsed = parseExpression(expression, { purpose, language });
    if (!parsed.valid) continue;
    const said = new Set<string>();
    for (const { kind, name, plan: needed, refusal, isDoubtful } of unmetNeeds(parsed.ast, { phase, plan })) {
      const what = isSecretAt(path)
        ? `is secret, and uses ${kind === "operator" ? "an" : "a"} ${kind} that needs`
        : `uses the ${kind} ${name}, which needs`;
      const message = `${what} ${aPlan(needed)}, but the plan is ${plan}`;
      if (said.has(message)) continue;
      said.add(message);
      yield violation(
        isDoubtful ? ENTITLEMENTS["plan-field-doubtful"] : ENTITLEMENTS[`plan-${kind}`],
        path,
        message,
        refusal && `'${expression}' is not a valid value for ${path.at(-1) ?? ""} because ${refusal}`,
      );
    }
  }
}

function* checkRateLimit(
  ratelimit: Members,
  action: unknown,
  plan: ZonePlan,
  context: RuleContext,
): Iterable<Violation> {
  const { period, mitigation_timeout: timeout, counting_expression: counting } = ratelimit;
  yield* checkCharacteristics(ratelimit["characteristics"], plan, context);
  const periods = periodsOf(plan);
  if (typeof period === "number" && !periods.includes(period)) {
    const message = `must be ${periods.join(", ")} seconds with the plan ${plan}, found ${shown(period, context)}`;
    const refusal = `not entitled to use the period ${period}, can only use a period among [${periods.join(", ")}]`;
    yield violation(ENTITLEMENTS["plan-period"], ["ratelimit", "period"], message, refusal);
  }
  if (typeof timeout === "number") yield* checkTimeout(timeout, action, plan, context);
  if (typeof counting === "string" && counting !== "" && !includes(plan, "business")) {
    const message = `needs ${aPlan("business")}, but the plan is ${plan}; remove it, so that the rule counts what it matches`;
    yield violation(ENTITLEMENTS["plan-counting"], ["ratelimit", "counting_expression"], message);
  }
}

function* checkTimeout(
  timeout: number,
  action: unknown,
  plan: ZonePlan,
  context: RuleContext,
): Iterable<Violation> {
  const path = ["ratelimit", "mitigation_timeout"];
  const found = shown(timeout, context);
  const timeouts = timeoutsOf(plan) ?? [];
  const allowed = `must be ${timeouts.join(", ")} seconds with the plan ${plan}, found`;
  if (typeof action === "string" && isChallenge(action)) {
    if (timeout === 0) return;
    const message = `must be 0 for ${action} with the plan ${plan}, found ${found}`;
    yield violation(ENTITLEMENTS["plan-challenge-timeout"], path, message);
  } else if (timeout === 0) {
    const message = `${allowed} 0, which only Enterprise plans have`;
    if (action === "block") yield violation(ENTITLEMENTS["plan-throttle"], path, message);
  } else if (!timeouts.includes(timeout)) {
    const refusal = `not entitled to use a mitigation timeout different from ${timeouts.join(", ")}`;
    yield violation(ENTITLEMENTS["plan-timeout"], path, `${allowed} ${found}`, refusal);
  }
}
