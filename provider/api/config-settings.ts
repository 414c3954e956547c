import { z } from "zod";

/** Parameters of the action `set_config`: settings of a zone for the requests that match. */
export const ConfigSettings = z
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
