import type { CorrectProgram } from "../case";
import { inAccount, inZone } from "../declare";
import type { World } from "../world";

/** One rule with parameters. */
const rule = (
  title: string,
  phase: string,
  action: string,
  actionParameters: object,
  others: object = {},
  zone: keyof World["zones"] = "enterprise",
): CorrectProgram => ({
  title,
  program: inZone(phase, [{ action, actionParameters, ...others }], { zone }),
});

const uri = (title: string, parameters: object) =>
  rule(title, "http_request_transform", "rewrite", { uri: parameters });
const request = (title: string, headers: object) =>
  rule(title, "http_request_late_transform", "rewrite", { headers });
const response = (title: string, headers: object) =>
  rule(title, "http_response_headers_transform", "rewrite", { headers });
const redirect = (title: string, fromValue: object) =>
  rule(title, "http_request_dynamic_redirect", "redirect", { fromValue });
const route = (title: string, parameters: object, zone?: keyof World["zones"]) =>
  rule(title, "http_request_origin", "route", parameters, {}, zone);
const config = (title: string, parameters: object) =>
  rule(title, "http_config_settings", "set_config", parameters);
const page = (title: string, parameters: object) =>
  rule(title, "http_custom_errors", "serve_error", parameters, { expression: "http.response.code eq 500" });

/** Unusual parameters that the API accepts. */
export const parameters: readonly CorrectProgram[] = [
  uri("an empty query", { query: { value: "" } }),
  uri("a path and a query, both computed by regex_replace", {
    path: { expression: 'regex_replace(http.request.uri.path, "^/a/", "/b/")' },
    query: { expression: 'regex_replace(http.request.uri.query, "x=", "y=")' },
  }),
  uri("the root as a path", { path: { value: "/" } }),
  uri("a path with an escaped space", { path: { value: "/a%20b" } }),
  uri("a path of a host and a path", {
    path: { expression: 'concat("/", http.host, http.request.uri.path)' },
  }),
  uri("a query without some arguments", {
    query: { expression: 'remove_query_args(http.request.uri.query, "utm_source", "utm_medium")' },
  }),
  uri("a wildcard with a flag", {
    path: { expression: 'wildcard_replace(http.request.uri.path, "/a/*", "/b/${1}", "s")' },
  }),
  request("a header of a bare address", { "x-client": { operation: "set", expression: "ip.src" } }),
  request("a header of a number as text", {
    "x-score": { operation: "set", expression: "to_string(cf.bot_management.score)" },
  }),
  request("the removal of cf-connecting-ip", { "cf-connecting-ip": { operation: "remove" } }),
  request("the removal of all cookies", { cookie: { operation: "remove" } }),
  request("a header with every sign that is allowed", {
    "x-signs": { operation: "set", value: "_:;.,\\/\"'?!(){}[]@<>=-+*#$&`|~^%" },
  }),
  request("a header with an underscore in capitals", {
    X_Request_ID: { operation: "set", expression: "cf.ray_id" },
  }),
  request("a header of a digest", {
    "x-digest": { operation: "set", expression: 'encode_base64(sha256(concat(http.host, "salt")))' },
  }),
  request(
    "thirty headers",
    Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`x-${n}`, { operation: "set", value: String(n) }]),
    ),
  ),
  response("a cookie that is added", { "set-cookie": { operation: "add", value: "seen=1; Path=/" } }),
  response("a header of the origin's header", {
    "x-copy": { operation: "set", expression: 'http.response.headers["x-origin"][0]' },
  }),
  response("a header that is removed in capitals", { "X-Powered-By": { operation: "remove" } }),
  redirect("a redirect to a path", { targetUrl: { value: "/new" }, statusCode: 308 }),
  redirect("a redirect without a status", { targetUrl: { value: "https://b.example/" } }),
  redirect("a redirect to a computed URL", {
    targetUrl: { expression: 'concat("https://b.example", http.request.uri.path)' },
    statusCode: 303,
    preserveQueryString: true,
  }),
  redirect("a redirect by wildcard", {
    targetUrl: {
      expression: 'wildcard_replace(http.request.full_uri, "https://a.example/*", "https://b.example/${1}")',
    },
  }),
  route("a route with nothing but a port", { origin: { port: 8443 } }),
  route("a port on plan free", { origin: { port: 8080 } }, "free"),
  route("a route with nothing but a server name", { sni: { value: "b.enterprise.example" } }),
  route("a route with nothing but a host header", { hostHeader: "b.enterprise.example" }),
  route("a route with everything", {
    hostHeader: "b.enterprise.example",
    origin: { host: "c.enterprise.example", port: 65_535 },
    sni: { value: "d.enterprise.example" },
  }),
  config("one disabled feature", { disableRum: true }),
  config("a setting that is off", { rocketLoader: false }),
  config("certificates of the origin", { ssl: "origin_pull" }),
  config("images as webp", { polish: "webp" }),
  config("under attack", { securityLevel: "under_attack" }),
  config("buffering", { requestBodyBuffering: "full", responseBodyBuffering: "none" }),
  page("a page of 10,240 characters", { content: "a".repeat(10_240), contentType: "text/html" }),
  page("a page with the status 999", { content: "{}", contentType: "application/json", statusCode: 999 }),
  rule("compression that ends with auto", "http_response_compression", "compress_response", {
    algorithms: [{ name: "zstd" }, { name: "brotli" }, { name: "auto" }],
  }),
  rule("no compression", "http_response_compression", "compress_response", {
    algorithms: [{ name: "none" }],
  }),
  rule(
    "logged fields of every kind",
    "http_log_custom_fields",
    "log_custom_field",
    {
      cookieFields: [{ name: "Session" }],
      requestFields: [{ name: "x-a" }],
      rawResponseFields: [{ name: "x-b", preserveDuplicates: true }],
      responseFields: [{ name: "x-c" }],
      transformedRequestFields: [{ name: "x-d" }],
    },
    { expression: "true" },
  ),
  {
    title: "a bulk redirect on every plan",
    program: inAccount("http_request_redirect", [
      {
        action: "redirect",
        expression: "http.request.full_uri in $moved_pages",
        actionParameters: { fromList: { name: "moved_pages", key: "http.request.full_uri" } },
      },
    ]),
  },
];
