import {
  alwaysTrue,
  findMisjoined,
  implies,
  neverTrue,
  parseFilter,
  type Expression,
} from "../../../../../provider/filter";

describe("alwaysTrue", () => {
  it.each([
    "true",
    "not false",
    "ip.src in {0.0.0.0/0 ::/0}",
    "ip.src in {0.0.0.0/1 128.0.0.0/1 ::/0}",
    'http.host contains ""',
    'http.host wildcard "*"',
    'http.host matches ".*"',
    'starts_with(http.request.uri.path, "/")',
    'http.request.uri.path wildcard "/*"',
    'http.host ne "a" or http.host ne "b"',
    'not http.host eq "a" or not http.host in {"b" "c"}',
    "ip.src ne 192.0.2.1 or ip.src ne 192.0.2.2",
    "not ip.src in {10.0.0.0/8} or not ip.src in {192.168.0.0/16}",
    "ssl or not ssl",
    "len(http.host) ge 0",
    "len(lower(http.host)) >= 0",
    "ip.src in {0.0.0.0..255.255.255.255 ::/1 8000::/1}",
    'ip.src.country ne "de"',
    'http.request.method ne "get"',
    'not http.request.uri.path eq "admin"',
    'http.cookie contains "a" or not http.cookie contains "a"',
    'cf.client.bot or not cf.client.bot or http.host eq "a"',
    '(http.host eq "a" and ssl) or not http.host eq "a" or not ssl',
    "http.request.timestamp.sec gt 5 or http.request.timestamp.sec lt 6",
    "http.host eq http.host",
    "lower(http.host) ge lower(http.host)",
    "not ip.src lt ip.src",
    "http.host eq http.cookie or not http.host eq http.cookie",
    'http.host matches "^.*$"',
    "ssl xor not ssl",
    "cf.threat_score lt 10",
    "http.request.timestamp.sec gt 5 or not http.request.timestamp.sec gt 5",
  ])("knows that every request matches %s", (expression) => {
    expect(alwaysTrue(parsed(expression))).toBe(true);
  });

  it.each([
    ["an address of one family", "ip.src in {0.0.0.0/0}"],
    ["a value that can be missing", 'http.user_agent contains ""'],
    [
      "a header that can be missing",
      'http.request.headers["x"][0] ne "a" or http.request.headers["x"][0] ne "b"',
    ],
    [
      "a mapped comparison",
      'any(http.request.headers["x"][*] ne "a") or any(http.request.headers["x"][*] ne "b")',
    ],
    ["a list", "ip.src in $office or ip.src in $home"],
    [
      "a line end, which no dot matches",
      'http.request.headers["x"][0] matches "^.*$" or not len(http.request.headers["x"][0]) ge 0',
    ],
    ["an ordering across families", "ip.src ge 0.0.0.0"],
    ["the same value twice", 'http.host ne "a" or http.host ne "a"'],
    [
      "a comparison of two values",
      "http.host eq http.request.uri.path or http.host ne http.request.uri.path",
    ],
    ["a comparison with itself of a value that can be missing", "http.cookie eq http.cookie"],
    ["common bits of a value with itself", "len(http.host) & len(http.host)"],
    ["a request without the field", 'len(http.request.uri.args["order"]) >= 0'],
  ])("leaves open %s", (_what, expression) => {
    expect(alwaysTrue(parsed(expression))).toBe(false);
  });
});

describe("neverTrue", () => {
  it.each([
    "false",
    "not true",
    "ip.src in {}",
    "cf.waf.score in {}",
    'http.host eq "a" and http.host eq "b"',
    'http.host in {"a" "b"} and not http.host in {"a" "b" "c"}',
    'http.host eq "www.example.com" and not http.host contains "example"',
    'http.request.uri.path eq "/admin" and starts_with(http.request.uri.path, "/api/")',
    'starts_with(http.request.uri.path, "/a/") and starts_with(http.request.uri.path, "/b/")',
    'http.request.uri.path eq "admin"',
    'http.request.uri.path contains "?id="',
    'http.request.full_uri wildcard "www.example.com/*"',
    'http.host eq "https://www.example.com"',
    'lower(http.user_agent) contains "Mozilla"',
    'http.request.uri.path.extension eq ".php"',
    'ip.src.country in {"de" "fr"}',
    "ip.src in {192.0.2.0/24} and ip.src in {198.51.100.0/24}",
    "ip.src in {192.0.2.7} and not ip.src in {192.0.2.0/24}",
    "cf.waf.score gt 50 and cf.waf.score lt 20",
    "cf.waf.score gt 9223372036854775807",
    "len(http.host) lt 0",
    "cf.bot_management.score gt 100",
    'http.request.version in {"2"}',
    "ip.src in $office and not ip.src in $office",
    'any(http.request.headers.names[*] eq "a") and not any(http.request.headers.names[*] eq "a")',
    'http.user_agent eq "a" and not http.user_agent contains ""',
    '(http.host eq "a" or http.host eq "b") and http.host eq "c"',
    "ssl xor ssl",
    "cf.threat_score gt 10",
    'http.request.uri.path matches "^/api/" and http.request.uri.path matches "^/[^a]"',
    'lower(http.host) eq "a" and upper(http.host) eq "B"',
  ])("knows that no request matches %s", (expression) => {
    expect(neverTrue(parsed(expression))).toBe(true);
  });

  it.each([
    [
      "two values of an array",
      'any(http.request.headers["x"][*] eq "a") and any(http.request.headers["x"][*] eq "b")',
    ],
    ["a missing value", 'not http.user_agent contains ""'],
    ["a missing value with both negations", 'not http.user_agent eq "a" and not http.user_agent ne "a"'],
    ["the test of a missing key", 'not len(http.request.uri.args["order"]) >= 0'],
    ["an upper-case letter in a wildcard", 'lower(http.host) wildcard "WWW.*"'],
    [
      "overlapping beginnings",
      'starts_with(http.request.uri.path, "/a") and starts_with(http.request.uri.path, "/a/b")',
    ],
    ["two lists", "ip.src in $office and not ip.src in $home"],
    ["a mapped address", "ip.src in {::ffff:0:0/96} and not ip.src in {0.0.0.0/0}"],
  ])("leaves open %s", (_what, expression) => {
    expect(neverTrue(parsed(expression))).toBe(false);
  });
});

