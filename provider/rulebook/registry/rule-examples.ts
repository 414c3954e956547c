import type { Members, Phase, ZonePlan } from "../../api";
import {
  account,
  blocking,
  CUSTOM,
  custom,
  elsewhere,
  executing,
  GENERAL_RULESET,
  limiting,
  MANAGED,
  OWASP_RULESET,
  RATE_LIMITING,
  rewriting,
  RULE_OF_GENERAL,
  type RuleExample,
  type Sample,
  samples,
  samplesOf,
  SCORING_RULE,
  skipping,
  zone,
} from "./example";

const RULE_OF_OWASP = "7683285d70b14023ac407b67eccbb280";
const HTTP_DDOS = "4d21379b4f9f4bb088e0729962c8b3cf";
const NETWORK_DDOS = "3b64149bfa6e4220bbbc2bd6db589552";
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

const waf = samples(CUSTOM);
const managed = samples(MANAGED);
const shared = samples(SHARED);
const limited = samples(RATE_LIMITING);
const accountLimited = samples(custom("http_ratelimit"));
const bulkRedirect = samples(account("http_request_redirect"));
const logFields = samples(zone("http_log_custom_fields"));
const answers = samples(zone("http_response_firewall_managed"));
const responseFirewall = samples(zone("http_response_firewall_custom"));
const skips = samplesOf(skipping);
const managedOfAccount = samplesOf(
  (expression: string) => executing(OWASP_RULESET, {}, expression),
  account("http_request_firewall_managed"),
);
const managedSkips = samplesOf(skipping, MANAGED);
const overrides = samplesOf((given: object) => overriding(given), MANAGED);
const generalOverrides = samplesOf((given: object) => overriding(given, GENERAL_RULESET), MANAGED);
const ddosOverrides = samplesOf((given: object) => overriding(given, HTTP_DDOS), DDOS);
const networkOverrides = samplesOf((given: object) => overriding(given, NETWORK_DDOS), account("ddos_l4"));

/** Rulesets, actions, logging and checks of credentials. */
export const BASIC_EXAMPLES = {
  "phase-level": elsewhere(zone("http_request_redirect"), account("http_request_redirect"), REDIRECT),
  "custom-ruleset-phase": elsewhere(
    custom("http_request_transform"),
    zone("http_request_transform"),
    rewriting({ path: { value: "/new" } }),
  ),
  "action-phase": samples(zone("http_request_origin"))(blocking("ssl"), {
    action: "route",
    action_parameters: { origin: { port: 8443 } },
    expression: "ssl",
  }),
  "action-phase-doubtful": samples(zone("http_request_sbfm"))(executing("0".repeat(32)), blocking("ssl")),
  "action-parameters-required": waf({ action: "skip", expression: "ssl" }, skipping({ ruleset: "current" })),
  "logging-action": waf(blocking("ssl", { logging: { enabled: true } }), {
    ...skipping({ ruleset: "current" }),
    logging: { enabled: true },
  }),
  "description-length": waf(
    blocking("ssl", { description: "blocked after an incident, ".repeat(152) }),
    blocking("ssl", { description: "blocked after an incident" }),
  ),
  "credential-check-place": elsewhere(CUSTOM, SHARED, checked()),
  "credential-check-action": shared(
    { ...checked(), action: "managed_challenge" },
    { ...checked(), action: "challenge" },
  ),
  "credential-check-length": shared(
    checked({ username_expression: `lookup_json_string(http.request.body.raw, "${"n".repeat(1000)}")` }),
    checked(),
  ),
  "credential-check-rewrite": shared(REWRITE, { ...REWRITE, exposed_credential_check: CREDENTIALS }),
  "expression-regexes": waf(
    Array.from({ length: 65 }, (_, index) => `http.host matches "^a${index}+"`).join(" or "),
    'http.host matches "^a[0-9]+"',
  ),
  "expression-log-fields": logFields({ ...LOG_FIELD, expression: "ssl" }, LOG_FIELD),
  "expression-redirect-list": bulkRedirect({ ...REDIRECT, expression: "ssl" }, REDIRECT),
  "expression-condition": waf('http.path eq "/a"', 'http.request.uri.path eq "/a"'),
  "expression-value": samplesOf(
    (expression: string) => rewriting({ path: { expression } }),
    zone("http_request_transform"),
  )("ssl", "lower(http.request.uri.path)"),
} satisfies Readonly<Record<string, RuleExample>>;

