import fc from "fast-check";
import { UnsupportedFunctionError } from "../../../../provider/filter";
import { getRuntimeFunction } from "../../../../provider/filter/evaluate/function-table";
import { FUNCTIONS } from "../../../../provider/filter/scheme/functions";
import { matches } from "./matches";

function refusal(expression: string): string {
  try {
    matches(expression);
  } catch (problem) {
    if (problem instanceof UnsupportedFunctionError) return String(problem);
    throw problem;
  }
  throw new Error(`${expression} was not refused`);
}

describe("regex_replace", () => {
  it.each([
    ['regex_replace("/foo/bar", "/bar$", "/baz")', "/foo/baz"],
    ['regex_replace("/x", "^/y$", "/mumble")', "/x"],
    ['regex_replace("/foo", "^/FOO$", "/x")', "/foo"],
    ['regex_replace("/a/a", "/a", "/b")', "/b/a"],
    ['regex_replace("/b", "^/b$", "/b$$")', "/b$"],
    ['regex_replace("/foo/a/path", "^/foo/([^/]*)/(.*)$", "/bar/${2}/${1}")', "/bar/path/a"],
  ])("returns what the documentation says: %s", (call, expected) => {
    expect(matches(`${call} eq "${expected}"`)).toBe(true);
  });

  it.each([
    ["puts the whole match in the place of ${0}", 'regex_replace("abc", "b", "<${0}>")', "a<b>c"],
    ["leaves out a group that took no part", 'regex_replace("b", "(a)|b", "[${1}]")', "[]"],
    ["leaves out a group that does not exist", 'regex_replace("b", "b", "[${7}]")', "[]"],
    ["keeps a dollar sign that begins no reference", 'regex_replace("b", "(b)", "$1 ${n} $")', "$1 ${n} $"],
    ["takes the leftmost branch, not the longest", 'regex_replace("abcd", "a|ab", "<${0}>")', "<a>bcd"],
    ["is as greedy as the pattern says", 'regex_replace("aaa", "(a+?)(a*)", "${1}-${2}")', "a-aa"],
    ["replaces bytes that are not UTF-8", String.raw`regex_replace("a\xffb", r"\xff", "-")`, "a-b"],
    ["puts in a text where the match is empty", 'regex_replace("ab", "", "-")', "-ab"],
  ])("%s", (_, call, expected) => {
    expect(matches(`${call} eq "${expected}"`)).toBe(true);
  });

  it("accepts a field as the replacement", () => {
    const fields = { "http.host": "${1}.org", "http.request.uri.path": "www.com" };
    expect(
      matches('regex_replace(http.request.uri.path, "^(.*)[.]com$", http.host) eq "www.org"', fields),
    ).toBe(true);
  });

  it("replaces in each element that [*] selects", () => {
    const fields = { "http.request.headers.names": ["x-a", "y-a"] };
    expect(matches('all(regex_replace(http.request.headers.names[*], "^.-", "")[*] eq "a")', fields)).toBe(
      true,
    );
  });

  it.each([
    ["(", "unclosed group"],
    ["a{1000}{1000}", "compiled, it exceeds 10485760 bytes"],
    [String.raw`\xff`, "it is not UTF-8"],
  ])("rejects the pattern %s when the filter is compiled", (pattern, reason) => {
    expect(refusal(`regex_replace("a", "${pattern}", "b") eq "b"`)).toBe(
      `UnsupportedFunctionError: regex_replace() cannot be computed here: its pattern is invalid: ${reason}.`,
    );
  });
});

