import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

const PARAMETERS = "rules[0].actionParameters";

/** A rule in the phase that rewrites URLs. */
const uri = (title: string, parameters: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_request_transform", [{ action: "rewrite", actionParameters: { uri: parameters } }]),
  property: `${PARAMETERS}.uri${property}`,
  remedy,
});

/** A rule in the phase that rewrites headers of requests. */
const request = (title: string, headers: unknown, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_request_late_transform", [{ action: "rewrite", actionParameters: { headers } }]),
  property: `${PARAMETERS}.headers`,
  remedy,
});

/** A rule in the phase that rewrites headers of responses. */
const response = (title: string, headers: unknown, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_response_headers_transform", [{ action: "rewrite", actionParameters: { headers } }]),
  property: `${PARAMETERS}.headers`,
  remedy,
});

const set = { operation: "set", value: "b" };
const remove = { operation: "remove" };

/** Rewrites of URLs and headers. */
export const rewrites: readonly FaultyProgram[] = [
  uri(
    "a path without its leading slash",
    { path: { value: "new" } },
    ".path.value",
    /\/new|"\/"|begin|start|slash/,
  ),
  uri("an empty path", { path: { value: "" } }, ".path", /"\/"|begin|empty|slash/),
  {
    ...uri("a query with its question mark", { query: { value: "?a=1" } }, ".query", /without|leading|\?/),
    as: "warning",
  },
  uri(
    "a path by value and by expression",
    { path: { value: "/a", expression: "http.host" } },
    ".path",
    /either|one of|not both|exactly one/i,
  ),
  uri("a path by neither", { path: {} }, ".path", /value|expression/),
  uri("neither path nor query", {}, "", /path/),
  uri("a path as plain text", { path: "/new" }, ".path", /value/),
  uri("a host", { host: { value: "b.example" } }, ".host", /path|query|redirect|route/),
  {
    title: "a URL in the phase of headers",
    program: inZone("http_request_late_transform", [
      { action: "rewrite", actionParameters: { uri: { path: { value: "/b" } } } },
    ]),
    property: `${PARAMETERS}.uri`,
    remedy: /http_request_transform|headers/,
  },
  {
    title: "headers in the phase of URLs",
    program: inZone("http_request_transform", [
      { action: "rewrite", actionParameters: { headers: { "x-a": set } } },
    ]),
    property: `${PARAMETERS}.headers`,
    remedy: /http_request_late_transform|uri/,
  },
  {
    title: "a rewrite of nothing",
    program: inZone("http_request_late_transform", [{ action: "rewrite", actionParameters: {} }]),
    property: PARAMETERS,
    remedy: /headers/,
    as: "warning",
  },
  {
    title: "a rewrite without parameters",
    program: inZone("http_request_transform", [{ action: "rewrite" }]),
    property: PARAMETERS,
    remedy: /uri|headers/,
  },
  request("a request header with add", { "x-a": { operation: "add", value: "b" } }, /set/),
  request("a request header without an operation", { "x-a": { value: "b" } }, /set/),
  request(
    "a request header with an unknown operation",
    { "x-a": { operation: "replace", value: "b" } },
    /set/,
  ),
  request("a request header that is set to nothing", { "x-a": { operation: "set" } }, /value|expression/),
  request(
    "a removed header with a value",
    { "x-a": { operation: "remove", value: "b" } },
    /neither|without|no value|remove/,
  ),
  request(
    "a header by value and by expression",
    { "x-a": { ...set, expression: "http.host" } },
    /either|one of|not both|exactly one/i,
  ),
  request("the request header host", { Host: set }, /route|hostHeader|cannot/i),
  request("the request header cf-ray", { "cf-ray": set }, /cf-/),
  request("the request header x-forwarded-for", { "X-Forwarded-For": set }, /x-forwarded-for|remove/i),
  request("the request header true-client-ip", { "true-client-ip": set }, /true-client-ip|remove/i),
  request("the request header accept-encoding", { "Accept-Encoding": set }, /accept-encoding|cannot/i),
  request("the request header cookie with a new value", { cookie: set }, /remove/),
  request("a header name with a space", { "x a": set }, /A-Z|letters|_|-/),
  request("a header name with a colon", { "x-a:": set }, /A-Z|letters|_|-/),
  request(
    "a header value with a line break",
    { "x-a": { operation: "set", value: "a\nb" } },
    /character|line/i,
  ),
  request(
    "a header value with an umlaut",
    { "x-a": { operation: "set", value: "Größe" } },
    /character|expression/i,
  ),
  {
    ...request(
      "a header value of 4,097 characters",
      { "x-a": { operation: "set", value: "a".repeat(4097) } },
      /4,?096|4 kB|4,?000/,
    ),
    property: PARAMETERS,
  },
  request("headers as a list", [{ name: "x-a", ...set }], /name|object|header/i),
  { ...request("no headers at all", {}, /at least one|header/), property: PARAMETERS, as: "warning" },
  response("the response header server", { server: remove }, /server|cannot/i),
  response("the removal of set-cookie", { "Set-Cookie": remove }, /set-cookie|add|set/i),
  response("the response header cf-cache-status", { "cf-cache-status": remove }, /cf-/),
  response("the response header eh-cache-tag", { "eh-cache-tag": set }, /eh-cache-tag|cannot/),
];
