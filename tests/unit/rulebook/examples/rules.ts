import { CUSTOM, LIMITS, type Example } from "./example";

const BLOCK = { action: "block", expression: "ssl" };
const CREDENTIALS = { username_expression: "http.host", password_expression: "http.host" };
const SHARED = { phase: "http_request_firewall_custom", kind: "custom" } as const;

/** Actions, logging, expressions and checks of credentials. */
export const RULES: Readonly<Record<string, Example>> = {
  "action-phase": {
    at: { phase: "http_request_origin", kind: "zone" },
    rule: BLOCK,
    path: ["action"],
    message:
      '"block" cannot be used in phase http_request_origin, which accepts "route"; it belongs to the phases http_request_firewall_custom, http_ratelimit, http_request_sbfm, http_response_firewall_custom, magic_transit, magic_transit_ratelimit',
    refusal:
      "'block' is not a valid value for Action because it is not possible to use the block action in a ruleset with phase http_request_origin and kind zone",
  },
  "action-phase-doubtful": {
    at: { phase: "http_request_sbfm", kind: "zone" },
    rule: { action: "execute", action_parameters: { id: "0".repeat(32) }, expression: "ssl" },
    path: ["action"],
    message:
      '"execute" is not among the documented actions of the phase http_request_sbfm, "block", "challenge", "js_challenge" or "managed_challenge"; the API may refuse it',
  },
  "action-parameters-required": {
    at: CUSTOM,
    rule: { action: "skip", expression: "ssl" },
    path: ["action_parameters"],
    message: 'is missing; the action "skip" needs it',
    code: 20113,
    refusal: "action parameters are required for the skip action",
  },
  "logging-action": {
    at: CUSTOM,
    rule: { ...BLOCK, logging: { enabled: true } },
    path: ["logging"],
    message: 'cannot be set for the action "block": only skip rules have it; remove it',
    code: 20018,
    refusal: "logging options only allowed in the skip action",
  },
  "description-length": {
    at: CUSTOM,
    rule: { ...BLOCK, description: `${"ü".repeat(2048)}.` },
    path: ["description"],
    message: "must have at most 4096 bytes in UTF-8, found 4097; write a shorter one",
  },
  "expression-regexes": {
    at: CUSTOM,
    rule: {
      action: "block",
      expression: Array.from({ length: 65 }, () => 'http.host matches "a"').join(" or "),
    },
    path: ["expression"],
    message:
      "must have at most 64 regular expressions, found 65; join patterns with |, or write several rules",
  },
  "expression-log-fields": {
    at: { phase: "http_log_custom_fields", kind: "zone" },
    rule: {
      action: "log_custom_field",
      action_parameters: { request_fields: [{ name: "x-trace" }] },
      expression: "ssl",
    },
    path: ["expression"],
    message:
      'must be "true" in the phase http_log_custom_fields, found "ssl"; the fields are logged for all requests',
  },
  "expression-redirect-list": {
    at: { phase: "http_request_redirect", kind: "root" },
    rule: {
      action: "redirect",
      action_parameters: { from_list: { name: "moved", key: "http.request.full_uri" } },
      expression: "ssl",
    },
    path: ["expression"],
    message:
      "is documented to look up the list of from_list; write http.request.full_uri in $list, with the name of the list",
  },
  "credential-check-place": {
    at: CUSTOM,
    rule: { ...BLOCK, exposed_credential_check: CREDENTIALS },
    path: ["exposed_credential_check"],
    message:
      "belongs to rules of an account's custom ruleset in the phase http_request_firewall_custom; in a zone, use the fields cf.waf.credential_check.*",
  },
  "credential-check-action": {
    at: SHARED,
    rule: { action: "managed_challenge", expression: "ssl", exposed_credential_check: CREDENTIALS },
    path: ["action"],
    message:
      'must be "rewrite", "log", "block", "js_challenge" or "challenge" in a rule with exposed_credential_check, found "managed_challenge"',
  },
  "credential-check-length": {
    at: SHARED,
    rule: {
      ...BLOCK,
      exposed_credential_check: { ...CREDENTIALS, password_expression: "x".repeat(1025) },
    },
    path: ["exposed_credential_check", "password_expression"],
    message: "must have at most 1024 characters, found 1025",
  },
  "credential-check-rewrite": {
    at: SHARED,
    rule: {
      action: "rewrite",
      action_parameters: { headers: { "Exposed-Credential-Check": { operation: "set", value: "1" } } },
      expression: "ssl",
    },
    path: ["exposed_credential_check"],
    message:
      "is missing: rewrite in the phase http_request_firewall_custom requires it; rewrite requests in http_request_transform or http_request_late_transform instead",
  },
  "plan-action": {
    at: { ...CUSTOM, plan: "business" },
    rule: { action: "log", expression: "ssl" },
    path: ["action"],
    message: '"log" needs an Enterprise plan, but the plan is business',
  },
  "plan-phase": {
    at: { phase: "http_request_sbfm", kind: "zone", plan: "free" },
    rule: BLOCK,
    path: ["action"],
    message: "belongs to the phase http_request_sbfm, which needs a Pro plan, but the plan is free",
    code: 50002,
    refusal: "not entitled to use the phase http_request_sbfm",
  },
  "plan-managed-ruleset": {
    at: { phase: "http_request_firewall_managed", kind: "zone", plan: "free" },
    rule: {
      action: "execute",
      action_parameters: { id: "4814384a9e5d4991b9815dcfc25d2f1f" },
      expression: "true",
    },
    path: ["action_parameters", "id"],
    message:
      "is the id of Cloudflare OWASP Core Ruleset, which needs a Pro plan, but the plan is free; every plan has Cloudflare Managed Free Ruleset (77454fe2d30c4220b5701f6fdfb893ba)",
  },
  "plan-parameter": {
    at: { phase: "http_config_settings", kind: "zone", plan: "pro" },
    rule: { action: "set_config", action_parameters: { ssl: "origin_pull" }, expression: "true" },
    path: ["action_parameters", "ssl"],
    message: '"origin_pull" needs an Enterprise plan, but the plan is pro',
  },
  "plan-characteristics": {
    at: { ...LIMITS, plan: "pro" },
    rule: limiting({ characteristics: ["cf.colo.id", "cf.unique_visitor_id"], mitigation_timeout: 10 }),
    path: ["ratelimit", "characteristics", 1],
    message: 'must be "cf.colo.id" or "ip.src" with the plan pro, found "cf.unique_visitor_id"',
  },
  "plan-operator": {
    at: { ...CUSTOM, plan: "pro" },
    rule: { action: "block", expression: 'http.host matches "^a"' },
    path: ["expression"],
    message: "uses the operator matches, which needs a Business plan, but the plan is pro",
    refusal:
      "'http.host matches \"^a\"' is not a valid value for expression because not entitled: the use of operator Matches is not allowed, a Business plan or a WAF Advanced plan is required",
  },
  "plan-function": {
    at: { ...CUSTOM, plan: "free" },
    rule: {
      action: "block",
      expression:
        'is_timed_hmac_valid_v0("secret", http.request.uri.query, 60, http.request.timestamp.sec, 0)',
    },
    path: ["expression"],
    message: "uses the function is_timed_hmac_valid_v0, which needs a Pro plan, but the plan is free",
  },
  "plan-list": {
    at: { ...CUSTOM, plan: "business" },
    rule: { action: "block", expression: "ip.src in $cf.open_proxies" },
    path: ["expression"],
    message: "uses the list $cf.open_proxies, which needs an Enterprise plan, but the plan is business",
  },
  "plan-field": {
    at: { ...CUSTOM, plan: "business" },
    rule: { action: "block", expression: "cf.bot_management.score lt 30" },
    path: ["expression"],
    message:
      "uses the field cf.bot_management.score, which needs an Enterprise plan, but the plan is business",
  },
  "plan-field-doubtful": {
    at: { ...LIMITS, plan: "free" },
    rule: { ...limiting({ mitigation_timeout: 10 }), expression: 'http.host eq "shop.example.com"' },
    path: ["expression"],
    message: "uses the field http.host, which needs a Pro plan, but the plan is free",
    refusal:
      "'http.host eq \"shop.example.com\"' is not a valid value for expression because not entitled: the use of field http.host is not allowed, an higher Advanced Rate Limiting plan is required",
  },
  "plan-period": {
    at: { ...LIMITS, plan: "free" },
    rule: limiting({ period: 60, mitigation_timeout: 10 }),
    path: ["ratelimit", "period"],
    message: "must be 10 seconds with the plan free, found 60",
    refusal: "not entitled to use the period 60, can only use a period among [10]",
  },
  "plan-timeout": {
    at: { ...LIMITS, plan: "free" },
    rule: limiting({ mitigation_timeout: 60 }),
    path: ["ratelimit", "mitigation_timeout"],
    message: "must be 10 seconds with the plan free, found 60",
    refusal: "not entitled to use a mitigation timeout different from 10",
  },
  "plan-challenge-timeout": {
    at: { ...LIMITS, plan: "business" },
    rule: { ...limiting({ mitigation_timeout: 60 }), action: "managed_challenge" },
    path: ["ratelimit", "mitigation_timeout"],
    message: "must be 0 for managed_challenge with the plan business, found 60",
  },
  "plan-throttle": {
    at: { ...LIMITS, plan: "pro" },
    rule: limiting({ mitigation_timeout: 0 }),
    path: ["ratelimit", "mitigation_timeout"],
    message:
      "must be 10, 60, 120, 300, 600, 3600 seconds with the plan pro, found 0, which only Enterprise plans have",
  },
  "plan-counting": {
    at: { ...LIMITS, plan: "pro" },
    rule: limiting({ mitigation_timeout: 10, counting_expression: "ssl" }),
    path: ["ratelimit", "counting_expression"],
    message: "needs a Business plan, but the plan is pro; remove it, so that the rule counts what it matches",
  },
};

function limiting(change: object) {
  const ratelimit = { characteristics: ["cf.colo.id", "ip.src"], period: 10, requests_per_period: 5 };
  return { ...BLOCK, ratelimit: { ...ratelimit, ...change } };
}