describe("wildcard_replace", () => {
  const uri = "https://apps.example.com/calendar/admin?expand=true";
  it.each([
    [
      uri,
      '"https://*.example.com/*/*", "https://example.com/${1}/${2}/${3}"',
      "https://example.com/apps/calendar/admin?expand=true",
    ],
    [
      "https://example.com/applications/app1",
      '"/applications/*", "/apps/${1}"',
      "https://example.com/applications/app1",
    ],
    ["/calendar", '"/*", "/apps/${1}"', "/apps/calendar"],
    ["/Apps/calendar", '"/apps/*", "/${1}"', "/calendar"],
    ["/Apps/calendar", '"/apps/*", "/${1}", "s"', "/Apps/calendar"],
    ["/apps/calendar/login", '"/apps/*/login", "/${1}/login"', "/calendar/login"],
  ])("replaces in %s with %s as the documentation says", (text, rest, expected) => {
    const fields = { "http.request.full_uri": text };
    expect(matches(`wildcard_replace(http.request.full_uri, ${rest}) eq "${expected}"`, fields)).toBe(true);
  });

  it.each([
    ["gives each star as little as it can", "a/b/c/d", '"*/*/*", "${1} ${2} ${3}"', "a b c/d"],
    ["gives a star nothing where nothing is left", "ab", '"*a*b*", "<${1}${2}${3}>"', "<>"],
    ["lets a star take more where the rest would not fit", "aab-ab", '"*ab", "${1}"', "aab-"],
    ["takes an escaped star for a star", "a*b", 'r"a\\**", "${1}"', "b"],
    ["keeps a dollar sign that is doubled", "a", '"*", "$${1}"', "${1}"],
    ["keeps the case of what it puts in", "ABC", '"*b*", "${1}${2}"', "AC"],
  ])("%s", (_, text, rest, expected) => {
    const fields = { "http.host": text };
    expect(matches(`wildcard_replace(http.host, ${rest}) eq "${expected}"`, fields)).toBe(true);
  });

  it("captures the same groups as a lazy regular expression", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 7 });
    const texts = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 });
    const patterns = letters.map((pattern) => pattern.replace(/\*+/g, "*"));
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const stars = pattern.split("*").length - 1;
        const template = Array.from({ length: stars }, (_, index) => `<\${${index + 1}}>`).join("");
        const match = new RegExp(`^${pattern.replace(/\*/g, "(.*?)")}$`).exec(text);
        const expected =
          match === null
            ? text
            : match
                .slice(1)
                .map((group) => `<${group}>`)
                .join("");
        const call = `wildcard_replace(http.host, "${pattern}", "${template}")`;
        expect(matches(`${call} eq "${expected}"`, { "http.host": text })).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["a**", "wildcard contains a double star"],
    [String.raw`a\\b`, "invalid wildcard: wildcard syntax error at position 1: invalid escape sequence"],
  ])("rejects the pattern %s when the filter is compiled", (pattern, reason) => {
    expect(refusal(`wildcard_replace(http.host, "${pattern}", "") eq ""`)).toBe(
      `UnsupportedFunctionError: wildcard_replace() cannot be computed here: its pattern is invalid: ${reason}.`,
    );
  });
});

describe("remove_query_args", () => {
  it.each([
    ["order=asc&country=GB", '"country"', "order=asc"],
    ["order=asc&country=GB", '"order"', "country=GB"],
    ["order=asc&country=GB", '"search"', "order=asc&country=GB"],
    ["category=Foo&order=desc&category=Bar", '"order"', "category=Foo&category=Bar"],
    ["category=Foo&order=desc&category=Bar", '"category"', "order=desc"],
    ["a=1&b=2&c=3", '"a", "c"', "b=2"],
    ["a&b=a&=c&a=", '"a"', "b=a&=c"],
    ["A=1&%61=1&a=1", '"a"', "A=1&%61=1"],
    ["b&&c", '"a"', "b&&c"],
    ["a=1", '"a"', ""],
  ])("turns %s without the parameter %s into %s", (query, names, expected) => {
    const call = `remove_query_args(http.request.uri.query, ${names})`;
    expect(matches(`${call} eq "${expected}"`, { "http.request.uri.query": query })).toBe(true);
  });
});

describe("uuidv4", () => {
  const seed = (length: number) => ({
    base64: Buffer.from(Array.from({ length }, (_, i) => 0xf0 + i)).toString("base64"),
  });

  it("returns a UUID made from the first 16 bytes, always the same one", () => {
    const expression = 'uuidv4(cf.random_seed) eq "f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff"';
    expect(matches(expression, { "cf.random_seed": seed(16) })).toBe(true);
    expect(matches(expression, { "cf.random_seed": seed(20) })).toBe(true);
  });

  it("returns a UUID of version 4, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 32 }), (bytes) => {
        const fields = { "cf.random_seed": { base64: Buffer.from(bytes).toString("base64") } };
        const form = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";
        expect(matches(`uuidv4(cf.random_seed) matches "${form}"`, fields)).toBe(true);
      }),
    );
  });

  it("returns nothing if the source is too short", () => {
    expect(matches('uuidv4(cf.random_seed) matches ""', { "cf.random_seed": seed(15) })).toBe(false);
  });
});

describe("bit_slice", () => {
  const fields = {
    "http.request.body.raw": { base64: Buffer.from([0b1010_0001, 0xff, 0x80, 0, 1]).toString("base64") },
  };

  it.each([
    [0, 1, 1],
    [0, 4, 10],
    [4, 12, 31],
    [7, 8, 1],
    [0, 32, 0xa1ff8000],
    [8, 40, 0xff800001],
  ])("returns the bits from %i to %i as %i", (start, end, expected) => {
    expect(matches(`bit_slice(http.request.body.raw, ${start}, ${end}) eq ${expected}`, fields)).toBe(true);
  });

  it("reads up to the last permitted bit, and agrees with a simple implementation", () => {
    const bounds = fc.tuple(fc.nat(2040 - 1), fc.integer({ min: 1, max: 32 }));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 255, maxLength: 255 }), bounds, (bytes, [first, size]) => {
        const start = Math.min(first, 2040 - size);
        const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
        const expected = Number.parseInt(bits.slice(start, start + size), 2);
        const body = { "http.request.body.raw": { base64: Buffer.from(bytes).toString("base64") } };
        const call = `bit_slice(http.request.body.raw, ${start}, ${start + size})`;
        expect(matches(`${call} eq ${expected}`, body)).toBe(true);
      }),
      { numRuns: 100, examples: [[new Uint8Array(255).fill(0xa5), [2008, 32]]] },
    );
  });

  it("returns nothing if the bytes end earlier", () => {
    expect(matches("bit_slice(http.request.body.raw, 33, 41) ge 0", fields)).toBe(false);
  });

  it.each([
    ["-1, 3", "the range of bits from -1 to 3 is negative or empty"],
    ["3, 3", "the range of bits from 3 to 3 is negative or empty"],
    ["1, 34", "a slice must have at most 32 bits, found 33"],
    ["2020, 2041", "an offset must be at most 2040, found 2041"],
  ])("rejects the bounds %s when the filter is compiled", (bounds, reason) => {
    expect(refusal(`bit_slice(http.request.body.raw, ${bounds}) eq 0`)).toBe(
      `UnsupportedFunctionError: bit_slice() cannot be computed here: ${reason}.`,
    );
  });
});

