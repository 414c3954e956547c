import type { Phase } from "../api/wire";
import { ZONE_PLANS, type ZonePlan } from "../api/plans";
import type { Level } from "../filter";
import type { RuleContext } from "./constraint";

/** A number for each plan. */
export type PerPlan = Readonly<Record<ZonePlan, number>>;

const MOST: PerPlan = { free: 10, pro: 25, business: 50, enterprise: 300 };
/**
 * The rules that a zone can have in a phase. Where pages of the documentation disagree, this is the largest number, so that no
 * rule is refused that the API accepts.
 */
const MAX_RULES: { readonly [phase in Phase]?: PerPlan } = {
  http_request_firewall_custom: { free: 5, pro: 40, business: 100, enterprise: 1000 },
  http_ratelimit: { free: 1, pro: 2, business: 15, enterprise: 100 },
  http_request_cache_settings: MOST,
  http_response_cache_settings: MOST,
  http_config_settings: MOST,
  http_request_origin: MOST,
  http_response_compression: MOST,
  http_request_dynamic_redirect: MOST,
  http_request_transform: MOST,
  http_request_late_transform: MOST,
  http_response_headers_transform: MOST,
  http_custom_errors: { free: 0, pro: 25, business: 50, enterprise: 300 },
  http_response_firewall_custom: { free: 3, pro: 3, business: 3, enterprise: 3 },
  ddos_l7: { free: 1, pro: 1, business: 1, enterprise: 10 },
};
/** The bulk redirect rules of an account. */
const MAX_REDIRECTS: PerPlan = { free: 15, pro: 15, business: 15, enterprise: 50 };
/** The rules of one custom ruleset of an account. */
const MAX_CUSTOM_RULES = 100;
/** The custom rulesets of a zone. */
const MAX_ZONE_RULESETS: PerPlan = { free: 1, pro: 2, business: 5, enterprise: 10 };
const MAX_ACCOUNT_RULESETS = 10;
/** Phases that count active rules only. */
const ACTIVE_ONLY: ReadonlySet<string> = new Set<Phase>([
  "http_request_transform",
  "http_request_late_transform",
  "http_response_headers_transform",
]);

/**
 * Returns how many rules a ruleset can have, or undefined if no limit is documented. The entry point and the custom rulesets of a zone
 * have that many together.
 */
export function maxRules(
  phase: Phase,
  kind: RuleContext["kind"],
  plan: ZonePlan,
  level?: Level,
): number | undefined {
  if (kind === "zone" || (kind === "custom" && level === "zone")) return MAX_RULES[phase]?.[plan];
  if (kind === "custom") return MAX_CUSTOM_RULES;
  return kind === "root" && phase === "http_request_redirect" ? MAX_REDIRECTS[plan] : undefined;
}

/** Whether the limit of a phase counts a rule. */
export function takesRoom(phase: string, rule: { readonly enabled?: boolean | undefined }): boolean {
  return rule.enabled !== false || !ACTIVE_ONLY.has(phase);
}

/** Returns how many custom rulesets a zone or account can have. */
export function maxCustomRulesets(level: "zone" | "account", plan: ZonePlan): number {
  return level === "zone" ? MAX_ZONE_RULESETS[plan] : MAX_ACCOUNT_RULESETS;
}

/** Whether a plan includes everything that another one does. */
export function includes(plan: ZonePlan, needed: ZonePlan): boolean {
  return ZONE_PLANS.indexOf(plan) >= ZONE_PLANS.indexOf(needed);
}

/** The periods of rate limits, in seconds. */
export const PERIODS = [
  10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600, 65_535, 86_400,
] as const;
/** The timeouts of rate limits, in seconds. */
export const MITIGATION_TIMEOUTS = [0, 10, 60, 120, 300, 600, 3600, 86_400] as const;

const MAX_PERIOD: PerPlan = { free: 10, pro: 60, business: 600, enterprise: 65_535 };
const MAX_TIMEOUT: PerPlan = { free: 10, pro: 3600, business: 86_400, enterprise: 86_400 };

/** Returns the periods of rate limits that a plan includes. */
export function periodsOf(plan: ZonePlan): number[] {
  return PERIODS.filter((period) => period <= MAX_PERIOD[plan]);
}

/** Returns the timeouts of rate limits that a plan includes, without 0; undefined if every number of seconds is one. */
export function timeoutsOf(plan: ZonePlan): number[] | undefined {
  if (plan === "enterprise") return undefined;
  return MITIGATION_TIMEOUTS.filter((timeout) => timeout > 0 && timeout <= MAX_TIMEOUT[plan]);
}

/** The plans that actions need. Other actions are in all plans. */
const ACTION_PLANS: Readonly<Record<string, ZonePlan>> = {
  log: "enterprise",
  log_custom_field: "enterprise",
  serve_error: "pro",
};
/** The plans that parameters of actions need: of any value, or of one. */
export const PARAMETER_PLANS: readonly {
  readonly action: string;
  readonly path: readonly string[];
  readonly value?: string;
  readonly plan: ZonePlan;
}[] = [
  { action: "route", path: ["host_header"], plan: "enterprise" },
  { action: "route", path: ["origin", "host"], plan: "enterprise" },
  { action: "route", path: ["sni"], plan: "enterprise" },
  { action: "set_config", path: ["ssl"], value: "origin_pull", plan: "enterprise" },
  { action: "set_cache_settings", path: ["additional_cacheable_ports"], plan: "enterprise" },
  { action: "set_cache_settings", path: ["read_timeout"], plan: "enterprise" },
];

/** Returns the characteristics of rate limits that a plan includes; undefined if it includes all. */
export function characteristicsOf(plan: ZonePlan): string[] | undefined {
  if (plan === "enterprise") return undefined;
  return ["cf.colo.id", "ip.src", ...(plan === "business" ? ["cf.unique_visitor_id"] : [])];
}

/** The plans that phases of a zone need. */
const ZONE_PHASE_PLANS: Readonly<Record<string, ZonePlan>> = {
  http_request_sbfm: "pro",
  http_log_custom_fields: "enterprise",
  http_custom_errors: "pro",
};
/** The plans that phases of an account need. Bulk redirects are in all plans. */
const ACCOUNT_PHASE_PLANS: Readonly<Record<string, ZonePlan>> = {
  http_request_firewall_custom: "enterprise",
  http_request_firewall_managed: "enterprise",
  http_response_firewall_managed: "enterprise",
  http_ratelimit: "enterprise",
  http_custom_errors: "enterprise",
  ddos_l7: "enterprise",
};

/** Returns the smallest plan that includes an action in a phase. */
export function planOfAction(action: string, phase: string): ZonePlan {
  // The page waf/response-firewall lists `log` for every plan.
  if (phase === "http_response_firewall_custom") return "free";
  return own(ACTION_PLANS, action);
}

/** Returns the smallest plan that includes a phase. */
export function planOfPhase(phase: string, level: "zone" | "account"): ZonePlan {
  return own(level === "zone" ? ZONE_PHASE_PLANS : ACCOUNT_PHASE_PLANS, phase);
}

function own(table: Readonly<Record<string, ZonePlan>>, name: string): ZonePlan {
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? "free";
}

/** Names a plan with its article: `an Enterprise plan`. */
export function aPlan(plan: ZonePlan): string {
  return `a${plan === "enterprise" ? "n" : ""} ${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan`;
}
