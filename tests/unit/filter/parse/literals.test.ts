import { compileFilter, parseFilter, printFilter, readRequestFields } from "../../../../provider/filter";
import { compileRegex } from "../../../../provider/regex/search/compile-regex";

describe("literals at their limits", () => {
  it.each([
    ["a range of one address", "ip.src in {192.0.2.1..192.0.2.1}"],
    ["a raw string with 255 hashes", `http.host eq r${"#".repeat(255)}"a"${"#".repeat(255)}`],
    ["a wildcard with an escaped star beside a star", 'http.host wildcard r"a\\**"'],
    ["bytes with a plus sign, as Rust reads numbers", "http.host eq +5:+6"],
    ["the largest and the smallest integer", "cf.waf.score in {9223372036854775807 -9223372036854775808}"],
    ["a quote within a class of a quoted pattern", 'http.host matches "["]"'],
  ])("accepts %s", (_, expression) => expect(parseFilter(expression)).toMatchObject({ valid: true }));

  it.each([
    ["an address with :: for no group", "ip.src eq 1:2:3:4:5:6:7::8", "ParseNetwork"],
    [
      "a raw string with 256 hashes",
      `http.host contains r${"#".repeat(256)}"a"`,
      "InvalidRawStringHashCount",
    ],
    ["an integer one too small", "cf.waf.score eq -9223372036854775809", "ParseInt"],
    ["a wildcard that ends in a backslash", 'http.host wildcard r"a\\"', "ParseWildcard.InvalidWildcard"],
    ["a byte of octal digits above 377", 'http.host eq "\\400"', "ParseInt"],
    ["a key that is no UTF-8", 'http.request.headers["\\xff"][0] eq "a"', "ExpectedLiteral"],
    ["an index beyond 32 bits", 'http.request.headers.names[4294967296] eq "a"', "ExpectedLiteral"],
    [
      "[*] in a second argument",
      'concat(http.host, http.request.headers.names[*]) eq "a"',
      "InvalidMapEachAccess",
    ],
    ["a TAB between parts", "ssl and\tssl", "ExpectedName"],
    [
      "a call of which the engine only tries whether it is one",
      'concat("a", decode_base64(1)) eq "a"',
      "EOF",
    ],
    ["a mask of nothing", "ip.src in {1.2.3.4/}", "ParseNetwork"],
  ])("rejects %s", (_, expression, causeClass) => {
    const parsed = parseFilter(expression);
    expect(parsed.valid ? undefined : parsed.diagnostics[0].causeClass).toBe(causeClass);
  });

  it("reports overflow and invalid digits in the order of the text", () => {
    expect(cause("cf.waf.score eq 99999999999999999999a")).toMatch(/^number too large/);
    expect(cause("cf.waf.score eq 9a9999999999999999999")).toMatch(/^invalid digit/);
  });

  it.each([
    ['"a\\"b"', 'a"b'],
    ['"[\\"]"', '[\\"]'],
    ['"\\\\\\d"', "\\\\\\d"],
    ['r"\\d"', "\\d"],
  ])("passes the pattern %s to the regex engine as written", (written, pattern) => {
    const parsed = parseFilter(`http.host matches ${written}`);
    expect(parsed.valid ? parsed.ast : undefined).toMatchObject({ test: { pattern: { pattern } } });
  });

  it("keep their spelling", () => {
    const written = 'http.host in {"a" r"a" 61:62} or http.host matches "a" or http.host matches r"a"';
    const parsed = parseFilter(written);
    expect(parsed.valid ? parsed.ast : undefined).toMatchObject({
      items: [
        { test: { items: [{ notation: "quoted" }, { notation: "raw" }, { notation: "hex" }] } },
        { test: { pattern: { notation: "quoted" } } },
        { test: { pattern: { notation: "raw" } } },
      ],
    });
  });

  it("keeps a quote in a class of a quoted pattern as it is", () => {
    const parsed = parseFilter('http.host matches "[\\"]["]\\""');
    expect(parsed.valid && printFilter(parsed.ast)).toBe('http.host matches "[\\"]["]\\""');
  });
});

describe("bytes in hex digits", () => {
  it("are separated by colons", () => {
    const parsed = parseFilter("http.host eq 61:fF:00");
    expect(parsed.valid ? parsed.ast : undefined).toMatchObject({
      test: { literal: { notation: "hex", bytes: Uint8Array.of(0x61, 0xff, 0) } },
    });
  });
});

describe("values at their limits", () => {
  it.each([
    ['substring(http.host, 0, 100) eq "abc"', true],
    ['substring(http.host, 2, 1) eq ""', true],
    ['split(http.host, "b", 128)[1] eq "c"', true],
    ['decode_base64(http.host) eq "x"', false],
    ["true and not false", true],
  ])("computes %s", (expression, result) => {
    const parsed = parseFilter(expression);
    const fields = readRequestFields({ "http.host": "abc" });
    expect(parsed.valid && compileFilter(parsed.ast).run(fields)).toBe(result);
  });

  it.each([
    ["(?Rm)\\r^\\n", "\r\n", false],
    ["(?Rm)\\r$\\n", "\r\n", false],
    ["(?R)^.$", "\r", false],
    ["^.$", "\r", true],
    ["(?m)\\r$\\n", "\r\n", true],
  ])("matches %j in %j: %s", (pattern, text, result) => {
    expect(compileRegex(pattern)(Buffer.from(text))).toBe(result);
  });
});

function cause(expression: string): string | undefined {
  const parsed = parseFilter(expression);
  return parsed.valid ? undefined : parsed.diagnostics[0].cause;
}
