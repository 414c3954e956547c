import {
  account,
  blocking,
  CUSTOM,
  custom,
  executing,
  GENERAL_RULESET,
  limiting,
  MANAGED,
  OWASP_RULESET,
  RATE_LIMITING,
  RULE_OF_GENERAL,
  type RuleExample,
  SCORING_RULE,
  skipping,
  zone,
} from "./example";

const RULE_OF_OWASP = "7683285d70b14023ac407b67eccbb280";
const HTTP_DDOS = "4d21379b4f9f4bb088e0729962c8b3cf";
const SENSITIVE_DATA = "e22d83c647c64a3eae91b71b499d988e";
const DDOS = zone("ddos_l7");
const SHARED = custom("http_request_firewall_custom");
const REDIRECT = {
  action: "redirect",
  action_parameters: { from_list: { name: "moved", key: "http.request.full_uri" } },
  expression: "http.request.full_uri in $moved",
};
const LOG_FIELD = {
  action: "log_custom_field",
  action_parameters: { request_fields: [{ name: "x-trace" }] },
  expression: "true",
};
const CREDENTIALS = {
  username_expression: 'lookup_json_string(http.request.body.raw, "name")',
  password_expression: 'lookup_json_string(http.request.body.raw, "password")',
};
const REWRITE = {
  action: "rewrite",
  action_parameters: { headers: { "Exposed-Credential-Check": { operation: "set", value: "1" } } },
  expression: "ssl",
};

const overriding = (overrides: object, id = OWASP_RULESET) => executing(id, { overrides });
const checked = (more: object = {}) =>
  blocking("ssl", { exposed_credential_check: { ...CREDENTIALS, ...more } });

/** Rulesets, actions, logging and checks of credentials. */
export const BASIC_EXAMPLES = {
  "phase-level": {
    ...{ at: zone("http_request_redirect"), goodAt: account("http_request_redirect") },
    ...{ bad: REDIRECT, good: REDIRECT },
  },
  "custom-ruleset-phase": {
    ...{ at: custom("http_request_transform"), goodAt: zone("http_request_transform") },
    bad: { action: "rewrite", action_parameters: { uri: { path: { value: "/new" } } }, expression: "ssl" },
    good: { action: "rewrite", action_parameters: { uri: { path: { value: "/new" } } }, expression: "ssl" },
  },
  "action-phase": {
    at: zone("http_request_origin"),
    bad: blocking("ssl"),
    good: { action: "route", action_parameters: { origin: { port: 8443 } }, expression: "ssl" },
  },
  "action-phase-doubtful": {
    at: zone("http_response_firewall_managed"),
    bad: { action: "log", expression: "ssl" },
    good: executing(SENSITIVE_DATA),
  },
  "action-parameters-required": {
    bad: { action: "skip", expression: "ssl" },
    good: skipping({ ruleset: "current" }),
  },
  "logging-action": {
    bad: blocking("ssl", { logging: { enabled: true } }),
    good: { ...skipping({ ruleset: "current" }), logging: { enabled: true } },
  },
  "credential-check-place": { at: CUSTOM, goodAt: SHARED, bad: checked(), good: checked() },
  "credential-check-action": {
    at: SHARED,
    bad: { ...checked(), action: "managed_challenge" },
    good: { ...checked(), action: "challenge" },
  },
  "credential-check-length": {
    at: SHARED,
    bad: checked({ username_expression: `lookup_json_string(http.request.body.raw, "${"n".repeat(1000)}")` }),
    good: checked(),
  },
  "credential-check-rewrite": {
    at: SHARED,
    bad: REWRITE,
    good: { ...REWRITE, exposed_credential_check: CREDENTIALS },
  },
  "expression-regexes": {
    bad: Array.from({ length: 65 }, (_, index) => `http.host matches "^a${index}"`).join(" or "),
    good: 'http.host matches "^a[0-9]+"',
  },
  "expression-log-fields": {
    at: zone("http_log_custom_fields"),
    bad: { ...LOG_FIELD, expression: "ssl" },
    good: LOG_FIELD,
  },
  "expression-redirect-list": {
    at: account("http_request_redirect"),
    bad: { ...REDIRECT, expression: "ssl" },
    good: REDIRECT,
  },
  "expression-condition": { bad: 'http.path eq "/a"', good: 'http.request.uri.path eq "/a"' },
  "expression-value": {
    at: zone("http_request_transform"),
    bad: {
      action: "rewrite",
      action_parameters: { uri: { path: { expression: "ssl" } } },
      expression: "ssl",
    },
    good: {
      action: "rewrite",
      action_parameters: { uri: { path: { expression: "lower(http.request.uri.path)" } } },
      expression: "ssl",
    },
  },
} satisfies Readonly<Record<string, RuleExample>>;

