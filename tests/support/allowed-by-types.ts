import type { Phase } from "../../provider/api";
import type { RuleArgs } from "../../provider/resources";

/** A rule that compiles and is refused: what is wrong, as docs/rulesets.md says it, and the path that the preview names. */
export interface AllowedByTypes {
  readonly what: string;
  readonly phase: Phase;
  readonly rule: RuleArgs;
  readonly path: string;
}

const at = { ref: "r", expression: "true" };
const CUSTOM = "http_request_firewall_custom";
const URI = "http_request_transform";
const REQUEST_HEADERS = "http_request_late_transform";
const ORIGIN = "http_request_origin";
const CACHE = "http_request_cache_settings";
const RESPONSE_CACHE = "http_response_cache_settings";
const LOG = "http_log_custom_fields";
const page = { statusCode: 403, content: "no", contentType: "text/plain" } as const;

/** The content of the table in docs/rulesets.md. Each rule compiles: the compiler checks this list. */
export const ALLOWED_BY_TYPES: readonly AllowedByTypes[] = [
  {
    what: "a status code outside 400 to 499",
    phase: CUSTOM,
    rule: { ...at, action: "block", actionParameters: { response: { ...page, statusCode: 302 } } },
    path: "response.statusCode",
  },
  {
    what: "empty content, or more than the phase takes",
    phase: CUSTOM,
    rule: { ...at, action: "block", actionParameters: { response: { ...page, content: "" } } },
    path: "response.content",
  },
  {
    what: "`uri` without `path` and `query`, or a path without its slash",
    phase: URI,
    rule: { ...at, action: "rewrite", actionParameters: { uri: { origin: true } } },
    path: "uri",
  },
  {
    what: "`uri` or `headers` in a phase for the other one",
    phase: REQUEST_HEADERS,
    rule: { ...at, action: "rewrite", actionParameters: { uri: { path: { value: "/" } } } },
    path: "uri",
  },
  {
    what: "a header that cannot be changed, or not so in the phase",
    phase: REQUEST_HEADERS,
    rule: {
      ...at,
      action: "rewrite",
      actionParameters: { headers: { Host: { operation: "set", value: "a" } } },
    },
    path: "headers.Host.operation",
  },
  {
    what: "a name of a header, or a value, with other characters",
    phase: REQUEST_HEADERS,
    rule: {
      ...at,
      action: "rewrite",
      actionParameters: { headers: { A: { operation: "set", value: "é" } } },
    },
    path: "headers.A.value",
  },
  {
    what: "values and expressions of more than 4,096 characters together",
    phase: URI,
    rule: {
      ...at,
      action: "rewrite",
      actionParameters: { uri: { query: { value: "a".repeat(4097) } } },
    },
    path: "uri.query.value",
  },
  {
    what: "the source of redirects of another phase",
    phase: "http_request_dynamic_redirect",
    rule: {
      ...at,
      action: "redirect",
      actionParameters: { fromList: { name: "a", key: "http.request.full_uri" } },
    },
    path: "fromList",
  },
  {
    what: "a name of a list with other characters, or of more than 50",
    phase: "http_request_redirect",
    rule: {
      ...at,
      action: "redirect",
      actionParameters: { fromList: { name: "$a", key: "http.request.full_uri" } },
    },
    path: "fromList.name",
  },
  {
    what: "no member, or an empty `origin`",
    phase: ORIGIN,
    rule: { ...at, action: "route", actionParameters: {} },
    path: "",
  },
  {
    what: "an address or a URL in place of a host name, or a port outside 1 to 65535",
    phase: ORIGIN,
    rule: { ...at, action: "route", actionParameters: { origin: { host: "192.0.2.1" } } },
    path: "origin.host",
  },
  {
    what: "no setting",
    phase: "http_config_settings",
    rule: { ...at, action: "set_config", actionParameters: {} },
    path: "",
  },
  {
    what: "a setting of the other phase",
    phase: RESPONSE_CACHE,
    rule: { ...at, action: "set_cache_settings", actionParameters: { cache: true } },
    path: "cache",
  },
  {
    what: "the mode `override_origin` without `default`",
    phase: CACHE,
    rule: { ...at, action: "set_cache_settings", actionParameters: { edgeTtl: { mode: "override_origin" } } },
    path: "edgeTtl",
  },
  {
    what: "a number out of its range, or with a fraction",
    phase: CACHE,
    rule: { ...at, action: "set_cache_settings", actionParameters: { readTimeout: 99 } },
    path: "readTimeout",
  },
  {
    what: "an empty list of ports or status codes, or an empty range",
    phase: CACHE,
    rule: { ...at, action: "set_cache_settings", actionParameters: { additionalCacheablePorts: [] } },
    path: "additionalCacheablePorts",
  },
  {
    what: "parts of the cache key that exclude each other",
    phase: CACHE,
    rule: {
      ...at,
      action: "set_cache_settings",
      actionParameters: {
        cacheKey: { customKey: { queryString: { include: { all: true }, exclude: { list: ["a"] } } } },
      },
    },
    path: "cacheKey.customKey.queryString",
  },
  {
    what: "a header that a cache key, or `vary`, cannot contain",
    phase: CACHE,
    rule: {
      ...at,
      action: "set_cache_settings",
      actionParameters: { cacheKey: { customKey: { header: { include: ["accept"] } } } },
    },
    path: "cacheKey.customKey.header.include[0]",
  },
  {
    what: "a list that is too long, and a text that is empty or too long",
    phase: CACHE,
    rule: {
      ...at,
      action: "set_cache_settings",
      actionParameters: { sharedDictionary: { matchPattern: "" } },
    },
    path: "sharedDictionary.matchPattern",
  },
  {
    what: "`set` without the value of a time, or `remove` with one",
    phase: RESPONSE_CACHE,
    rule: { ...at, action: "set_cache_control", actionParameters: { "max-age": { operation: "set" } } },
    path: "max-age",
  },
  {
    what: "no algorithm, or `none`, `default` or `auto` before another",
    phase: "http_response_compression",
    rule: {
      ...at,
      action: "compress_response",
      actionParameters: { algorithms: [{ name: "none" }, { name: "gzip" }] },
    },
    path: "algorithms[0].name",
  },
  {
    what: "empty content, more than 10,240 characters, or a status code outside 400 to 999",
    phase: "http_custom_errors",
    rule: { ...at, action: "serve_error", actionParameters: { content: "", contentType: "text/html" } },
    path: "content",
  },
  {
    what: "a name of an asset with other characters, or of more than 200",
    phase: "http_custom_errors",
    rule: { ...at, action: "serve_error", actionParameters: { assetName: "500.html" } },
    path: "assetName",
  },
  {
    what: "no list, or more than 100 fields in one",
    phase: LOG,
    rule: { ...at, action: "log_custom_field", actionParameters: {} },
    path: "",
  },
  {
    what: "a header with capital letters, both raw and transformed, or `range`",
    phase: LOG,
    rule: { ...at, action: "log_custom_field", actionParameters: { requestFields: [{ name: "Accept" }] } },
    path: "requestFields[0].name",
  },
];
