import { z } from "zod";

const Texts = z.array(z.string());
const Listed = z.strictObject({ all: z.boolean(), list: Texts }).partial();
const VaryAction = z.enum(["bypass", "passthrough", "normalize"]);

const CacheKey = z
  .strictObject({
    cache_by_device_type: z.boolean(),
    cache_deception_armor: z.boolean(),
    ignore_query_strings_order: z.boolean(),
    custom_key: z
      .strictObject({
        cookie: z.strictObject({ check_presence: Texts, include: Texts }).partial(),
        header: z
          .strictObject({
            check_presence: Texts,
            contains: z.record(z.string(), Texts),
            exclude_origin: z.boolean(),
            include: Texts,
          })
          .partial(),
        host: z.strictObject({ resolved: z.boolean() }).partial(),
        query_string: z.strictObject({ exclude: Listed, include: Listed }).partial(),
        user: z.strictObject({ device_type: z.boolean(), geo: z.boolean(), lang: z.boolean() }).partial(),
      })
      .partial(),
  })
  .partial();

const EdgeTtl = z.strictObject({
  mode: z.enum(["respect_origin", "bypass_by_default", "override_origin"]),
  default: z.int().optional(),
  status_code_ttl: z
    .array(
      z.strictObject({
        value: z.int(),
        status_code: z.int().optional(),
        status_code_range: z.strictObject({ from: z.int(), to: z.int() }).partial().optional(),
      }),
    )
    .optional(),
});

const Vary = z
  .strictObject({
    default: z.strictObject({ action: VaryAction }),
    headers: z.record(
      z.string(),
      z.strictObject({ action: VaryAction, languages: Texts.optional(), media_types: Texts.optional() }),
    ),
  })
  .partial();

/** Parameters of the action `set_cache_settings`. Times are in seconds. */
export const CacheSettings = z
  .strictObject({
    cache: z.boolean(),
    edge_ttl: EdgeTtl,
    browser_ttl: z.strictObject({
      mode: z.enum(["respect_origin", "bypass_by_default", "override_origin", "bypass"]),
      default: z.int().optional(),
    }),
    cache_key: CacheKey,
    cache_reserve: z.strictObject({ eligible: z.boolean(), minimum_file_size: z.int().optional() }),
    serve_stale: z.strictObject({ disable_stale_while_updating: z.boolean() }).partial(),
    origin_cache_control: z.boolean(),
    origin_error_page_passthru: z.boolean(),
    read_timeout: z.int().min(100).max(6000),
    respect_strong_etags: z.boolean(),
    additional_cacheable_ports: z.array(z.int().min(1).max(65535)),
    strip_etags: z.boolean(),
    strip_last_modified: z.boolean(),
    strip_set_cookie: z.boolean(),
    vary: Vary,
  })
  .partial();

/** Parameters of the action `set_cache_control`, keyed by the name of the Cache-Control directive. */
export const CacheControl = z.record(
  z.string(),
  z.strictObject({
    operation: z.enum(["set", "remove"]),
    value: z.int().optional(),
    qualifiers: Texts.optional(),
    cloudflare_only: z.boolean().optional(),
  }),
);

/** Parameters of the action `set_cache_tags`. */
export const CacheTags = z.strictObject({
  operation: z.enum(["add", "remove", "set"]),
  values: Texts.optional(),
  expression: z.string().min(1).optional(),
});
