import type { CorrectProgram } from "../case";
import { inZone } from "../declare";

const cache = (title: string, actionParameters: object): CorrectProgram => ({
  title,
  program: inZone("http_request_cache_settings", [
    {
      action: "set_cache_settings",
      expression: 'starts_with(http.request.uri.path, "/static/")',
      actionParameters,
    },
  ]),
});

const response = (title: string, action: string, actionParameters: object): CorrectProgram => ({
  title,
  program: inZone("http_response_cache_settings", [{ action, actionParameters }]),
});

const key = (title: string, cacheKey: object) => cache(title, { cache: true, cacheKey });

/** Unusual settings of the cache that the API accepts. */
export const caching: readonly CorrectProgram[] = [
  cache("a bypass", { cache: false }),
  key("an empty cache key", {}),
  key("an empty custom key", { customKey: {} }),
  key("an empty header in a custom key", { customKey: { header: {} } }),
  key("every empty part of a custom key", { customKey: { cookie: {}, header: {}, host: {}, user: {} } }),
  key("all parameters of a query", { customKey: { queryString: { include: { all: true } } } }),
  key("no parameters of a query", { customKey: { queryString: { exclude: { all: true } } } }),
  key("the origin left out of the headers", {
    customKey: { header: { excludeOrigin: true, checkPresence: ["x-a"], include: ["x-b"] } },
  }),
  key("values of accept in a key", {
    customKey: { header: { contains: { accept: ["image/webp", "image/avif"] } } },
  }),
  key("cookies in a key", { customKey: { cookie: { checkPresence: ["session"], include: ["lang"] } } }),
  key("the device in a key, by one way", { cacheByDeviceType: true, customKey: { user: { geo: true } } }),
  cache("stale answers as they are", { cache: true, serveStale: {} }),
  cache("every mode that needs no TTL", {
    cache: true,
    edgeTtl: { mode: "bypass_by_default" },
    browserTtl: { mode: "bypass" },
  }),
  cache("a TTL of one second", { cache: true, edgeTtl: { mode: "override_origin", default: 1 } }),
  cache("TTLs by status", {
    cache: true,
    edgeTtl: {
      mode: "respect_origin",
      statusCodeTtl: [
        { statusCode: 200, value: 60 },
        { statusCodeRange: { from: 500 }, value: -1 },
        { statusCodeRange: { to: 199 }, value: 0 },
        { statusCodeRange: { from: 300, to: 399 }, value: 10 },
      ],
    },
  }),
  cache("a reserve without a minimum", { cache: true, cacheReserve: { eligible: false } }),
  cache("a reserve from the first byte", {
    cache: true,
    cacheReserve: { eligible: true, minimumFileSize: 0 },
  }),
  cache("ports", { cache: true, additionalCacheablePorts: [8080, 8443] }),
  cache("the shortest and the longest time-out", { cache: true, readTimeout: 6000 }),
  cache("vary by languages and by media", {
    cache: true,
    vary: {
      default: { action: "bypass" },
      headers: {
        accept: { action: "normalize", mediaTypes: ["image/webp"] },
        "accept-language": { action: "normalize", languages: ["en", "de"] },
        "x_own-header": { action: "passthrough" },
      },
    },
  }),
  cache("vary with nothing but its default", { cache: true, vary: { default: { action: "passthrough" } } }),
  response("a directive that is removed", "set_cache_control", { "no-store": { operation: "remove" } }),
  response("a time of zero", "set_cache_control", { "max-age": { operation: "set", value: 0 } }),
  response("a directive at the edge alone", "set_cache_control", {
    "s-maxage": { operation: "set", value: 60, cloudflareOnly: true },
  }),
  response("qualifiers", "set_cache_control", {
    private: { operation: "set", qualifiers: ["set-cookie"] },
    public: { operation: "remove" },
  }),
  response("tags by expression", "set_cache_tags", {
    operation: "add",
    expression: 'split(http.response.headers["x-tags"][0], ",", 10)',
  }),
  response("tags by value", "set_cache_tags", { operation: "remove", values: ["a", "b"] }),
  response("what is stripped", "set_cache_settings", {
    stripEtags: true,
    stripLastModified: true,
    stripSetCookie: false,
  }),
];
