import { findCover, findImplied } from "../../../../../provider/filter";
import { parsed } from "../decide-texts";

const PATH = "http.request.uri.path";

/** Returns the conditions, by their indexes, that together match what the expression matches. */
function cover(expression: string, conditions: readonly string[], end = conditions.length) {
  return findCover(conditions.map(parsed))(parsed(expression), end);
}

describe("conditions that cover an expression", () => {
  it("are a single one that it implies", () => {
    expect(cover(`${PATH} eq "/admin/users"`, ["ssl", `starts_with(${PATH}, "/admin")`])).toEqual([1]);
  });

  it.each([
    ["two halves of a set", `${PATH} in {"/a" "/b"}`, [`${PATH} eq "/b"`, "ssl", `${PATH} eq "/a"`], [0, 2]],
    [
      "two networks",
      "ip.src in {192.0.2.0/24}",
      ["ip.src in {192.0.2.0/25}", "ip.src in {192.0.2.128/25}"],
      [0, 1],
    ],
    ["a condition and its negation", 'http.host eq "a"', ["ssl", "not ssl"], [0, 1]],
    [
      "patterns and the rest of a folder",
      `starts_with(${PATH}, "/api/")`,
      [`${PATH} matches "^/api/v[12]"`, `starts_with(${PATH}, "/api") and not ${PATH} matches "^/api/v[12]"`],
      [0, 1],
    ],
    ["a list and everything else", "ssl", ["ip.src in $office", "not ip.src in $office"], [0, 1]],
    [
      "what one leaves of the other",
      'http.host in {"a" "b"}',
      ['http.host eq "a" and ssl', 'http.host eq "a"', 'http.host ne "a"'],
      [1, 2],
    ],
  ])("are several together: %s", (_, expression, conditions, expected) => {
    expect(cover(expression, conditions)).toEqual(expected);
  });

  it.each([
    ["a request is left", `${PATH} in {"/a" "/b" "/c"}`, [`${PATH} eq "/a"`, `${PATH} eq "/b"`]],
    ["none is near", 'http.host eq "a"', [`${PATH} eq "/a"`, "ip.src in {192.0.2.0/24}"]],
    ["the only one cannot be computed", 'http.host eq "a"', ['sha256(http.host) eq "b"']],
  ])("are not claimed if %s", (_, expression, conditions) => {
    expect(cover(expression, conditions)).toBeUndefined();
  });

  it("are only looked for before the end", () => {
    expect(cover("ssl", ['http.host eq "a"', "ssl"], 1)).toBeUndefined();
    expect(cover("ssl", ['http.host eq "a"', "ssl"], 2)).toEqual([1]);
  });

  it("are found one by one for an expression that cannot be computed", () => {
    expect(cover('ssl and sha256(http.host) eq "b"', [`${PATH} eq "/a"`, "ssl"])).toEqual([1]);
  });
});

describe("the index of conditions", () => {
  it.each([
    ["texts", 'http.host eq "a.example"', 'http.host wildcard "*.EXAMPLE"'],
    ["texts in another case", 'lower(http.user_agent) contains "bot"', 'http.user_agent wildcard "*b*o*t*"'],
    ["the beginning of a pattern", `${PATH} eq "/API/v1"`, `lower(${PATH}) matches "^/api/v?[0-9]"`],
    ["repeated last letters of a pattern", `${PATH} eq "/a"`, `${PATH} matches "^/ab*$"`],
    ["alternatives of a pattern", `${PATH} eq "/b"`, `${PATH} matches "^/a|^/b"`],
    ["numbers", "cf.bot_management.score eq 5", "cf.bot_management.score lt 30"],
    ["addresses", "ip.src eq 192.0.2.7", "ip.src in {198.51.100.1 192.0.2.0/28}"],
    ["truth", "ssl and cf.client.bot", "cf.client.bot"],
    ["lists", "ip.src in $office and ssl", "ip.src in $office"],
    [
      "headers",
      'any(http.request.headers["x-a"][*] eq "b")',
      'any(http.request.headers["x-a"][*] contains "b")',
    ],
    ["one header", 'http.request.headers["x-a"][0] eq "b"', 'any(http.request.headers["x-a"][*] eq "b")'],
    ["old names", 'ip.src.country eq "DE"', 'ip.geoip.country in {"DE" "FR"}'],
    ["alternatives", 'http.host eq "a"', 'ip.src eq 192.0.2.1 or http.host eq "a"'],
    ["exclusive alternatives", "ssl and not cf.client.bot", "ssl xor cf.client.bot"],
    ["negations", 'http.host eq "a"', 'not http.host eq "b"'],
    ["texts in order", 'http.host eq "b"', 'http.host gt "a"'],
  ])("misses none that is implied: %s", (_, expression, condition) => {
    expect([...findImplied([parsed(condition)])(parsed(expression))]).toEqual([0]);
  });
});
