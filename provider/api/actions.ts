import { z } from "zod";
import { CacheControl, CacheSettings, CacheTags } from "./cache-parameters";
import { PHASES } from "./phases";
import { SKIP_PRODUCTS } from "./skip-products";
import type * as Wire from "./wire";

/** Parameters of the action `set_config`: settings of a zone for the requests that match. */
const ConfigSettings = z
  .strictObject({
    automatic_https_rewrites: z.boolean(),
    autominify: z.strictObject({ css: z.boolean(), html: z.boolean(), js: z.boolean() }).partial(),
    bic: z.boolean(),
    content_converter: z.boolean(),
    disable_apps: z.boolean(),
    disable_pay_per_crawl: z.boolean(),
    disable_rum: z.boolean(),
    disable_zaraz: z.boolean(),
    email_obfuscation: z.boolean(),
    fonts: z.boolean(),
    hotlink_protection: z.boolean(),
    mirage: z.boolean(),
    opportunistic_encryption: z.boolean(),
    polish: z.enum(["off", "lossless", "lossy", "webp"]),
    redirects_for_ai_training: z.boolean(),
    request_body_buffering: z.enum(["none", "standard", "full"]),
    response_body_buffering: z.enum(["none", "standard"]),
    rocket_loader: z.boolean(),
    security_level: z.enum(["off", "essentially_off", "low", "medium", "high", "under_attack"]),
    server_side_excludes: z.boolean(),
    ssl: z.enum(["off", "flexible", "full", "strict", "origin_pull"]),
    sxg: z.boolean(),
    webmcp_enabled: z.boolean(),
    webmcp_packs: z.array(z.string()),
  })
  .partial();

export const ManagedAction = z.enum(["block", "challenge", "js_challenge", "managed_challenge", "log"]);
export type ManagedAction = Wire.ManagedAction;

const Sensitivity = z.enum(["default", "medium", "low", "eoff"]);

export const CategoryOverride = z.strictObject({
  category: z.string().min(1),
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  sensitivity_level: Sensitivity.optional(),
});

export const RuleOverride = z.strictObject({
  id: z.string().min(1),
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  score_threshold: z.int().min(1).optional(),
  sensitivity_level: Sensitivity.optional(),
});

export const Overrides = z.strictObject({
  action: z.string().min(1).optional(),
  enabled: z.boolean().optional(),
  sensitivity_level: Sensitivity.optional(),
  categories: z.array(CategoryOverride).min(1).optional(),
  rules: z.array(RuleOverride).min(1).optional(),
});
export type Overrides = Wire.Overrides;

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
  );

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
} as const satisfies Record<Action, z.ZodType>;

export type Action = Wire.Action;
// Object.keys widens to string; the keys of this literal are exactly the actions.
export const ACTIONS = Object.keys(ActionParameters) as readonly Action[];
export const Action = z.enum(ACTIONS);
