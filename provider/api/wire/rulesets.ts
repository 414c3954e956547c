/** The action of a rule. */
export type Action =
  | "execute"
  | "skip"
  | "block"
  | "challenge"
  | "js_challenge"
  | "managed_challenge"
  | "log"
  | "score"
  | "rewrite"
  | "redirect"
  | "route"
  | "set_config"
  | "set_cache_settings"
  | "set_cache_control"
  | "set_cache_tags"
  | "compress_response"
  | "serve_error"
  | "log_custom_field"
  | "transform_response_html"
  | "ddos_dynamic"
  | "force_connection_close";

/** The position of a rule: before or after a rule id, or a 1-based index. `before: ""` is first, `after: ""` is last. */
export type Position = { before: string } | { after: string } | { index: number };

/** @inline */
export type Logging = {
  enabled: boolean;
};

/** The rate limit of a rule. Periods and timeouts are in seconds. In a zone, `characteristics` must include `cf.colo.id`. @inline */
export type RateLimit = {
  characteristics: string[];
  period: number;
  requests_per_period?: number | undefined;
  mitigation_timeout?: number | undefined;
  counting_expression?: string | undefined;
  requests_to_origin?: boolean | undefined;
  score_per_period?: number | undefined;
  score_response_header_name?: string | undefined;
};

/** @inline */
export type ExposedCredentialCheck = {
  username_expression: string;
  password_expression: string;
};

/** A rule in a request. @inline */
export type RuleWrite = {
  id?: string | undefined;
  ref?: string | undefined;
  action: string;
  action_parameters?: Record<string, unknown> | undefined;
  expression: string;
  enabled?: boolean | undefined;
  description?: string | undefined;
  logging?: Logging | undefined;
  ratelimit?: RateLimit | undefined;
  exposed_credential_check?: ExposedCredentialCheck | undefined;
};

/** The body of POST …/rules: a rule and its position, by default the end. */
export type RuleAdd = RuleWrite & {
  position?: Position | undefined;
};

/** A rule in a response. Managed rules have `categories` and no `expression`; the last OWASP rule has a `score_threshold`. @inline */
export interface Rule {
  [member: string]: unknown;
  id: string;
  version?: string | undefined;
  ref?: string | undefined;
  action?: string | undefined;
  action_parameters?: Record<string, unknown> | null | undefined;
  expression?: string | undefined;
  enabled?: boolean | undefined;
  description?: string | null | undefined;
  categories?: string[] | null | undefined;
  score_threshold?: number | null | undefined;
  logging?: { [member: string]: unknown; enabled?: boolean | undefined } | null | undefined;
  ratelimit?: Record<string, unknown> | null | undefined;
  exposed_credential_check?: Record<string, unknown> | null | undefined;
  last_updated?: string | undefined;
}

/** A ruleset in a list, without its rules. */
export interface RulesetSummary {
  [member: string]: unknown;
  id: string;
  name: string;
  description?: string | null | undefined;
  kind: string;
  version: string;
  phase: string;
  last_updated?: string | undefined;
  source?: string | undefined;
}

/** A ruleset with its rules in evaluation order. The API may omit `rules` of an empty ruleset. @inline */
export interface Ruleset extends RulesetSummary {
  rules?: Rule[] | null | undefined;
}

/** The body of PUT {scope}/rulesets/phases/{phase}/entrypoint. The API rejects `kind` and `phase` here. */
export type EntrypointReplace = {
  name?: string | undefined;
  description?: string | undefined;
  rules?: RuleWrite[] | undefined;
};

/** The body of POST {scope}/rulesets. @inline */
export type RulesetCreate = {
  name: string;
  kind: Kind;
  phase: Phase;
  description?: string | undefined;
  rules?: RuleWrite[] | undefined;
};

/** The body of PATCH …/rules/{id}: the whole rule (the API does not merge members), or only a position, to move the rule. */
export type RulePatch = { position: Position } | RuleAdd;

/** The body of PUT {scope}/rulesets/{id}. The API accepts `kind`, `phase` and `name` only if they do not change. */
export type RulesetReplace = {
  name?: string | undefined;
  kind?: Kind | undefined;
  phase?: Phase | undefined;
  description?: string | null | undefined;
  rules?: RuleWrite[] | null | undefined;
};

/** An action that an override can give to a managed rule, including the last OWASP rule. */
export type ManagedAction = "block" | "challenge" | "js_challenge" | "managed_challenge" | "log";

type Sensitivity = "default" | "medium" | "low" | "eoff";

/** An override of all managed rules with a tag. If a rule has several of the listed tags, the last one wins. */
export type CategoryOverride = {
  category: string;
  action?: string | undefined;
  enabled?: boolean | undefined;
  sensitivity_level?: Sensitivity | undefined;
};

/** An override of one managed rule. It takes precedence over category overrides. */
export type RuleOverride = {
  id: string;
  action?: string | undefined;
  enabled?: boolean | undefined;
  score_threshold?: number | undefined;
  sensitivity_level?: Sensitivity | undefined;
};

/** The overrides of a rule that executes a managed ruleset. The members at the top apply to all of its rules. */
export type Overrides = {
  action?: string | undefined;
  enabled?: boolean | undefined;
  sensitivity_level?: Sensitivity | undefined;
  categories?: CategoryOverride[] | undefined;
  rules?: RuleOverride[] | undefined;
};

/** The stage of request handling in which a ruleset runs. */
export type Phase =
  | "ddos_l4"
  | "ddos_l7"
  | "http_config_settings"
  | "http_custom_errors"
  | "http_log_custom_fields"
  | "http_ratelimit"
  | "http_request_cache_settings"
  | "http_request_dynamic_redirect"
  | "http_request_firewall_custom"
  | "http_request_firewall_managed"
  | "http_request_late_transform"
  | "http_request_origin"
  | "http_request_redirect"
  | "http_request_sanitize"
  | "http_request_sbfm"
  | "http_request_transform"
  | "http_response_cache_settings"
  | "http_response_compression"
  | "http_response_firewall_custom"
  | "http_response_firewall_managed"
  | "http_response_headers_transform"
  | "magic_transit"
  | "magic_transit_ids_managed"
  | "magic_transit_managed"
  | "magic_transit_ratelimit";

/** The kind of a ruleset: `managed` by the vendor, `custom` in an account, entry point of an account (`root`) or of a `zone`. @inline */
export type Kind = "managed" | "custom" | "root" | "zone";
