import type { FaultyProgram } from "../case";
import { inAccount, inZone } from "../declare";

const PARAMETERS = "rules[0].actionParameters";
const target = { value: "https://b.example/" };

const redirect = (title: string, fromValue: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_request_dynamic_redirect", [{ action: "redirect", actionParameters: { fromValue } }]),
  property: `${PARAMETERS}.fromValue${property}`,
  remedy,
});

const route = (title: string, parameters: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_request_origin", [{ action: "route", actionParameters: parameters }]),
  property: `${PARAMETERS}${property}`,
  remedy,
});

const bulk = (title: string, fromList: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inAccount("http_request_redirect", [
    { action: "redirect", expression: "http.request.full_uri in $moved", actionParameters: { fromList } },
  ]),
  property: `${PARAMETERS}.fromList${property}`,
  remedy,
});

/** Redirects and other origins. */
export const redirectsAndRoutes: readonly FaultyProgram[] = [
  redirect("the status 304", { targetUrl: target, statusCode: 304 }, ".statusCode", /301/),
  redirect("a status as text", { targetUrl: target, statusCode: "301" }, ".statusCode", /301/),
  redirect("no target", { statusCode: 301 }, ".targetUrl", /targetUrl|required|value/),
  {
    ...redirect(
      "a query twice",
      { targetUrl: { value: "https://b.example/?from=a" }, preserveQueryString: true },
      ".preserveQueryString",
      /query/,
    ),
    as: "warning",
  },
  {
    ...redirect(
      "a query twice, in an expression",
      {
        targetUrl: { expression: 'concat("https://b.example", http.request.uri)' },
        preserveQueryString: true,
      },
      ".preserveQueryString",
      /query|http\.request\.uri\.path/,
    ),
    as: "warning",
  },
  redirect("a target as plain text", { targetUrl: "https://b.example/" }, ".targetUrl", /value/),
  redirect(
    "a target by value and by expression",
    { targetUrl: { ...target, expression: "http.host" } },
    ".targetUrl",
    /either|one of|not both|exactly one/i,
  ),
  {
    ...redirect(
      "a target that is neither URL nor path",
      { targetUrl: { value: "b.example" } },
      ".targetUrl",
      /https:\/\/|absolute|path|\//,
    ),
    as: "warning",
  },
  {
    ...redirect(
      "an empty target",
      { targetUrl: { value: "" } },
      ".targetUrl",
      /https:\/\/|absolute|empty|path/,
    ),
    as: "warning",
  },
  redirect(
    "preserveQueryString as text",
    { targetUrl: target, preserveQueryString: "true" },
    ".preserveQueryString",
    /true or false|boolean/i,
  ),
  {
    title: "a redirect by list in the phase of a zone",
    program: inZone("http_request_dynamic_redirect", [
      { action: "redirect", actionParameters: { fromList: { name: "moved", key: "http.request.full_uri" } } },
    ]),
    property: `${PARAMETERS}.fromList`,
    remedy: /http_request_redirect|fromValue/,
  },
  {
    title: "a redirect by value in the phase of lists",
    program: inAccount("http_request_redirect", [
      {
        action: "redirect",
        expression: "http.request.full_uri in $moved",
        actionParameters: { fromValue: { targetUrl: target } },
      },
    ]),
    property: `${PARAMETERS}.fromValue`,
    remedy: /http_request_dynamic_redirect|fromList/,
  },
  {
    title: "a redirect by value and by list",
    program: inZone("http_request_dynamic_redirect", [
      {
        action: "redirect",
        actionParameters: {
          fromValue: { targetUrl: target },
          fromList: { name: "moved", key: "http.request.full_uri" },
        },
      },
    ]),
    property: PARAMETERS,
    remedy: /fromValue|one of|exactly one|fromList/,
  },
  {
    title: "a redirect to nowhere",
    program: inZone("http_request_dynamic_redirect", [{ action: "redirect", actionParameters: {} }]),
    property: PARAMETERS,
    remedy: /fromValue/,
  },
  bulk(
    "a list with a hyphen in its name",
    { name: "moved-pages", key: "http.request.full_uri" },
    ".name",
    /_|letters|A-Z/,
  ),
  bulk("a list without a key", { name: "moved" }, ".key", /key|http\.request\.full_uri/),
  {
    ...bulk(
      "a key that is no field",
      { name: "moved", key: "full_uri" },
      ".key",
      /http\.request\.full_uri|unknown/,
    ),
    as: "warning",
  },
  {
    ...bulk(
      "a key of another field than the expression",
      { name: "moved", key: "raw.http.request.full_uri" },
      ".key",
      /same field|http\.request\.full_uri|expression/,
    ),
    as: "warning",
  },
  bulk("a list name of 51 characters", { name: "m".repeat(51), key: "http.request.full_uri" }, ".name", /50/),
  route("a route to nowhere", {}, "", /origin|hostHeader|sni/),
  route("an origin of nothing", { origin: {} }, ".origin", /host|port/),
  route(
    "an origin that is an address",
    { origin: { host: "192.0.2.1" } },
    ".origin.host",
    /host name|hostname|name/i,
  ),
  route(
    "an origin with its scheme",
    { origin: { host: "https://b.example" } },
    ".origin.host",
    /host name|hostname|without|name/i,
  ),
  route("port 0", { origin: { port: 0 } }, ".origin.port", /65,?535|at least 1/),
  route("port 65536", { origin: { port: 65_536 } }, ".origin.port", /65,?535/),
  route("a port as text", { origin: { port: "8443" } }, ".origin.port", /number|65,?535|integer/),
  route(
    "a server name that is an address",
    { sni: { value: "192.0.2.1" } },
    ".sni",
    /host name|hostname|name/i,
  ),
  route("a server name as plain text", { sni: "b.example" }, ".sni", /value/),
  route(
    "a host by expression",
    { origin: { host: { expression: "http.host" } } },
    ".origin.host",
    /string|text|static|name/,
  ),
];
