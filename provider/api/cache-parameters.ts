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
            contains: z.record(z.string(), z.array(z.string()).min(1).max(3)),
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

const StatusCode = z.int().min(100).max(999);
const EdgeTtl = z.strictObject({
  mode: z.enum(["respect_origin", "bypass_by_default", "override_origin"]),
  default: z.int().min(0).optional(),
  status_code_ttl: z
    .array(
      z.strictObject({
        value: z.int().min(-1),
        status_code: StatusCode.optional(),
        status_code_range: z.strictObject({ from: StatusCode, to: StatusCode }).partial().optional(),
      }),
    )
    .min(1)
    .optional(),
});

const Vary = z.strictObject({
  default: z.strictObject({ action: VaryAction }),
  headers: z
    .record(
      z.string(),
      z.strictObject({
        action: VaryAction,
        languages: z.array(z.string().max(64)).max(20).optional(),
        media_types: z.array(z.string().max(255)).max(10).optional(),
      }),
    )
    .optional(),
});

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
    cache_reserve: z.strictObject({ eligible: z.boolean(), minimum_file_size: z.int().min(0).optional() }),
    serve_stale: z.strictObject({ disable_stale_while_updating: z.boolean() }).partial(),
    origin_cache_control: z.boolean(),
    origin_error_page_passthru: z.boolean(),
    read_timeout: z.int().min(100).max(6000),
    respect_strong_etags: z.boolean(),
    additional_cacheable_ports: z.array(z.int().min(1).max(65535)).min(1),
    origin_range_requests: z.strictObject({ mode: z.enum(["on", "off", "default"]) }),
    shared_dictionary: z.strictObject({ match_pattern: z.string().min(1).max(1024) }),
    strip_etags: z.boolean(),
    strip_last_modified: z.boolean(),
    strip_set_cookie: z.boolean(),
    vary: Vary,
  })
  .partial();

const operation = z.enum(["set", "remove"]);
const cloudflare_only = z.boolean().optional();
const Plain = z.strictObject({ operation, cloudflare_only }).optional();
const Timed = z.strictObject({ operation, cloudflare_only, value: z.int().min(0).optional() }).optional();
const Qualified = z.strictObject({ operation, cloudflare_only, qualifiers: Texts.optional() }).optional();

/** Parameters of the action `set_cache_control`, keyed by the name of the Cache-Control directive. */
export const CacheControl = z.strictObject({
  "max-age": Timed,
  "s-maxage": Timed,
  "stale-if-error": Timed,
  "stale-while-revalidate": Timed,
  private: Qualified,
  "no-cache": Qualified,
  "no-store": Plain,
  "no-transform": Plain,
  "must-revalidate": Plain,
  "proxy-revalidate": Plain,
  "must-understand": Plain,
  public: Plain,
  immutable: Plain,
});

/** Parameters of the action `set_cache_tags`. */
export const CacheTags = z.strictObject({
  operation: z.enum(["add", "remove", "set"]),
  values: Texts.optional(),
  expression: z.string().min(1).optional(),
});
