import type { FaultyProgram } from "../case";
import { inAccount, inZone } from "../declare";

const PARAMETERS = "rules[0].actionParameters";

const path = (title: string, expression: unknown, remedy: RegExp, as?: "warning"): FaultyProgram => ({
  title,
  program: inZone("http_request_transform", [
    { action: "rewrite", actionParameters: { uri: { path: { expression } } } },
  ]),
  property: `${PARAMETERS}.uri.path.expression`,
  remedy,
  ...(as && { as }),
});

const header = (
  title: string,
  expression: unknown,
  remedy: RegExp,
  phase = "http_request_late_transform",
): FaultyProgram => ({
  title,
  program: inZone(phase, [
    { action: "rewrite", actionParameters: { headers: { "x-a": { operation: "set", expression } } } },
  ]),
  property: `${PARAMETERS}.headers`,
  remedy,
});

const target = (title: string, expression: unknown, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_request_dynamic_redirect", [
    { action: "redirect", actionParameters: { fromValue: { targetUrl: { expression } } } },
  ]),
  property: `${PARAMETERS}.fromValue.targetUrl.expression`,
  remedy,
});

/** Expressions that compute a value. */
export const valueExpressions: readonly FaultyProgram[] = [
  path("a plain path", "/new", /value|concat|quote/),
  path("a concatenation with plus", '"/a" + http.request.uri.path', /concat/),
  path(
    "an expression of an unknown field",
    'concat("/a", http.request.path)',
    /http\.request\.uri\.path|name of a field|unknown/,
  ),
  path(
    "an unknown function",
    'replace(http.request.uri.path, "/a", "/b")',
    /regex_replace|wildcard_replace|name of a|unknown/,
  ),
  path(
    "regex_replace twice",
    'regex_replace(regex_replace(http.request.uri.path, "a", "b"), "c", "d")',
    /once/,
  ),
  path("wildcard_replace with two stars", 'wildcard_replace(http.request.uri.path, "/**", "/b")', /star|\*/),
  path("regex_replace without its replacement", 'regex_replace(http.request.uri.path, "^/a")', /argument/),
  path("a pattern that does not close", 'regex_replace(http.request.uri.path, "(a", "b")', /group|\)|close/),
  path("a pattern that is a field", 'regex_replace(http.request.uri.path, http.host, "b")', /literal/i),
  path("a Boolean", 'http.host eq "a.example"', /string|text|Bytes|not a value/),
  path("an integer", "http.request.timestamp.sec", /to_string/),
  path("an integer in a concatenation", 'concat("/", ip.src.asnum)', /to_string|Bytes|string/),
  path("substring by a field", "substring(http.request.uri.path, 0, ip.src.asnum)", /literal/i),
  path("an unclosed bracket", 'concat("/a", http.request.uri.path', /\)/),
  path("an empty expression", "", /value|expression/),
  {
    ...path(
      "an expression of 4,097 characters",
      `concat("/${"a".repeat(4063)}", http.request.uri.path)`,
      /4,?096/,
    ),
    property: PARAMETERS,
  },
  path(
    "a response in a path",
    'concat("/", http.response.content_type.media_type)',
    /response|phase|http_response_headers_transform/,
    "warning",
  ),
  path("sha256 in a path", 'concat("/", encode_base64(sha256(http.host)))', /header/),
  path("any in a value", 'any(http.request.headers["x-a"][*] eq "b")', /filter|string|Bytes|text/),
  path("split in a path", 'split(http.request.uri.path, "/", 2)[1]', /response|split/, "warning"),
  header("a header of an integer", "cf.bot_management.score", /to_string/),
  header("a header of a Boolean", "ssl", /to_string/),
  header("a header of all values", 'http.request.headers["x-b"]', /\[0\]|join/),
  header("a header of a misspelt country", "ip.src.contry", /ip\.src\.country/),
  header("quotes that do not close", 'concat("a, http.host)', /quote/),
  header(
    "to_string of text",
    "to_string(http.host)",
    /Int|Bool|Ip|integer|without/,
    "http_response_headers_transform",
  ),
  target("a plain URL", "https://b.example/", /value|quote|concat/),
  target("a target that is a Boolean", "ssl", /string|text|Bytes/),
  target("a template", "https://b.example${http.request.uri.path}", /concat/),
  target("a target of curly brackets", '"https://b.example" {http.request.uri.path}', /concat|operator|end/i),
  {
    title: "a counting expression that is text",
    program: inZone("http_ratelimit", [
      {
        action: "block",
        ratelimit: {
          characteristics: ["cf.colo.id", "ip.src"],
          period: 60,
          requestsPerPeriod: 10,
          mitigationTimeout: 60,
          countingExpression: "lower(http.host)",
        },
      },
    ]),
    property: "rules[0].ratelimit.countingExpression",
    remedy: /Bool|true|condition|operator/i,
  },
  {
    title: "tags that are text",
    program: inZone("http_response_cache_settings", [
      { action: "set_cache_tags", actionParameters: { operation: "set", expression: "http.host" } },
    ]),
    property: `${PARAMETERS}.expression`,
    remedy: /split|array/i,
  },
  {
    title: "a key of a bulk redirect that is a function",
    program: inAccount("http_request_redirect", [
      {
        action: "redirect",
        expression: "lower(http.request.full_uri) in $moved",
        actionParameters: { fromList: { name: "moved", key: "http.request.full_uri" } },
      },
    ]),
    property: "rules[0].expression",
    remedy: /field|function|http\.request\.full_uri in/,
  },
];
