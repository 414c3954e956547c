import { CUSTOM, MANAGED, OWASP, type Example } from "./example";

const DDOS = { phase: "ddos_l7", kind: "zone" } as const;
const HTTP_DDOS = "4d21379b4f9f4bb088e0729962c8b3cf";
const skipping = (action_parameters: object) => ({ action: "skip", action_parameters, expression: "ssl" });
const executing = (id: string, more: object = {}) => ({
  action: "execute",
  action_parameters: { id, ...more },
  expression: "true",
});

export const EXECUTE_AND_SKIP: Readonly<Record<string, Example>> = {
  "skip-member-phase": {
    at: CUSTOM,
    rule: skipping({ rulesets: [OWASP] }),
    path: ["action_parameters", "rulesets"],
    message:
      'cannot be used in the phase http_request_firewall_custom, where skip takes "ruleset", "phases", "products" or "phase"',
    code: 20117,
    refusal: "skip action parameter 'rulesets' cannot be used in the phase http_request_firewall_custom",
  },
  "skip-exclusive-members": {
    at: MANAGED,
    rule: skipping({ ruleset: "current", rulesets: [OWASP] }),
    path: ["action_parameters"],
    message: "must have ruleset or rulesets, found both; write a rule for each",
  },
  "skip-current-phase": {
    at: { phase: "http_request_firewall_custom", kind: "custom", level: "account" },
    rule: skipping({ phase: "current" }),
    path: ["action_parameters", "phase"],
    message:
      'is documented only for rules of a zone, where it skips the rest of the phase; ruleset: "current" skips the remaining rules of this ruleset, and not those that are executed later',
  },
  "skip-phase": {
    at: CUSTOM,
    rule: skipping({ phases: ["ddos_l7"] }),
    path: ["action_parameters", "phases", 0],
    message:
      'must be "http_ratelimit", "http_request_sbfm" or "http_request_firewall_managed", found "ddos_l7"; rules of other phases cannot be skipped',
    code: 20120,
    refusal: "skip action parameter phase 'ddos_l7' is not authorized",
  },
  "skip-product": {
    at: CUSTOM,
    rule: skipping({ products: ["waf", "botFight"] }),
    path: ["action_parameters", "products", 1],
    message:
      'must be "bic", "hot", "rateLimit", "securityLevel", "uaBlock", "waf" or "zoneLockdown", found "botFight"',
    code: 20119,
    refusal: "skip action parameter product 'botFight' is invalid",
  },
  "skip-ids": {
    at: MANAGED,
    rule: skipping({ rulesets: ["owasp"] }),
    path: ["action_parameters", "rulesets", 0],
    message: 'must be an id of 32 lower-case hexadecimal digits, found "owasp"',
  },
  "skip-rule-of-ruleset": {
    at: MANAGED,
    rule: skipping({ rules: { [OWASP]: ["5de7edfa648c4d6891dc3e7f84534ffa"] } }),
    path: ["action_parameters", "rules", OWASP, 0],
    message:
      'must be a rule of the ruleset 4814384a9e5d4991b9815dcfc25d2f1f, found "5de7edfa648c4d6891dc3e7f84534ffa", which belongs to efb7b8c949ac4650a09736fc376e9aee (Cloudflare Managed Ruleset); list it there',
  },
  "execute-id": {
    at: MANAGED,
    rule: executing("Cloudflare OWASP Core Ruleset"),
    path: ["action_parameters", "id"],
    message: 'must be an id of 32 lower-case hexadecimal digits, found "Cloudflare OWASP Core Ruleset"',
  },
  "execute-phase": {
    at: MANAGED,
    rule: executing("70339d97bdb34195bbf054b1ebe81f76"),
    path: ["action_parameters", "id"],
    message:
      'must be the id of a ruleset of the phase http_request_firewall_managed: efb7b8c949ac4650a09736fc376e9aee (Cloudflare Managed Ruleset), 4814384a9e5d4991b9815dcfc25d2f1f (Cloudflare OWASP Core Ruleset), c2e184081120413c86c3ab7e14069605 (Cloudflare Exposed Credentials Check Ruleset), 77454fe2d30c4220b5701f6fdfb893ba (Cloudflare Managed Free Ruleset); found "70339d97bdb34195bbf054b1ebe81f76", Cloudflare Normalization Ruleset of the phase http_request_sanitize',
  },
  "execute-account-plan": {
    at: { ...MANAGED, kind: "root" },
    rule: executing(OWASP),
    path: ["expression"],
    message:
      'must be limited to zones with an Enterprise plan, since execute in the phase http_request_firewall_managed of an account requires it; write (…) and cf.zone.plan eq "ENT"',
  },
  "execute-account-zone": {
    at: { ...MANAGED, kind: "root" },
    rule: { ...executing(OWASP), expression: '(cf.zone.name eq "example.com")' },
    path: ["expression"],
    message:
      'is documented to be limited to zones with an Enterprise plan, since execute in the phase http_request_firewall_managed of an account requires it; write (…) and cf.zone.plan eq "ENT"',
  },
  "execute-account-form": {
    at: { ...MANAGED, kind: "root" },
    rule: { ...executing(OWASP), expression: 'not (ssl) and (cf.zone.plan eq "ENT")' },
    path: ["expression"],
    message:
      'must have one condition in parentheses before the plan, found not; write (not …) and cf.zone.plan eq "ENT"',
  },
  "execute-account-parentheses": {
    at: { ...MANAGED, kind: "root" },
    rule: { ...executing(OWASP), expression: 'ssl and http.host eq "a" and cf.zone.plan eq "ENT"' },
    path: ["expression"],
    message:
      'is documented to have one condition in parentheses before the plan, found 2; write (… and …) and cf.zone.plan eq "ENT"',
  },
  "skip-account": {
    at: { ...CUSTOM, kind: "root" },
    rule: skipping({ ruleset: "current" }),
    path: ["action"],
    message:
      'must not be "skip" in the entry point of an account in the phase http_request_firewall_custom; write the rule in a custom ruleset that the entry point executes, or in the zones',
    code: 20016,
  },
  "execute-matched-data": {
    at: { phase: "http_response_firewall_managed", kind: "zone" },
    rule: executing("e22d83c647c64a3eae91b71b499d988e", { matched_data: { public_key: "key" } }),
    path: ["action_parameters", "matched_data"],
    message: "is not supported by Sensitive Data Detection; remove it",
  },
  "execute-version": {
    at: MANAGED,
    rule: executing(OWASP, { version: "stable" }),
    path: ["action_parameters", "version"],
    message:
      'must be "latest" or the number of a version, such as "35", found "stable"; leave it out for the latest one',
  },
  "override-empty": {
    at: MANAGED,
    rule: executing(OWASP, { overrides: { categories: [{ category: "paranoia-level-2" }] } }),
    path: ["action_parameters", "overrides", "categories", 0],
    message: "overrides nothing; an override needs at least one member to override",
    refusal: "an override needs at least one member to override",
  },
  "override-action": {
    at: DDOS,
    rule: executing(HTTP_DDOS, { overrides: { action: "js_challenge" } }),
    path: ["action_parameters", "overrides", "action"],
    message:
      'must be "block", "managed_challenge", "challenge" or "log" in the phase ddos_l7, found "js_challenge"',
  },
  "override-sensitivity-phase": {
    at: MANAGED,
    rule: executing(OWASP, { overrides: { sensitivity_level: "low" } }),
    path: ["action_parameters", "overrides", "sensitivity_level"],
    message: "belongs to DDoS rulesets, but the phase is http_request_firewall_managed; remove it",
  },
  "override-ddos-enabled": {
    at: DDOS,
    rule: executing(HTTP_DDOS, { overrides: { enabled: true } }),
    path: ["action_parameters", "overrides", "enabled"],
    message:
      'cannot be used in the phase ddos_l7; remove it, and use sensitivity_level: "eoff" to make rules act hardly ever',
    refusal: "DDoS L7 overrides cannot use the enabled field",
  },
  "override-ddos-disabled": {
    at: { phase: "ddos_l4", kind: "root" },
    rule: executing("3b64149bfa6e4220bbbc2bd6db589552", { overrides: { enabled: false } }),
    path: ["action_parameters", "overrides", "enabled"],
    message: 'has no effect: DDoS rules cannot be disabled; use sensitivity_level: "eoff" instead',
  },
  "override-threshold": {
    at: MANAGED,
    rule: executing(OWASP, {
      overrides: { rules: [{ id: "7683285d70b14023ac407b67eccbb280", score_threshold: 40 }] },
    }),
    path: ["action_parameters", "overrides", "rules", 0, "score_threshold"],
    message: "has no effect: only the scoring rule 6179ae15870a4bb7b2d480d4843b323c has a threshold",
  },
  "override-once": {
    at: MANAGED,
    rule: executing(OWASP, {
      overrides: {
        categories: [
          { category: "language-php", enabled: false },
          { category: "language-java", enabled: false },
          { category: "language-php", action: "log" },
        ],
      },
    }),
    path: ["action_parameters", "overrides", "categories", 2, "category"],
    message: 'is "language-php" again, as in categories[0]; join both overrides',
  },
  "override-rule-id": {
    at: MANAGED,
    rule: executing(OWASP, { overrides: { rules: [{ id: "942100", enabled: false }] } }),
    path: ["action_parameters", "overrides", "rules", 0, "id"],
    message: 'must be an id of 32 lower-case hexadecimal digits, found "942100"',
  },
  "override-rule-of-ruleset": {
    at: MANAGED,
    rule: executing("efb7b8c949ac4650a09736fc376e9aee", {
      overrides: { rules: [{ id: "6179ae15870a4bb7b2d480d4843b323c", action: "log" }] },
    }),
    path: ["action_parameters", "overrides", "rules", 0, "id"],
    message:
      "belongs to Cloudflare OWASP Core Ruleset (4814384a9e5d4991b9815dcfc25d2f1f), but the rule executes Cloudflare Managed Ruleset; override it there",
  },
  "override-paranoia-level": {
    at: MANAGED,
    rule: executing(OWASP, { overrides: { categories: [{ category: "paranoia-level-5", enabled: false }] } }),
    path: ["action_parameters", "overrides", "categories", 0, "category"],
    message:
      'must be "paranoia-level-1", "paranoia-level-2", "paranoia-level-3" or "paranoia-level-4" for a paranoia level, found "paranoia-level-5"',
  },
  "override-category": {
    at: MANAGED,
    rule: executing("efb7b8c949ac4650a09736fc376e9aee", {
      overrides: { categories: [{ category: "WordPress", enabled: false }] },
    }),
    path: ["action_parameters", "overrides", "categories", 0, "category"],
    message:
      'is probably not a category of Cloudflare Managed Ruleset, found "WordPress"; did you mean "wordpress"?',
  },
};
