import fc from "fast-check";
import { parseAddress, printAddress } from "../../../../provider/filter/parse/ip-address";
import { matches } from "./matches";

const host = (text: string) => ({ "http.host": text });

describe("functions on texts", () => {
  it.each([
    ["aZé[`{@", 'lower(http.host) eq "azé[`{@"'],
    ["azé[`{@", 'upper(http.host) eq "AZé[`{@"'],
    ["ab", 'starts_with(http.host, "")'],
    ["ab", 'starts_with(http.host, "ab")'],
    ["ab", 'not starts_with(http.host, "abc")'],
    ["ab", 'not starts_with(http.host, "A")'],
    ["ab", 'ends_with(http.host, "")'],
    ["ab", 'ends_with(http.host, "ab")'],
    ["ab", 'ends_with(http.host, "b")'],
    ["ab", 'not ends_with(http.host, "a")'],
    ["ab", 'not ends_with(http.host, "bab")'],
    ["ab", 'not ends_with(http.host, "xxxxab")'],
    ["a.b.w", String.raw`remove_bytes(http.host, "\x2e\x77") eq "ab"`],
    ["a,b,c", 'split(http.host, ",", 2)[1] eq "b,c"'],
    ["a,,c", 'split(http.host, ",", 9)[1] eq ""'],
    ["a,b", 'len(split(http.host, ",", 9)) eq 2'],
    ["a,b", 'split(http.host, ",", 1)[0] eq "a,b"'],
    ["", 'len(split(http.host, ",", 9)) eq 1'],
    ["a--b--c", 'split(http.host, "--", 3)[2] eq "c"'],
    ["a,b", 'join(split(http.host, ",", 9), "--") eq "a--b"'],
  ])("evaluate with %j: %s", (text, expression) => {
    expect(matches(expression, host(text))).toBe(true);
  });

  it.each([
    ["0", "abcde"],
    ["2", "cde"],
    ["-2", "de"],
    ["-9", "abcde"],
    ["5", ""],
    ["9", ""],
    ["1, 3", "bc"],
    ["0, 0", ""],
    ["3, 1", ""],
    ["-3, -1", "cd"],
    ["1, 99", "bcde"],
    ["-99, 2", "ab"],
    ["2, -99", ""],
    ["-9223372036854775808, 9223372036854775807", "abcde"],
  ])("substring of abcde with %s returns %j", (indexes, expected) => {
    expect(matches(`substring(http.host, ${indexes}) eq "${expected}"`, host("abcde"))).toBe(true);
  });

  it.each([
    ["", String.raw`\xfb\xff\xfe`, "+//+"],
    ["u", String.raw`\xfb\xff\xfe`, "-__-"],
    ["", "a", "YQ"],
    ["p", "a", "YQ=="],
    ["p", "ab", "YWI="],
    ["up", String.raw`\xfb\xff`, "-_8="],
    ["pu", String.raw`\xfb\xff`, "-_8="],
  ])("Base64 encoding with the options %j of %s returns %s", (options, text, expected) => {
    expect(matches(`encode_base64("${text}", "${options}") eq "${expected}"`)).toBe(true);
  });

  it.each(["YQ", "YQ=="])("decode the Base64 text %s with and without padding", (text) => {
    expect(matches('decode_base64(http.host) eq "a"', host(text))).toBe(true);
  });

  it.each(["Y", "YQ=", "YQ===", "Y-__", "YWI==", "YQ==YQ==", " YQ==", "YQ==\n"])(
    "return nothing for the malformed Base64 text %j",
    (text) => {
      expect(matches('decode_base64(http.host) ge ""', host(text))).toBe(false);
    },
  );

  it.each([
    ["cf.waf.score", { "cf.waf.score": -7 }, "-7"],
    ["ssl", { ssl: true }, "true"],
    ["ssl", { ssl: false }, "false"],
    ["ip.src", { "ip.src": "10.0.0.1" }, "10.0.0.1"],
    ["ip.src", { "ip.src": "2001:DB8:0:0::1" }, "2001:db8::1"],
    ["ip.src", { "ip.src": "::ffff:10.0.0.1" }, "::ffff:10.0.0.1"],
  ])("convert %s of %j to the text %s", (field, fields, expected) => {
    expect(matches(`to_string(${field}) eq "${expected}"`, fields)).toBe(true);
  });
});