describe("coalesce", () => {
  const args = { "http.request.uri.args": { p: ["/a"] }, "http.request.uri.path": "/a" };

  it.each([
    ["the first argument", 'coalesce(http.request.uri.args["p"][0], "/") eq "/a"'],
    ["the next one if it is missing", 'coalesce(http.request.uri.args["q"][0], "/") eq "/"'],
    ["an empty text, which is present", 'coalesce(substring(http.request.uri.path, 9), "/") eq ""'],
    ["an integer", 'coalesce(lookup_json_integer(http.request.uri.path, "k"), 7) eq 7'],
    ["an address", "coalesce(ip.src, 192.0.2.1) eq 192.0.2.1"],
    ["a boolean", 'coalesce(ssl, http.request.uri.path eq "/a")'],
    ["for each element", 'all(coalesce(http.request.uri.args["p"][*], "x")[*] eq "/a")'],
  ])("returns %s", (_, expression) => {
    expect(matches(expression, args)).toBe(true);
  });

  it("returns nothing if all arguments are missing", () => {
    expect(matches('coalesce(http.cookie, http.referer) ne "a"', args)).toBe(false);
  });
});

describe("functions that are not documented", () => {
  const fields = { "http.host": "\t a b \r\n", "http.cookie": "xaxbxx", "ip.src": "10.1.2.3" };

  it.each([
    'trim(http.host) eq "a b"',
    String.raw`trim_start(http.host) eq "a b \x0d\x0a"`,
    String.raw`trim_end(http.host) eq "\x09 a b"`,
    'trim(http.cookie, "x") eq "axb"',
    'trim_start(http.cookie, "ax") eq "bxx"',
    'trim_end(http.cookie, "bx") eq "xa"',
    'trim(http.cookie, "abx") eq ""',
    'trim(http.cookie, "") eq "xaxbxx"',
    'contains(http.cookie, "xb")',
    'not contains(http.cookie, "XB")',
    'contains(http.cookie, "")',
    'wildcard(http.cookie, "*AXB*")',
    'not wildcard(http.cookie, "axb")',
    'ip_in_range(ip.src, "10.0.0.0/8")',
    'ip_in_range(ip.src, "10.1.2.3")',
    'ip_in_range(ip.src, "10.1.2.0..10.1.2.9")',
    'not ip_in_range(ip.src, "2001:db8::/32")',
    "len(sha512(http.host)) eq 64",
  ])("compute what their names say: %s", (expression) => {
    expect(matches(expression, fields)).toBe(true);
  });

  it.each([
    [
      'wildcard(http.host, "a**")',
      "wildcard() cannot be computed here: its pattern is invalid: wildcard contains a double star.",
    ],
    [
      'ip_in_range(ip.src, "home")',
      "ip_in_range() cannot be computed here: its range is not an address, a network or a range of addresses.",
    ],
  ])("reject a constant that they cannot use: %s", (expression, message) => {
    expect(refusal(expression)).toBe(`UnsupportedFunctionError: ${message}`);
  });
});

describe("functions that only the service can compute", () => {
  it.each([
    ['is_jwt_valid("config")', "only the service has the configuration and the keys to verify the token"],
    ['is_jwt_present("config")', "only the service has the configuration and the keys to verify the token"],
    ["hash_in_range(0, 100, http.host) lt 10", "the service does not publish its hash"],
    ['hmac(http.host, "a", "b") eq "a"', "its arguments are not documented"],
  ])("reject %s when the filter is compiled, with the reason", (call, reason) => {
    const [name = ""] = call.split("(", 1);
    expect(refusal(`ssl and not ${call}`)).toBe(
      `UnsupportedFunctionError: ${name}() cannot be computed here: ${reason}.`,
    );
  });

  it("are only these", () => {
    const compiled = ["regex_replace", "wildcard_replace", "wildcard", "ip_in_range", "bit_slice"];
    const others = Object.keys(FUNCTIONS).filter(
      (name) => getRuntimeFunction(name) === undefined && !compiled.includes(name),
    );
    expect(others).toEqual(["is_jwt_valid", "is_jwt_present", "hash_in_range", "hmac"]);
  });
});
