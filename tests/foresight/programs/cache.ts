import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

const PARAMETERS = "rules[0].actionParameters";

const cache = (title: string, parameters: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_request_cache_settings", [
    { action: "set_cache_settings", actionParameters: parameters },
  ]),
  property: `${PARAMETERS}${property}`,
  remedy,
});

const response = (
  title: string,
  action: string,
  parameters: unknown,
  property: string,
  remedy: RegExp,
): FaultyProgram => ({
  title,
  program: inZone("http_response_cache_settings", [{ action, actionParameters: parameters }]),
  property: `${PARAMETERS}${property}`,
  remedy,
});

const queryString = (value: unknown) => ({ cache: true, cacheKey: { customKey: { queryString: value } } });
const header = (value: unknown) => ({ cache: true, cacheKey: { customKey: { header: value } } });
const ttl = (...items: unknown[]) => ({
  cache: true,
  edgeTtl: { mode: "respect_origin", statusCodeTtl: items },
});

/** Settings of the cache, for requests and for responses. */
export const caching: readonly FaultyProgram[] = [
  cache(
    "an edge TTL without its mode",
    { cache: true, edgeTtl: { default: 60 } },
    ".edgeTtl",
    /override_origin/,
  ),
  cache(
    "an edge TTL that overrides by nothing",
    { cache: true, edgeTtl: { mode: "override_origin" } },
    ".edgeTtl",
    /default/,
  ),
  cache(
    "an edge TTL with a mode of browsers",
    { cache: true, edgeTtl: { mode: "bypass" } },
    ".edgeTtl.mode",
    /bypass_by_default/,
  ),
  cache("an edge TTL as a number", { cache: true, edgeTtl: 3600 }, ".edgeTtl", /mode/),
  cache(
    "a TTL with its unit",
    { cache: true, edgeTtl: { mode: "override_origin", default: "1h" } },
    ".edgeTtl.default",
    /seconds|number|integer/,
  ),
  cache(
    "a negative TTL",
    { cache: true, edgeTtl: { mode: "override_origin", default: -5 } },
    ".edgeTtl.default",
    /at least|0|1|positive/,
  ),
  cache(
    "a browser TTL that overrides by nothing",
    { cache: true, browserTtl: { mode: "override_origin" } },
    ".browserTtl",
    /default/,
  ),
  cache(
    "a browser TTL of zero",
    { cache: true, browserTtl: { mode: "override_origin", default: 0 } },
    ".browserTtl.default",
    /at least 1|1|bypass/,
  ),
  cache("a TTL for no status", ttl({ value: 60 }), ".edgeTtl.statusCodeTtl[0]", /statusCode/),
  cache(
    "a TTL for a status and a range",
    ttl({ value: 60, statusCode: 200, statusCodeRange: { from: 200, to: 299 } }),
    ".edgeTtl.statusCodeTtl[0]",
    /statusCode/,
  ),
  {
    ...cache(
      "a time that the mode does not use",
      { cache: true, edgeTtl: { mode: "respect_origin", default: 60 } },
      ".edgeTtl.default",
      /override_origin/,
    ),
    as: "warning",
  },
  {
    ...cache(
      "a browser's time that the mode does not use",
      { cache: true, browserTtl: { mode: "bypass", default: 60 } },
      ".browserTtl.default",
      /override_origin/,
    ),
    as: "warning",
  },
  {
    ...cache(
      "two times for a status",
      ttl({ value: 60, statusCode: 200 }, { value: 90, statusCode: 200 }),
      ".edgeTtl.statusCodeTtl[1].statusCode",
      /again|remove/,
    ),
    as: "warning",
  },
  cache("a TTL of minus two", ttl({ value: -2, statusCode: 200 }), ".edgeTtl.statusCodeTtl[0].value", /-1/),
  cache(
    "a TTL for the status 1000",
    ttl({ value: 60, statusCode: 1000 }),
    ".edgeTtl.statusCodeTtl[0].statusCode",
    /999/,
  ),
  {
    ...cache(
      "a range of status that runs backwards",
      ttl({ value: 60, statusCodeRange: { from: 299, to: 200 } }),
      ".edgeTtl.statusCodeTtl[0].statusCodeRange",
      /from|to/,
    ),
    as: "warning",
  },
  cache("a list of no TTLs", ttl(), ".edgeTtl.statusCodeTtl", /at least one|empty/),
  cache(
    "parameters of a query included and excluded",
    queryString({ include: { list: ["a"] }, exclude: { list: ["b"] } }),
    ".cacheKey.customKey.queryString",
    /include|exclude/,
  ),
  cache(
    "all parameters of a query and a list",
    queryString({ include: { all: true, list: ["a"] } }),
    ".cacheKey.customKey.queryString.include",
    /all|list/,
  ),
  cache(
    "parameters of a query as a plain list",
    queryString({ include: ["a"] }),
    ".cacheKey.customKey.queryString.include",
    /list/,
  ),
  cache(
    "the header accept in a key",
    header({ include: ["accept"] }),
    ".cacheKey.customKey.header",
    /contains/,
  ),
  cache(
    "the header cookie in a key",
    header({ include: ["cookie"] }),
    ".cacheKey.customKey.header",
    /cookie/,
  ),
  cache(
    "four values of a header in a key",
    header({ contains: { accept: ["a", "b", "c", "d"] } }),
    ".cacheKey.customKey.header.contains",
    /3/,
  ),
  cache(
    "the device twice in a key",
    { cache: true, cacheKey: { cacheByDeviceType: true, customKey: { user: { deviceType: true } } } },
    ".cacheKey",
    /deviceType|cacheByDeviceType/,
  ),
  cache(
    "a reserve without eligible",
    { cache: true, cacheReserve: { minimumFileSize: 1000 } },
    ".cacheReserve",
    /eligible/,
  ),
  cache("a time-out of 50 s", { cache: true, readTimeout: 50 }, ".readTimeout", /100/),
  cache(
    "no ports in the list",
    { cache: true, additionalCacheablePorts: [] },
    ".additionalCacheablePorts",
    /at least one|empty|port/,
  ),
  cache(
    "a port that is none",
    { cache: true, additionalCacheablePorts: [70000] },
    ".additionalCacheablePorts",
    /65,?535/,
  ),
  { ...cache("no cache setting", {}, "", /at least one|cache/), as: "warning" },
  cache(
    "a misspelt cache setting",
    { cache: true, edgeTTL: { mode: "respect_origin" } },
    ".edgeTTL",
    /edgeTtl/,
  ),
  cache(
    "vary without its default",
    { cache: true, vary: { headers: { accept: { action: "normalize" } } } },
    ".vary",
    /default/,
  ),
  cache(
    "vary with languages under accept",
    {
      cache: true,
      vary: {
        default: { action: "bypass" },
        headers: { accept: { action: "normalize", languages: ["en"] } },
      },
    },
    ".vary.headers",
    /accept-language/,
  ),
  cache(
    "vary with a header in upper case",
    { cache: true, vary: { default: { action: "bypass" }, headers: { Accept: { action: "normalize" } } } },
    ".vary.headers",
    /lower|accept/,
  ),
  {
    ...cache("settings of responses", { stripEtags: true }, ".stripEtags", /http_response_cache_settings/),
    as: "warning",
  },
  response(
    "settings of requests",
    "set_cache_settings",
    { cache: true },
    ".cache",
    /strip|http_request_cache_settings/,
  ),
  response(
    "a directive without its operation",
    "set_cache_control",
    { "max-age": { value: 60 } },
    "",
    /set|remove/,
  ),
  response(
    "a directive in camelCase",
    "set_cache_control",
    { maxAge: { operation: "set", value: 60 } },
    "",
    /max-age/,
  ),
  response("a time without its value", "set_cache_control", { "max-age": { operation: "set" } }, "", /value/),
  response(
    "a directive without time, with a value",
    "set_cache_control",
    { "no-store": { operation: "set", value: 1 } },
    "",
    /value/,
  ),
  { ...response("no directive", "set_cache_control", {}, "", /at least one|max-age/), as: "warning" },
  response(
    "tags by values and by expression",
    "set_cache_tags",
    { operation: "set", values: ["a"], expression: 'split(http.host, ".", 3)' },
    "",
    /values|expression/,
  ),
  response("no tags", "set_cache_tags", { operation: "add" }, "", /values|expression/),
  response("tags as text", "set_cache_tags", { operation: "add", values: "a" }, ".values", /list|array/),
];
