import type { Kind, Phase } from "./phases";

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
  description?: string | undefined;
  rules?: RuleWrite[] | undefined;
};