describe("contains", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });

  it("agrees with String.includes, in short texts and in texts of more than 64 bytes", () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom(0, 57, 64, 65, 300), (text, part, size) => {
        const padded = text.padStart(size, "c");
        expect(matches(`http.host contains "${part}"`, host(padded))).toBe(padded.includes(part));
      }),
    );
  });

  it.each([
    ["ab", "abc", false],
    ["ab", "", true],
    ["", "", true],
    ["aab", "ab", true],
    ["é", String.raw`\xa9`, true],
  ])("evaluates %j contains %j to %s", (text, part, expected) => {
    expect(matches(`http.host contains "${part}"`, host(text))).toBe(expected);
  });
});

describe("wildcard", () => {
  it.each([
    ["Z*", "zoo", true],
    ["A*", "aloe", true],
    ["a@b", "a`b", false],
    ["a[b", "a{b", false],
    ["É*", "é", false],
    ["*", "", true],
    ["", "", true],
    ["", "a", false],
    ["a", "", false],
    ["a*b", "a\nb", true],
    ["a?c", "abc", false],
  ])("%s matches %j: %s", (pattern, text, expected) => {
    expect(matches(`http.host wildcard "${pattern}"`, host(text))).toBe(expected);
  });

  it("is case-sensitive only if it is strict", () => {
    expect(matches('http.host strict wildcard "Z*"', host("zoo"))).toBe(false);
    expect(matches('http.host strict wildcard "Z*"', host("Zoo"))).toBe(true);
  });
});

describe("cidr and cidr6", () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant("::ffff:10.1.2.3"));
  const prefixes = fc.tuple(fc.integer({ min: 1, max: 32 }), fc.integer({ min: 1, max: 128 }));

  it("keep the bits given for the family of the address; cidr6 does not change IPv4", () => {
    fc.assert(
      fc.property(address, prefixes, (text, [v4, v6]) => {
        const fields = { "ip.src": text };
        const isV4 = !text.includes(":");
        expect(matches(`cidr(ip.src, ${v4}, ${v6}) eq ${networkOf(text, isV4 ? v4 : v6)}`, fields)).toBe(
          true,
        );
        expect(matches(`cidr6(ip.src, ${v6}) eq ${isV4 ? text : networkOf(text, v6)}`, fields)).toBe(true);
      }),
    );
  });

  /** Clears every bit after the prefix in the digits of the address. */
  function networkOf(text: string, prefix: number): string {
    const found = parseAddress(text);
    if (found === undefined) throw new Error(text);
    const size = found.family === 4 ? 32 : 128;
    const bits = found.value.toString(2).padStart(size, "0").slice(0, prefix).padEnd(size, "0");
    return printAddress({ family: found.family, value: BigInt(`0b${bits}`) });
  }
});

describe("has_key and has_value", () => {
  const headers = { "http.request.headers": { a: ["x"], "": ["y", "z"], "\uffff": [] } };
  it.each([
    ['has_key(http.request.headers, "a")', true],
    ['has_key(http.request.headers, "A")', false],
    ['has_key(http.request.headers, "")', true],
    [String.raw`has_key(http.request.headers, "\xff")`, false],
    ['has_key(http.request.headers, http.request.headers[""][0])', false],
    ['has_value(http.request.headers["a"], "x")', true],
    ['has_value(http.request.headers["a"], "X")', false],
    ['has_value(http.request.headers["a"], "")', false],
    ['has_value(http.request.headers, http.request.headers[""])', true],
    ['has_value(http.request.headers, http.request.headers["b"])', false],
    ['has_value(http.request.headers, split("y,z", ",", 2))', true],
    ['has_value(http.request.headers, split("y", ",", 2))', false],
  ])("%s returns %s", (expression, expected) => {
    expect(matches(expression, headers)).toBe(expected);
  });

  it("compares whole numbers", () => {
    const ids = { "cf.bot_management.detection_ids": [{ int: "9007199254740993" }, 7] };
    expect(matches("has_value(cf.bot_management.detection_ids, 9007199254740993)", ids)).toBe(true);
    expect(matches("has_value(cf.bot_management.detection_ids, 9007199254740992)", ids)).toBe(false);
  });
});

describe("remove_query_args", () => {
  it("agrees with URLSearchParams", () => {
    const pair = fc
      .tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "1", "a"))
      .map((parts) => parts.join("="));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const query = pairs.join("&");
        const kept = new URLSearchParams(query);
        kept.delete("a");
        kept.delete("c");
        const call = 'remove_query_args(http.request.uri.query, "a", "c")';
        expect(matches(`${call} eq "${kept.toString()}"`, { "http.request.uri.query": query })).toBe(true);
      }),
    );
  });
});