/** `skip`, `execute` and overrides. */
export const EXECUTE_EXAMPLES = {
  "skip-member-phase": {
    bad: skipping({ rulesets: [OWASP_RULESET] }),
    good: skipping({ ruleset: "current" }),
  },
  "skip-exclusive-members": {
    at: MANAGED,
    bad: skipping({ ruleset: "current", rulesets: [OWASP_RULESET] }),
    good: skipping({ rulesets: [OWASP_RULESET] }),
  },
  "skip-current-phase": {
    bad: skipping({ phase: "current" }),
    good: skipping({ phase: "current", products: ["waf"] }),
  },
  "skip-phase": { bad: skipping({ phases: ["ddos_l7"] }), good: skipping({ phases: ["http_ratelimit"] }) },
  "skip-product": {
    previewId: "shape",
    bad: skipping({ products: ["botFight"] }),
    good: skipping({ products: ["waf"] }),
  },
  "skip-ids": {
    at: MANAGED,
    bad: skipping({ rulesets: ["owasp"] }),
    good: skipping({ rulesets: [OWASP_RULESET] }),
  },
  "skip-rule-of-ruleset": {
    at: MANAGED,
    bad: skipping({ rules: { [OWASP_RULESET]: [RULE_OF_GENERAL] } }),
    good: skipping({ rules: { [GENERAL_RULESET]: [RULE_OF_GENERAL] } }),
  },
  "execute-id": {
    at: MANAGED,
    bad: executing("Cloudflare OWASP Core Ruleset"),
    good: executing(OWASP_RULESET),
  },
  "execute-phase": {
    at: MANAGED,
    bad: executing("70339d97bdb34195bbf054b1ebe81f76"),
    good: executing(GENERAL_RULESET),
  },
  "execute-account-plan": {
    at: account("http_request_firewall_managed"),
    bad: executing(OWASP_RULESET),
    good: executing(OWASP_RULESET, {}, 'cf.zone.plan eq "ENT"'),
  },
  "execute-account-ruleset-in-zone": {
    ...{ at: CUSTOM, goodAt: account("http_request_firewall_custom"), previewId: null },
    bad: executing("9a7806061c88ada191ed06f989cc3dac", {}, "ssl"),
    good: executing("9a7806061c88ada191ed06f989cc3dac", {}, 'ssl and cf.zone.plan eq "ENT"'),
  },
  "execute-matched-data": {
    at: zone("http_response_firewall_managed"),
    bad: executing(SENSITIVE_DATA, { matched_data: { public_key: "key" } }),
    good: executing(SENSITIVE_DATA),
  },
  "execute-once": {
    at: MANAGED,
    bad: [executing(OWASP_RULESET, {}, 'http.host eq "a.example"'), executing(OWASP_RULESET)],
    good: [executing(GENERAL_RULESET), executing(OWASP_RULESET)],
  },
  "override-empty": {
    at: MANAGED,
    bad: overriding({ categories: [{ category: "paranoia-level-2" }] }),
    good: overriding({ categories: [{ category: "paranoia-level-2", enabled: false }] }),
  },
  "override-action": {
    at: DDOS,
    bad: overriding({ action: "js_challenge" }, HTTP_DDOS),
    good: overriding({ action: "managed_challenge" }, HTTP_DDOS),
  },
  "override-sensitivity-phase": {
    ...{ at: MANAGED, goodAt: DDOS },
    bad: overriding({ sensitivity_level: "low" }, GENERAL_RULESET),
    good: overriding({ sensitivity_level: "low" }, HTTP_DDOS),
  },
  "override-ddos-disabled": {
    at: DDOS,
    bad: overriding({ categories: [{ category: "generic", enabled: false }] }, HTTP_DDOS),
    good: overriding({ categories: [{ category: "generic", sensitivity_level: "eoff" }] }, HTTP_DDOS),
  },
  "override-threshold": {
    at: MANAGED,
    bad: overriding({ rules: [{ id: RULE_OF_OWASP, score_threshold: 40 }] }),
    good: overriding({ rules: [{ id: SCORING_RULE, score_threshold: 40 }] }),
  },
  "override-once": {
    at: MANAGED,
    bad: overriding(
      {
        categories: [
          { category: "php", enabled: false },
          { category: "php", action: "log" },
        ],
      },
      GENERAL_RULESET,
    ),
    good: overriding({ categories: [{ category: "php", enabled: false }] }, GENERAL_RULESET),
  },
  "override-rule-id": {
    at: MANAGED,
    bad: overriding({ rules: [{ id: "942100", enabled: false }] }),
    good: overriding({ rules: [{ id: RULE_OF_OWASP, enabled: false }] }),
  },
  "override-rule-of-ruleset": {
    at: MANAGED,
    bad: overriding({ rules: [{ id: SCORING_RULE, action: "log" }] }, GENERAL_RULESET),
    good: overriding({ rules: [{ id: SCORING_RULE, action: "log" }] }, OWASP_RULESET),
  },
  "override-paranoia-level": {
    at: MANAGED,
    bad: overriding({ categories: [{ category: "paranoia-level-5", enabled: false }] }),
    good: overriding({ categories: [{ category: "paranoia-level-4", enabled: false }] }),
  },
  "override-category": {
    at: MANAGED,
    bad: overriding({ categories: [{ category: "WordPress", enabled: false }] }, GENERAL_RULESET),
    good: overriding({ categories: [{ category: "wordpress", enabled: false }] }, GENERAL_RULESET),
  },
} satisfies Readonly<Record<string, RuleExample>>;

