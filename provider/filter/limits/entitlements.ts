import type { Expression, ValueExpression } from "../parse/ast";
import { type FilterNode, walkFilter } from "../parse/walk-filter";
import { rowOfField } from "../scheme/fields";
import { FUNCTIONS } from "../scheme/functions";
import { FILTER_PLANS, type FilterPlan, type Place } from "./place";

/** A feature that only some plans include. */
export interface Need {
  readonly kind: "field" | "function" | "list" | "operator";
  /** The name of what needs the plan. */
  readonly name: string;
  /** The smallest plan that includes it. */
  readonly plan: FilterPlan;
  readonly message: string;
  /** The service's refusal, if it is public. */
  readonly refusal?: string;
  /** Whether sources differ about it. */
  readonly isDoubtful?: true;
}

/** A need at its first place in an expression. */
export interface PlacedNeed extends Need {
  readonly node: FilterNode;
}

const PLANS = {
  pro: "a paid plan",
  business: "a Business or Enterprise plan",
  enterprise: "an Enterprise plan",
} as const;
const RATES = "http_ratelimit";
/** Fields that rate limiting rules have in some plans only, by the smallest plan. Source: the table of availability, October 2026. */
const RATE_FIELDS: readonly (readonly [keyof typeof PLANS, RegExp])[] = [
  ["pro", /^http\.(?:host|request\.(?:uri|full_uri|uri\.query))$/],
  ["business", /^(?:ip\.src|http\.user_agent|http\.request\.method)$/],
  ["enterprise", /^(?:http\.request\.(?:headers|cookies)(?:\.|$)|cf\.worker\.upstream_zone$)/],
];

/** Fields of these that a report of 2026 shows in a Free plan. */
const DOUBTFUL_RATE_FIELDS = ["http.host", "http.request.method"];

/**
 * Returns each feature that the plan does not include, once. Without a plan, it returns those that are not in all plans in every
 * phase.
 */
export function unmetNeeds(ast: Expression | ValueExpression, { phase, plan }: Place): PlacedNeed[] {
  const needs = new Map<string, PlacedNeed>();
  const level = plan === undefined ? -1 : FILTER_PLANS.indexOf(plan);
  walkFilter(ast, (node) => {
    const need = needOf(node) ?? (phase === RATES && plan !== undefined ? rateNeed(node) : undefined);
    if (need === undefined || level >= FILTER_PLANS.indexOf(need.plan) || needs.has(need.name)) return;
    needs.set(need.name, { ...need, node });
  });
  return [...needs.values()];
}

function needOf(node: FilterNode): Need | undefined {
  if (node.kind === "comparison") return needOfTest(node.test);
  if (node.kind === "call") return needOfFunction(node.name);
  return node.kind === "field" ? needOfField(node.name) : undefined;
}

/** Returns the plan that a function needs. */
export function needOfFunction(name: string): Need | undefined {
  const plan = FUNCTIONS[name]?.plan;
  if (plan === undefined) return undefined;
  const need = { kind: "function", name, plan } as const;
  if (name !== "regex_replace") return { ...need, message: `${name}() needs ${PLANS[plan]}.` };
  return {
    ...need,
    message: `${name}() needs ${PLANS[plan]}, or WAF Advanced. wildcard_replace() does not.`,
    refusal: `not entitled: the use of function ${name} is not allowed, a Business plan or a WAF Advanced plan is required`,
  };
}

/** Returns the plan that a field needs in every phase. */
export function needOfField(name: string): Need | undefined {
  const { plan, product } = rowOfField(name) ?? {};
  if (plan === undefined) return undefined;
  const message = `The field ${name} needs ${PLANS[plan]}${product === undefined ? "" : ` with ${product}`}.`;
  return { kind: "field", name, plan, message };
}

function needOfTest(test: Extract<FilterNode, { kind: "comparison" }>["test"]): Need | undefined {
  if (test.kind === "matches") {
    return {
      kind: "operator",
      name: "matches",
      plan: "business",
      message: "matches needs a Business or Enterprise plan, or WAF Advanced. wildcard and contains do not.",
      refusal:
        "not entitled: the use of operator Matches is not allowed, a Business plan or a WAF Advanced plan is required",
    };
  }
  if (test.kind === "inList" && test.name.startsWith("cf."))
    return {
      kind: "list",
      name: `$${test.name}`,
      plan: "enterprise",
      message: `The managed list $${test.name} needs an Enterprise plan.`,
    };
  return undefined;
}

function rateNeed(node: FilterNode): Need | undefined {
  if (node.kind !== "field") return undefined;
  const plan = RATE_FIELDS.find(([, fields]) => fields.test(node.name))?.[0];
  if (plan === undefined) return undefined;
  return {
    kind: "field",
    name: node.name,
    plan,
    message: `The field ${node.name} needs ${PLANS[plan]}${plan === "enterprise" ? " with Advanced Rate Limiting" : ""} in rate limiting rules.`,
    ...(DOUBTFUL_RATE_FIELDS.includes(node.name) && { isDoubtful: true }),
    refusal: `not entitled: the use of field ${node.name} is not allowed, an higher Advanced Rate Limiting plan is required`,
  };
}
