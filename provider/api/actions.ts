import { z } from "zod";
import { CacheControl, CacheSettings, CacheTags } from "./cache-parameters";
import { ConfigSettings } from "./config-settings";
import { Overrides } from "./overrides";
import { PHASES, type Phase } from "./phases";

const Value = z.union([
  z.strictObject({ value: z.string() }),
  z.strictObject({ expression: z.string().min(1) }),
]);
const Fields = z.array(z.strictObject({ name: z.string().min(1) })).max(100);
const ResponseFields = z
  .array(z.strictObject({ name: z.string().min(1), preserve_duplicates: z.boolean().optional() }))
  .max(100);
const ContentType = z.enum(["text/html", "text/plain", "application/json", "text/xml"]);
const None = z.strictObject({});

/** Security products that a `skip` rule can turn off for a request. */
export const SKIP_PRODUCTS = [
  "bic",
  "hot",
  "rateLimit",
  "securityLevel",
  "uaBlock",
  "waf",
  "zoneLockdown",
] as const;

const Skip = z
  .strictObject({
    ruleset: z.literal("current").optional(),
    phase: z.literal("current").optional(),
    phases: z.array(z.enum(PHASES)).min(1).optional(),
    products: z.array(z.enum(SKIP_PRODUCTS)).min(1).optional(),
    rulesets: z.array(z.string().min(1)).min(1).optional(),
    rules: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  })
  .refine(
    (skip) => Object.keys(skip).length > 0,
    "needs at least one of ruleset, phase, phases, products, rulesets, rules",
  )
  .refine((skip) => !(skip.ruleset && skip.rulesets), "takes ruleset or rulesets, not both");

/** Schemas of `action_parameters`, by action. As in the API, an unknown or misplaced member is an error. */
export const ActionParameters = {
  execute: z.strictObject({
    id: z.string().min(1),
    version: z.string().min(1).optional(),
    matched_data: z.strictObject({ public_key: z.string().min(1) }).optional(),
    overrides: Overrides.optional(),
  }),
  skip: Skip,
  block: z.strictObject({
    response: z
      .strictObject({
        status_code: z.int().min(400).max(499),
        content: z.string().min(1),
        content_type: ContentType,
      })
      .optional(),
  }),
  challenge: None,
  js_challenge: None,
  managed_challenge: None,
  log: None,
  score: z.strictObject({ increment: z.int() }),
  rewrite: z.strictObject({
    uri: z
      .strictObject({ path: Value.optional(), query: Value.optional(), origin: z.boolean().optional() })
      .optional(),
    headers: z
      .record(
        z.string(),
        z.strictObject({
          operation: z.enum(["add", "set", "remove"]),
          value: z.string().optional(),
          expression: z.string().optional(),
        }),
      )
      .optional(),
  }),
  redirect: z.strictObject({
    from_value: z
      .strictObject({
        target_url: Value,
        status_code: z
          .union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)])
          .optional(),
        preserve_query_string: z.boolean().optional(),
      })
      .optional(),
    from_list: z.strictObject({ name: z.string().min(1).max(50), key: z.string().min(1) }).optional(),
  }),
  route: z.strictObject({
    host_header: z.string().optional(),
    origin: z
      .strictObject({ host: z.string().optional(), port: z.int().min(1).max(65535).optional() })
      .optional(),
    sni: z.strictObject({ value: z.string() }).optional(),
  }),
  set_config: ConfigSettings,
  set_cache_settings: CacheSettings,
  set_cache_control: CacheControl,
  set_cache_tags: CacheTags,
  compress_response: z.strictObject({
    algorithms: z
      .array(z.strictObject({ name: z.enum(["none", "auto", "default", "gzip", "brotli", "zstd"]) }))
      .min(1),
  }),
  serve_error: z.strictObject({
    content: z.string().min(1).max(10240).optional(),
    asset_name: z.string().min(1).max(200).optional(),
    content_type: ContentType.optional(),
    status_code: z.int().min(400).max(999).optional(),
  }),
  log_custom_field: z
    .strictObject({
      cookie_fields: Fields,
      request_fields: Fields,
      response_fields: ResponseFields,
      raw_response_fields: ResponseFields,
      transformed_request_fields: Fields,
    })
    .partial(),
  // The members of link_maze are not public.
  transform_response_html: z.strictObject({ link_maze: z.record(z.string(), z.unknown()) }),
  ddos_dynamic: None,
  force_connection_close: None,
} as const;

export type Action = keyof typeof ActionParameters;
// Object.keys widens to string; the keys of this literal are exactly the actions.
export const ACTIONS = Object.keys(ActionParameters) as readonly Action[];
export const Action = z.enum(ACTIONS);

/** Actions that require `action_parameters`. */
export const ACTIONS_NEEDING_PARAMETERS: ReadonlySet<Action> = new Set<Action>([
  "execute",
  "skip",
  "score",
  "rewrite",
  "redirect",
  "route",
  "set_config",
  "set_cache_settings",
  "set_cache_control",
  "set_cache_tags",
  "compress_response",
  "serve_error",
  "log_custom_field",
  "transform_response_html",
]);

const FIREWALL: readonly Phase[] = [
  "http_request_firewall_custom",
  "http_request_firewall_managed",
  "http_response_firewall_managed",
];
const CHALLENGES: readonly Phase[] = [...FIREWALL, "http_ratelimit"];
const DDOS: readonly Phase[] = ["ddos_l4", "ddos_l7"];

/** The phases that accept an action. An action without an entry is accepted in every phase, as far as is documented. */
export const ACTION_PHASES: { readonly [action in Action]?: readonly Phase[] } = {
  execute: [
    "http_request_firewall_managed",
    "http_response_firewall_managed",
    "http_request_firewall_custom",
    "http_ratelimit",
    "http_request_sanitize",
    "http_request_sbfm",
    "magic_transit",
    "magic_transit_managed",
    "magic_transit_ids_managed",
    ...DDOS,
  ],
  skip: [...CHALLENGES, "magic_transit"],
  block: [...CHALLENGES, "magic_transit", "magic_transit_ratelimit", ...DDOS],
  challenge: [...CHALLENGES, ...DDOS],
  js_challenge: [...CHALLENGES, ...DDOS],
  managed_challenge: [...CHALLENGES, ...DDOS],
  log: [...CHALLENGES, "magic_transit", ...DDOS],
  rewrite: [
    "http_request_transform",
    "http_request_late_transform",
    "http_response_headers_transform",
    "http_request_firewall_custom",
  ],
  redirect: ["http_request_dynamic_redirect", "http_request_redirect"],
  route: ["http_request_origin"],
  set_config: ["http_config_settings"],
  set_cache_settings: ["http_request_cache_settings", "http_response_cache_settings"],
  set_cache_control: ["http_response_cache_settings"],
  set_cache_tags: ["http_response_cache_settings"],
  compress_response: ["http_response_compression"],
  serve_error: ["http_custom_errors"],
  log_custom_field: ["http_log_custom_fields"],
  ddos_dynamic: DDOS,
  force_connection_close: DDOS,
};