const limits = (bad: object, good: object = {}): RuleExample => ({
  at: RATE_LIMITING,
  bad: limiting({ ...bad }),
  good: limiting({ ...good }),
});
const ACCOUNT_LIMITS = custom("http_ratelimit");

/** Rate limits and their characteristics. */
export const RATE_LIMIT_EXAMPLES = {
  "rate-limit-required": { at: RATE_LIMITING, bad: blocking("ssl"), good: limiting() },
  "rate-limit-phase": { at: CUSTOM, goodAt: RATE_LIMITING, bad: limiting(), good: limiting() },
  "rate-limit-response": {
    at: RATE_LIMITING,
    bad: limiting({}, { expression: "http.response.code eq 401" }),
    good: limiting({ counting_expression: "http.response.code eq 401" }),
  },
  "rate-limit-threshold": limits({ score_per_period: 5, score_response_header_name: "x-score" }),
  "rate-limit-score-header": limits(
    { requests_per_period: undefined, score_per_period: 5 },
    { requests_per_period: undefined, score_per_period: 5, score_response_header_name: "x-score" },
  ),
  "rate-limit-period": limits({ period: 61 }),
  "rate-limit-timeout": limits({ mitigation_timeout: 86_401 }, { mitigation_timeout: 86_400 }),
  "rate-limit-timeout-unlisted": limits({ mitigation_timeout: 7 }, { mitigation_timeout: 10 }),
  "counting-list": limits(
    { counting_expression: "ip.src in $partners", requests_to_origin: true },
    { counting_expression: "ip.src in $partners", requests_to_origin: false },
  ),
  "counting-account": {
    at: ACCOUNT_LIMITS,
    bad: limiting({ counting_expression: "http.response.code eq 401" }),
    good: limiting({ counting_expression: 'http.request.method eq "POST"' }),
  },
  "characteristics-colo": limits({ characteristics: ["ip.src"] }),
  "characteristics-colo-account": {
    at: ACCOUNT_LIMITS,
    bad: limiting({ characteristics: ["ip.src"] }),
    good: limiting(),
  },
  "characteristics-exclusive": limits({ characteristics: ["cf.colo.id", "ip.src", "cf.unique_visitor_id"] }),
  "characteristics-header-case": limits(
    { characteristics: ["cf.colo.id", 'http.request.headers["X-Api-Key"]'] },
    { characteristics: ["cf.colo.id", 'http.request.headers["x-api-key"]'] },
  ),
  "characteristics-field": limits({ characteristics: ["cf.colo.id", "ip.source"] }),
  "characteristics-key": limits(
    { characteristics: ["cf.colo.id", "http.request.cookies"] },
    { characteristics: ["cf.colo.id", 'http.request.cookies["session"]'] },
  ),
  "characteristics-repeated": limits({ characteristics: ["cf.colo.id", "ip.src", "ip.src"] }),
  "characteristics-listed": limits(
    { characteristics: ["cf.colo.id", "ip.src", "http.user_agent"] },
    { characteristics: ["cf.colo.id", "ip.src", 'http.request.headers["user-agent"]'] },
  ),
} satisfies Readonly<Record<string, RuleExample>>;