/** `skip`, `execute` and overrides. */
export const EXECUTE_EXAMPLES = {
  "skip-account": elsewhere(
    account("http_request_firewall_custom"),
    SHARED,
    skipping({ ruleset: "current" }),
  ),
  "skip-member-phase": skips({ rulesets: [OWASP_RULESET] }, { ruleset: "current" }),
  "skip-exclusive-members": managedSkips(
    { ruleset: "current", rulesets: [OWASP_RULESET] },
    { rulesets: [OWASP_RULESET] },
  ),
  "skip-current-phase": elsewhere(SHARED, CUSTOM, skipping({ phase: "current" })),
  "skip-phase": skips({ phases: ["ddos_l7"] }, { phases: ["http_ratelimit"] }),
  "skip-product": {
    ...skips({ products: ["botFight"] }, { products: ["waf"] }),
    previewId: "shape",
  },
  "skip-ids": managedSkips({ rulesets: ["owasp"] }, { rulesets: [OWASP_RULESET] }),
  "skip-rule-of-ruleset": managedSkips(
    { rules: { [OWASP_RULESET]: [RULE_OF_GENERAL] } },
    { rules: { [GENERAL_RULESET]: [RULE_OF_GENERAL] } },
  ),
  "execute-id": managed(executing("Cloudflare OWASP Core Ruleset"), executing(OWASP_RULESET)),
  "execute-phase": managed(executing("70339d97bdb34195bbf054b1ebe81f76"), executing(GENERAL_RULESET)),
  "execute-account-plan": samples(account("http_request_firewall_managed"))(
    executing(OWASP_RULESET),
    executing(OWASP_RULESET, {}, 'cf.zone.plan eq "ENT"'),
  ),
  "execute-account-zone": managedOfAccount(
    '(cf.zone.name eq "a.example")',
    '(cf.zone.name eq "a.example") and cf.zone.plan eq "ENT"',
  ),
  "execute-account-form": managedOfAccount(
    'not (ssl) and cf.zone.plan eq "ENT"',
    '(not ssl) and cf.zone.plan eq "ENT"',
  ),
  "execute-account-parentheses": managedOfAccount(
    'ssl and http.host eq "a.example" and cf.zone.plan eq "ENT"',
    '(ssl and http.host eq "a.example") and cf.zone.plan eq "ENT"',
  ),
  "execute-account-ruleset-in-zone": {
    ...elsewhere(
      CUSTOM,
      account("http_request_firewall_custom"),
      executing("9a7806061c88ada191ed06f989cc3dac", {}, "ssl"),
      executing("9a7806061c88ada191ed06f989cc3dac", {}, 'ssl and cf.zone.plan eq "ENT"'),
    ),
    previewId: null,
  },
  "execute-matched-data": answers(
    executing(SENSITIVE_DATA, { matched_data: { public_key: "key" } }),
    executing(SENSITIVE_DATA),
  ),
  "execute-version": managed(
    executing(OWASP_RULESET, { version: "stable" }),
    executing(OWASP_RULESET, { version: "latest" }),
  ),
  "execute-single": responseFirewall(
    [executing("a".repeat(32)), executing("b".repeat(32))],
    [executing("a".repeat(32))],
  ),
  "execute-once": managed(
    [executing(OWASP_RULESET, {}, 'http.host eq "a.example"'), executing(OWASP_RULESET)],
    [executing(GENERAL_RULESET), executing(OWASP_RULESET)],
  ),
  "override-empty": overrides(
    { categories: [{ category: "paranoia-level-2" }] },
    { categories: [{ category: "paranoia-level-2", enabled: false }] },
  ),
  "override-action": ddosOverrides({ action: "js_challenge" }, { action: "managed_challenge" }),
  "override-sensitivity-phase": elsewhere(
    MANAGED,
    DDOS,
    overriding({ sensitivity_level: "low" }, GENERAL_RULESET),
    overriding({ sensitivity_level: "low" }, HTTP_DDOS),
  ),
  "override-ddos-enabled": ddosOverrides(
    { categories: [{ category: "generic", enabled: true }] },
    { categories: [{ category: "generic", sensitivity_level: "eoff" }] },
  ),
  "override-ddos-disabled": networkOverrides({ enabled: false }, { sensitivity_level: "eoff" }),
  "override-threshold": overrides(
    { rules: [{ id: RULE_OF_OWASP, score_threshold: 40 }] },
    { rules: [{ id: SCORING_RULE, score_threshold: 40 }] },
  ),
  "override-once": generalOverrides(
    {
      categories: [
        { category: "php", enabled: false },
        { category: "php", action: "log" },
      ],
    },
    { categories: [{ category: "php", enabled: false }] },
  ),
  "override-rule-id": overrides(
    { rules: [{ id: "942100", enabled: false }] },
    { rules: [{ id: RULE_OF_OWASP, enabled: false }] },
  ),
  "override-rule-of-ruleset": managed(
    overriding({ rules: [{ id: SCORING_RULE, action: "log" }] }, GENERAL_RULESET),
    overriding({ rules: [{ id: SCORING_RULE, action: "log" }] }, OWASP_RULESET),
  ),
  "override-paranoia-level": overrides(
    { categories: [{ category: "paranoia-level-5", enabled: false }] },
    { categories: [{ category: "paranoia-level-4", enabled: false }] },
  ),
  "override-category": generalOverrides(
    { categories: [{ category: "WordPress", enabled: false }] },
    { categories: [{ category: "wordpress", enabled: false }] },
  ),
} satisfies Readonly<Record<string, RuleExample>>;

