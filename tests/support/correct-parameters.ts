/** Action, phase and `action_parameters` that the API accepts, although they look unusual: each stands in a public test or document. */
export const CORRECT_PARAMETERS: readonly (readonly [
  action: string,
  phase: string,
  parameters: Readonly<Record<string, unknown>>,
])[] = [
  ["block", "http_request_firewall_custom", {}],
  [
    "block",
    "http_ratelimit",
    { response: { status_code: 429, content: "x".repeat(30_000), content_type: "text/xml" } },
  ],
  ["rewrite", "http_request_transform", { uri: { query: { value: "" } } }],
  ["rewrite", "http_request_transform", { uri: { path: { value: "/" }, origin: true } }],
  [
    "rewrite",
    "http_request_transform",
    {
      uri: {
        path: { expression: 'regex_replace(http.request.uri.path, "/foo$", "/bar")' },
        query: { expression: 'regex_replace(http.request.uri.query, "foo=bar", "")' },
      },
    },
  ],
  [
    "rewrite",
    "http_request_late_transform",
    {
      headers: {
        "CF-Connecting-IP": { operation: "remove" },
        Cookie: { operation: "remove" },
        "X-Source": { operation: "set", expression: "ip.src" },
        "X_Empty-1": { operation: "set", value: "" },
      },
    },
  ],
  [
    "rewrite",
    "http_response_headers_transform",
    {
      headers: {
        "Set-Cookie": { operation: "add", value: "a=b; HttpOnly" },
        "Cache-Control": { operation: "set", value: "no-store" },
        Host: { operation: "set", value: "a" },
        ETag: { operation: "remove" },
      },
    },
  ],
  ["redirect", "http_request_dynamic_redirect", { from_value: { target_url: { value: "/" } } }],
  [
    "redirect",
    "http_request_dynamic_redirect",
    { from_value: { target_url: { value: "//example.com" }, status_code: 308 } },
  ],
  ["route", "http_request_origin", { origin: { port: 8443 } }],
  ["route", "http_request_origin", { host_header: "a.example:8080" }],
  ["route", "http_request_origin", { sni: { value: "bücher.example" } }],
  ["set_config", "http_config_settings", { webmcp_packs: [], content_converter: false }],
  ["set_config", "http_config_settings", { disable_pay_per_crawl: true, security_level: "essentially_off" }],
  ["set_cache_settings", "http_request_cache_settings", { cache: false }],
  ["set_cache_settings", "http_request_cache_settings", { cache: false, browser_ttl: { mode: "bypass" } }],
  ["set_cache_settings", "http_request_cache_settings", { serve_stale: {} }],
  ["set_cache_settings", "http_request_cache_settings", { cache: true, cache_key: {} }],
  ["set_cache_settings", "http_request_cache_settings", { cache: true, cache_key: { custom_key: {} } }],
  [
    "set_cache_settings",
    "http_request_cache_settings",
    {
      cache: true,
      cache_key: { custom_key: { header: {}, cookie: {}, host: {}, user: {}, query_string: {} } },
    },
  ],
  [
    "set_cache_settings",
    "http_request_cache_settings",
    { cache_key: { custom_key: { query_string: { exclude: { all: true } } } } },
  ],
  [
    "set_cache_settings",
    "http_request_cache_settings",
    {
      edge_ttl: {
        mode: "respect_origin",
        status_code_ttl: [
          { value: -1, status_code_range: { to: 199 } },
          { value: 0, status_code: 999 },
        ],
      },
    },
  ],
  [
    "set_cache_settings",
    "http_request_cache_settings",
    { cache_key: { custom_key: { query_string: { include: {}, exclude: {} } } } },
  ],
  [
    "set_cache_settings",
    "http_request_cache_settings",
    {
      cache_key: {
        cache_by_device_type: false,
        custom_key: {
          cookie: { check_presence: ["Cookie1"], include: ["Cookie2"] },
          header: { exclude_origin: true, contains: { "user-agent": ["Mobile"] }, include: ["my-header"] },
          user: { device_type: true, geo: false, lang: true },
        },
      },
    },
  ],
  [
    "set_cache_settings",
    "http_request_cache_settings",
    { origin_range_requests: { mode: "default" }, shared_dictionary: { match_pattern: "/*" } },
  ],
  [
    "set_cache_settings",
    "http_request_cache_settings",
    {
      vary: {
        default: { action: "bypass" },
        headers: { accept: { action: "normalize", media_types: [] }, x_a: { action: "passthrough" } },
      },
    },
  ],
  ["set_cache_settings", "http_response_cache_settings", { strip_set_cookie: false }],
  ["set_cache_control", "http_response_cache_settings", { "max-age": { operation: "set", value: 0 } }],
  ["set_cache_control", "http_response_cache_settings", { private: { operation: "set", qualifiers: [] } }],
  ["set_cache_tags", "http_response_cache_settings", { operation: "set", values: ["a"] }],
  ["compress_response", "http_response_compression", { algorithms: [{ name: "auto" }] }],
  ["compress_response", "http_response_compression", { algorithms: [{ name: "gzip" }, { name: "none" }] }],
  ["serve_error", "http_custom_errors", { asset_name: "Page_500" }],
  ["serve_error", "http_custom_errors", { content: "-", content_type: "text/plain", status_code: 999 }],
  [
    "log_custom_field",
    "http_log_custom_fields",
    { cookie_fields: [{ name: "SID" }], request_fields: [{ name: "a" }], response_fields: [{ name: "a" }] },
  ],
];