const onPlan = (
  phase: Parameters<typeof zone>[0],
  plan: "free" | "pro" | "business",
  rule: RuleExample["bad"],
) =>
  ({ at: zone(phase, plan), goodAt: zone(phase, "enterprise"), bad: rule, good: rule }) satisfies RuleExample;
const inPlan = (
  phase: Parameters<typeof zone>[0],
  plan: "free" | "pro" | "business",
  bad: object,
  good: object,
) => ({ at: zone(phase, plan), bad: { ...bad }, good: { ...good } }) satisfies RuleExample;
const WAF = "http_request_firewall_custom";

/** What a plan includes. */
export const PLAN_EXAMPLES = {
  "plan-action": onPlan(WAF, "business", { action: "log", expression: "ssl" }),
  "plan-phase": {
    ...{ at: zone("http_request_sbfm", "free"), goodAt: zone("http_request_sbfm", "pro") },
    ...{ bad: blocking("ssl"), good: blocking("ssl") },
  },
  "plan-parameter": onPlan("http_config_settings", "pro", {
    ...{ action: "set_config", action_parameters: { ssl: "origin_pull" }, expression: "ssl" },
  }),
  "plan-characteristics": inPlan(
    ...(["http_ratelimit", "pro"] as const),
    limiting({ characteristics: ["cf.colo.id", "cf.unique_visitor_id"], mitigation_timeout: 10 }),
    limiting({ mitigation_timeout: 10 }),
  ),
  "plan-operator": onPlan(WAF, "pro", 'http.host matches "^a"'),
  "plan-function": onPlan(
    ...([WAF, "free"] as const),
    'is_timed_hmac_valid_v0("secret", http.request.uri.query, 60, http.request.timestamp.sec, 0)',
  ),
  "plan-list": onPlan(WAF, "business", "ip.src in $cf.open_proxies"),
  "plan-field": onPlan(WAF, "business", "cf.bot_management.score lt 30"),
  "plan-period": inPlan(
    ...(["http_ratelimit", "free"] as const),
    limiting({ mitigation_timeout: 10 }),
    limiting({ period: 10, mitigation_timeout: 10 }),
  ),
  "plan-timeout": inPlan(
    ...(["http_ratelimit", "free"] as const),
    limiting({ period: 10, mitigation_timeout: 60 }),
    limiting({ period: 10, mitigation_timeout: 10 }),
  ),
  "plan-challenge-timeout": inPlan(
    ...(["http_ratelimit", "business"] as const),
    limiting({ mitigation_timeout: 60 }, { action: "managed_challenge" }),
    limiting({ mitigation_timeout: 0 }, { action: "managed_challenge" }),
  ),
  "plan-throttle": onPlan("http_ratelimit", "pro", limiting({ mitigation_timeout: 0 })),
  "plan-counting": onPlan(
    ...(["http_ratelimit", "pro"] as const),
    limiting({ mitigation_timeout: 10, counting_expression: 'http.request.method eq "POST"' }),
  ),
} satisfies Readonly<Record<string, RuleExample>>;
