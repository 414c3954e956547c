import { severityOfRule } from "../../../../provider/filter";
import { lint, messages } from "./lint-expression";

describe("a comparison with a value that the field never has", () => {
  it.each([
    [
      'http.request.uri.path eq "admin"',
      'http.request.uri.path starts with "/" and contains no query string, so it never equals "admin". Write "/admin".',
    ],
    [
      'http.request.uri.path eq "/a?b=1"',
      'http.request.uri.path starts with "/" and contains no query string, so it never equals "/a?b=1".',
    ],
    [
      'starts_with(http.request.uri.path, "admin/")',
      'http.request.uri.path starts with "/" and contains no query string, so it never starts with "admin/".',
    ],
    [
      'http.request.uri.path contains "login?next="',
      'http.request.uri.path starts with "/" and contains no query string, so it never contains "login?next=".',
    ],
    [
      'http.request.full_uri wildcard "example.com/*"',
      'http.request.full_uri starts with "https://" or "http://", so it never matches "example.com/*".',
    ],
    [
      'http.host in {"example.com" "https://www.example.com/a"}',
      'http.host is a host name without scheme and path, so it never equals "https://www.example.com/a". Write "www.example.com".',
    ],
    [
      'http.host wildcard "*.example.com/*"',
      'http.host is a host name without scheme and path, so it never matches "*.example.com/*".',
    ],
    [
      'http.request.method ne "post"',
      'http.request.method is upper case, so it never equals "post". Write "POST".',
    ],
    [
      'http.request.uri.query eq "?debug=1"',
      'http.request.uri.query has no "?" in front, so it never equals "?debug=1". Write "debug=1".',
    ],
    [
      'http.request.uri.path.extension in {".php" "html"}',
      'http.request.uri.path.extension has no leading dot and is lower case, so it never equals ".php". Write "php".',
    ],
    [
      'ip.src.country in {"DE" "uk"}',
      'ip.src.country is a country code of two upper-case letters (T1 is Tor), so it never equals "uk". Write "GB".',
    ],
    [
      'ip.src.country eq "Germany"',
      'ip.src.country is a country code of two upper-case letters (T1 is Tor), so it never equals "Germany".',
    ],
    [
      'ip.src.continent eq "eu"',
      'ip.src.continent is one of AF, AN, AS, EU, NA, OC, SA, T1, so it never equals "eu". Write "EU".',
    ],
    [
      'cf.tls_version eq "1.3"',
      'cf.tls_version is written as in "TLSv1.3", so it never equals "1.3". Write "TLSv1.3".',
    ],
    [
      'http.request.version eq "HTTP/2.0"',
      'http.request.version is HTTP/1.0, HTTP/1.1, HTTP/1.2, HTTP/2, HTTP/3 or SPDY/3.1, so it never equals "HTTP/2.0". Write "HTTP/2".',
    ],
    ['lower(http.user_agent) eq "Curl"', 'lower(http.user_agent) never equals "Curl". Write "curl".'],
    [
      'lower(http.request.uri.path) eq "admin"',
      'lower(http.request.uri.path) starts with "/" and contains no query string, so it never equals "admin". Write "/admin".',
    ],
    ["cf.waf.score gt 100", "cf.waf.score gt 100 is always false: the field is between 0 and 100."],
    [
      "cf.bot_management.score le 99",
      "cf.bot_management.score le 99 is always true: the field is between 0 and 99.",
    ],
    [
      'any(http.request.headers["X-Api-Key"][*] eq "a")',
      'The keys of http.request.headers are lower case, so there is never a key "X-Api-Key". Write "x-api-key".',
    ],
    [
      'has_key(http.request.headers, "Host")',
      'The keys of http.request.headers are lower case, so there is never a key "Host". Write "host".',
    ],
  ])("is reported: %s", (expression, message) => {
    expect(lint(expression, undefined, "enterprise").map(({ rule, message }) => [rule, message])).toEqual([
      ["impossible-value", message],
    ]);
  });

  it("is reported at the value", () => {
    const expression = 'http.request.method in {"GET" "put"}';
    const [warning] = lint(expression);
    expect(expression.slice(warning?.span.start, warning?.span.end)).toBe('"put"');
  });
});

describe("a comparison with a value that the field can have", () => {
  it.each([
    'http.request.uri.path in {"/" "/admin"}',
    'http.request.uri.path wildcard "*/login"',
    'http.request.uri.path wildcard r"/a\\*b"',
    'http.request.uri.path contains "admin"',
    'starts_with(http.request.uri.path, "")',
    'ends_with(http.request.uri.path, ".php")',
    'http.request.full_uri wildcard "HTTPS://*.example.com/*"',
    'http.request.full_uri wildcard "http*://example.com/"',
    'http.host eq "Example.com"',
    'http.host wildcard "*.example.com"',
    'http.request.method wildcard "get"',
    'http.request.method in {"GET" "PROPFIND" "M-SEARCH"}',
    'http.request.uri.query contains "?"',
    'http.request.uri.path.extension eq ""',
    'ip.src.country in {"DE" "T1" "XX" "GB"}',
    'cf.tls_version in {"TLSv1" "TLSv1.1" "none" ""}',
    'lower(http.request.method) eq "get"',
    'upper(http.host) eq "EXAMPLE.COM"',
    'any(http.request.headers.names[*] wildcard "X-Csrf-Token")',
    'http.request.uri.args["Token"][0] eq "a"',
    'any(http.request.cookies["Session"][*] eq "a")',
    "cf.waf.score gt 0 and cf.bot_management.score lt 30",
    "http.response.code ge 500",
  ])("is not reported: %s", (expression) => {
    expect(
      lint(expression, undefined, "enterprise").filter(({ rule }) => rule === "impossible-value"),
    ).toEqual([]);
  });

  it("is judged by the field that replaces a deprecated one", () => {
    expect(messages('ip.geoip.country eq "de"').at(-1)).toMatch(/ Write "DE"\.$/);
  });
});

describe("a comparison with an empty text", () => {
  it.each([
    ['http.request.uri eq "" or ssl', "http.request.uri", "never"],
    ['ssl and lower(http.request.uri.path) ne ""', "lower(http.request.uri.path)", "always"],
    ['http.request.full_uri in {"" "https://a/"}', "http.request.full_uri", "never"],
  ])("is information if the field is never empty: %s", (expression, field, amount) => {
    expect(lint(expression).map(({ rule, message }) => [rule, severityOfRule(rule), message])).toEqual([
      [
        "never-empty",
        "information",
        `${field} is never empty, so a comparison with "" is ${amount} true. Leave it out.`,
      ],
    ]);
  });

  it("stays a warning where another value was meant", () => {
    expect(lint('ip.src.country eq ""').map(({ rule }) => rule)).toEqual(["impossible-value"]);
  });
});