const limits = (bad: Members, good: Members = {}) => limited(limiting(bad), limiting(good));

/** Rate limits and their characteristics. */
export const RATE_LIMIT_EXAMPLES = {
  "rate-limit-required": limited(blocking("ssl"), limiting()),
  "rate-limit-phase": elsewhere(CUSTOM, RATE_LIMITING, limiting()),
  "rate-limit-response": limited(
    limiting({}, { expression: "http.response.code eq 401" }),
    limiting({ counting_expression: "http.response.code eq 401" }),
  ),
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
  "counting-list-account": accountLimited(
    limiting({ requests_to_origin: true }, { expression: "ip.src in $partners" }),
    limiting({ requests_to_origin: false }, { expression: "ip.src in $partners" }),
  ),
  "counting-account": accountLimited(
    limiting({ counting_expression: "ip.src in $partners" }),
    limiting({ counting_expression: 'http.request.method eq "POST"' }),
  ),
  "counting-account-response": accountLimited(
    limiting({ counting_expression: "http.response.code eq 401" }),
    limiting({ counting_expression: 'http.request.method eq "POST"' }),
  ),
  "characteristics-colo": limits({ characteristics: ["ip.src"] }),
  "characteristics-colo-account": accountLimited(limiting({ characteristics: ["ip.src"] }), limiting()),
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

const onPlan = (phase: Phase, plan: ZonePlan, rule: Sample) =>
  elsewhere(zone(phase, plan), zone(phase, "enterprise"), rule);
const inPlan = (plan: ZonePlan, bad: Members, good: Members) =>
  samples(zone("http_ratelimit", plan))(limiting(bad), limiting(good));
const WAF = "http_request_firewall_custom";

/** What a plan includes. */
export const PLAN_EXAMPLES = {
  "plan-action": onPlan(WAF, "business", { action: "log", expression: "ssl" }),
  "plan-phase": elsewhere(
    zone("http_request_sbfm", "free"),
    zone("http_request_sbfm", "pro"),
    blocking("ssl"),
  ),
  "plan-managed-ruleset": onPlan("http_request_firewall_managed", "free", executing(OWASP_RULESET)),
  "plan-parameter": onPlan("http_config_settings", "pro", {
    action: "set_config",
    action_parameters: { ssl: "origin_pull" },
    expression: "ssl",
  }),
  "plan-characteristics": inPlan(
    "pro",
    { characteristics: ["cf.colo.id", "cf.unique_visitor_id"], mitigation_timeout: 10 },
    { mitigation_timeout: 10 },
  ),
  "plan-operator": onPlan(WAF, "pro", 'http.host matches "^a+"'),
  "plan-function": onPlan(
    WAF,
    "free",
    'is_timed_hmac_valid_v0("secret", http.request.uri.query, 60, http.request.timestamp.sec, 0)',
  ),
  "plan-list": onPlan(WAF, "business", "ip.src in $cf.open_proxies"),
  "plan-field": onPlan(WAF, "business", "cf.bot_management.score lt 30"),
  "plan-field-doubtful": onPlan(
    "http_ratelimit",
    "pro",
    limiting({ mitigation_timeout: 10 }, { expression: 'http.request.method eq "POST"' }),
  ),
  "plan-period": inPlan("free", { mitigation_timeout: 10 }, { period: 10, mitigation_timeout: 10 }),
  "plan-timeout": inPlan(
    "free",
    { period: 10, mitigation_timeout: 60 },
    { period: 10, mitigation_timeout: 10 },
  ),
  "plan-challenge-timeout": samples(zone("http_ratelimit", "business"))(
    limiting({ mitigation_timeout: 60 }, { action: "managed_challenge" }),
    limiting({ mitigation_timeout: 0 }, { action: "managed_challenge" }),
  ),
  "plan-throttle": onPlan("http_ratelimit", "pro", limiting({ mitigation_timeout: 0 })),
  "plan-counting": onPlan(
    "http_ratelimit",
    "pro",
    limiting({ mitigation_timeout: 10, counting_expression: "http.response.code eq 401" }),
  ),
} satisfies Readonly<Record<string, RuleExample>>;