describe("implies", () => {
  it.each([
    ['http.host eq "a" and ssl', 'http.host eq "a"'],
    ['http.host eq "a"', 'http.host in {"a" "b"}'],
    ['http.host eq "a"', 'http.host eq "a" or ssl'],
    ["ip.src eq 192.0.2.7", "ip.src in {192.0.2.0/24}"],
    ["ip.src in {192.0.2.0/25 192.0.2.128/25}", "ip.src in {192.0.2.0/24}"],
    ['starts_with(http.request.uri.path, "/admin/users")', 'starts_with(http.request.uri.path, "/admin")'],
    ['starts_with(http.request.uri.path, "/admin")', 'http.request.uri.path contains "/admin"'],
    ['starts_with(http.request.uri.path, "/admin")', 'http.request.uri.path wildcard "/ADMIN*"'],
    ['ends_with(http.request.uri.path, ".env")', 'http.request.uri.path contains "env"'],
    ['http.request.uri.path contains "/wp-login.php"', 'http.request.uri.path contains "wp-login"'],
    ['http.request.uri.path eq "/.env"', 'http.request.uri.path matches "^/\\.env"'],
    ["cf.waf.score lt 10", "cf.waf.score lt 20"],
    ["cf.waf.score eq 5", "not cf.waf.score eq 6"],
    ['ssl and (http.host eq "a" or http.host eq "b")', 'http.host in {"a" "b"}'],
    ["ssl", "true"],
    ["false", "ssl"],
    ['http.request.uri.path matches "^/admin(/|$)"', 'starts_with(http.request.uri.path, "/admin")'],
    ['lower(http.host) eq "a"', 'http.host in {"a" "A"}'],
    ['http.request.uri wildcard "/admin*"', 'lower(http.request.uri.path) contains "/a"'],
    ['ssl and sha256(http.host) eq "a"', "ssl"],
    ["ip.src in $office and ssl", "ip.src in $office"],
  ])("knows that %s implies %s", (one, other) => {
    expect(implies(parsed(one), parsed(other))).toBe(true);
  });

  it.each([
    ['http.host in {"a" "b"}', 'http.host eq "a"'],
    ["ip.src in {192.0.2.0/24}", "ip.src eq 192.0.2.7"],
    ['starts_with(http.request.uri.path, "/admin")', 'starts_with(http.request.uri.path, "/admin/")'],
    ['http.request.uri.path contains "admin"', 'starts_with(http.request.uri.path, "/admin")'],
    ['ends_with(http.host, "a")', 'http.host wildcard "a*"'],
    ["not cf.waf.score eq 6", "cf.waf.score ne 6"],
    ["cf.waf.score lt 20", "cf.waf.score lt 10"],
    ["true", "ssl"],
  ])("does not claim that %s implies %s", (one, other) => {
    expect(implies(parsed(one), parsed(other))).toBe(false);
  });
});

describe("findMisjoined", () => {
  it.each([
    ['http.host ne "a" or http.host ne "b"', "or", "http.host"],
    ['ssl and (http.referer ne "a" or http.referer ne "b")', "or", "http.referer"],
    ["not ip.src in {192.0.2.0/24} or ssl or not ip.src in {198.51.100.0/24}", "or", "ip.src"],
    [
      'http.request.headers["x"][0] ne "a" or http.request.headers["x"][0] ne "b"',
      "or",
      'http.request.headers["x"][0]',
    ],
    ['ssl or (http.host eq "a" and http.host eq "b")', "and", "http.host"],
    ["cf.waf.score lt 10 and ssl and cf.waf.score gt 90", "and", "cf.waf.score"],
  ])("finds the wrong operator in %s", (expression, operator, subject) => {
    expect(findMisjoined(parsed(expression))).toEqual([
      { operator, subject, conditions: [expect.anything(), expect.anything()] },
    ]);
  });

  it.each([
    'http.host ne "a" and http.host ne "b"',
    'http.host eq "a" or http.host eq "b"',
    'http.host ne "a" or http.host ne "a"',
    'http.host ne "a" or http.referer ne "b"',
    'any((http.request.headers.names[*] ne "a" or http.request.headers.names[*] ne "b"))',
    'http.host contains "a" and http.host contains "b"',
    "cf.waf.score gt 10 and cf.waf.score lt 90",
    "ssl or not ssl",
    'http.host eq "a" and not http.host eq "a"',
  ])("finds nothing in %s", (expression) => {
    expect(findMisjoined(parsed(expression))).toEqual([]);
  });
});

function parsed(expression: string): Expression {
  const result = parseFilter(expression);
  if (!result.valid) throw new Error(`${expression}: ${result.diagnostics[0].cause}`);
  return result.ast;
}
