import fc from "fast-check";
import {
  and,
  compileFilter,
  type Condition,
  field,
  list,
  not,
  or,
  parseFilter,
  readRequestFields,
  xor,
} from "../../../../provider/filter";

/** A condition and its result. */
type Piece = readonly [condition: Condition, holds: boolean];

const COMBINATIONS = [
  [and, (all: readonly boolean[]) => all.every((one) => one)],
  [or, (all: readonly boolean[]) => all.some((one) => one)],
  [xor, (all: readonly boolean[]) => all.filter((one) => one).length % 2 === 1],
] as const;

describe("the builder of expressions", () => {
  it.each<[string, () => Condition]>([
    ['http.host eq "say \\"hi\\" \\\\ there"', () => field("http.host").eq('say "hi" \\ there')],
    ['http.host ne ""', () => field("http.host").ne("")],
    ["cf.waf.score lt -1", () => field("cf.waf.score").lt(-1)],
    ["cf.waf.score le 2", () => field("cf.waf.score").le(2)],
    ["cf.waf.score gt 9007199254740991", () => field("cf.waf.score").gt(2 ** 53 - 1)],
    ["cf.waf.score ge 9007199254740993", () => field("cf.waf.score").ge(9007199254740993n)],
    ["cf.waf.score & 8", () => field("cf.waf.score").hasBits(8)],
    [
      "http.request.uri.path ne raw.http.request.uri.path",
      () => field("http.request.uri.path").ne(field("raw.http.request.uri.path")),
    ],
    ["cf.waf.score lt len(http.host)", () => field("cf.waf.score").lt(field("http.host").length())],
    ["cf.waf.score & cf.edge.server_port", () => field("cf.waf.score").hasBits(field("cf.edge.server_port"))],
    ["ip.src eq cf.edge.server_ip", () => field("ip.src").eq(field("cf.edge.server_ip"))],
    [
      "any(http.request.headers.names[*] eq lower(http.host))",
      () => field("http.request.headers.names").any((name) => name.eq(field("http.host").lower())),
    ],
    [
      'http.request.uri.path eq coalesce(http.request.uri.args["p"][0], http.cookie, "/")',
      () =>
        field("http.request.uri.path").eq(
          field("http.request.uri.args").key("p").at(0).coalesce(field("http.cookie"), "/"),
        ),
    ],
    ["coalesce(cf.waf.score, 0) lt 5", () => field("cf.waf.score").coalesce(0).lt(5)],
    ["coalesce(ip.src, 192.0.2.1) eq 192.0.2.1", () => field("ip.src").coalesce("192.0.2.1").eq("192.0.2.1")],
    ["hash_in_range(0, 100, cf.random_seed) lt 10", () => field("cf.random_seed").hashInRange(0, 100).lt(10)],
    ["hash_in_range(0, 100, ip.src) lt 10", () => field("ip.src").hashInRange(0, 100).lt(10)],
    ["hash_in_range(-5, 5, cf.waf.score) lt 1", () => field("cf.waf.score").hashInRange(-5, 5).lt(1)],
    ["ip.src eq 2001:db8::1", () => field("ip.src").eq("2001:db8::1")],
    ['http.host in {"a" "b c"}', () => field("http.host").in(["a", "b c"])],
    ["cf.waf.score in {1 5..9}", () => field("cf.waf.score").in([1, { from: 5, to: 9n }])],
    [
      "ip.src in {192.0.2.0/24 10.0.0.1..10.0.0.9}",
      () => field("ip.src").in(["192.0.2.0/24", "10.0.0.1..10.0.0.9"]),
    ],
    ["ip.src in $office", () => field("ip.src").in(list("office"))],
    ['http.host contains "\\""', () => field("http.host").contains('"')],
    ['http.host matches r#"^"a"\\d$"#', () => field("http.host").matches('^"a"\\d$')],
    ['http.host wildcard "*.a\\\\*b"', () => field("http.host").wildcard("*.a\\*b")],
    ['http.host strict wildcard "*.A"', () => field("http.host").strictWildcard("*.A")],
    ['starts_with(http.host, "\\"")', () => field("http.host").startsWith('"')],
    ['ends_with(http.host, ".a")', () => field("http.host").endsWith(".a")],
    ['upper(http.host) eq "A"', () => field("http.host").upper().eq("A")],
    ["len(lower(http.host)) gt 3", () => field("http.host").lower().length().gt(3)],
    ['url_decode(http.host) eq "<"', () => field("http.host").urlDecode().eq("<")],
    [
      'url_decode(http.host, "r") contains "<"',
      () => field("http.host").urlDecode({ recursive: true }).contains("<"),
    ],
    ['url_decode(http.host, "u") eq "<"', () => field("http.host").urlDecode({ unicode: true }).eq("<")],
    [
      'url_decode(http.host, "ru") eq "<"',
      () => field("http.host").urlDecode({ recursive: true, unicode: true }).eq("<"),
    ],
    ['http.request.headers["x\\"y"][0] eq "1"', () => field("http.request.headers").key('x"y').at(0).eq("1")],
    ['has_key(http.request.headers, "x\\"y")', () => field("http.request.headers").hasKey('x"y')],
    [
      'any(http.request.headers["x"][*] contains "1")',
      () =>
        field("http.request.headers")
          .key("x")
          .any((value) => value.contains("1")),
    ],
    [
      'all((http.request.headers.names[*] eq "a" or starts_with(http.request.headers.names[*], "b")))',
      () => field("http.request.headers.names").all((name) => or(name.eq("a"), name.startsWith("b"))),
    ],
    [
      "any(cf.bot_management.detection_ids[*] in {1 2})",
      () => field("cf.bot_management.detection_ids").any((id) => id.in([1, 2])),
    ],
    [
      "len(cf.bot_management.detection_ids) eq 0",
      () => field("cf.bot_management.detection_ids").length().eq(0),
    ],
    ["not ssl", () => not(field("ssl"))],
    ["not not ssl", () => not(not(field("ssl")))],
    ["ssl", () => and(field("ssl"))],
    ["not (ssl and true)", () => not(and(field("ssl"), field("true")))],
    ["ssl or true", () => and(or(field("ssl"), field("true")))],
    ["ssl and (true or false)", () => and(field("ssl"), or(field("true"), field("false")))],
    ["ssl and true and false", () => and(field("ssl"), and(field("true"), field("false")))],
    ["(ssl and true) or false", () => or(and(field("ssl"), field("true")), field("false"))],
    ["not (ssl xor true)", () => not(xor(field("ssl"), field("true")))],
  ])("writes %s", (expected, build) => {
    expect(build().toString()).toBe(expected);
    expect(JSON.stringify({ expression: build() })).toBe(JSON.stringify({ expression: expected }));
    expect(parseFilter(expected).valid).toBe(true);
  });

  it("writes any text as one literal, which the language reads as that text", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(text, (value) => {
        const parsed = parseFilter(field("http.host").eq(value).toString());
        expect(parsed.valid && parsed.ast).toMatchObject({
          kind: "comparison",
          test: { literal: { bytes: Uint8Array.from(Buffer.from(value)) } },
        });
      }),
    );
  });

  it("joins conditions without changing their meaning", () => {
    const piece = fc.letrec<{ piece: Piece }>((tie) => ({
      piece: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<Piece>([field("true"), true], [field("false"), false]),
        tie("piece").map(([condition, holds]): Piece => [not(condition), !holds]),
        fc
          .tuple(fc.constantFrom(...COMBINATIONS), fc.array(tie("piece"), { minLength: 1, maxLength: 3 }))
          .map(([[combine, meaning], pieces]): Piece => [
            combine(...pieces.map(([condition]) => condition)),
            meaning(pieces.map(([, holds]) => holds)),
          ]),
      ),
    })).piece;
    fc.assert(
      fc.property(piece, ([condition, holds]) => {
        const parsed = parseFilter(condition.toString());
        expect(parsed.valid && compileFilter(parsed.ast).run(readRequestFields({}))).toBe(holds);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, () => Condition, RegExp]>([
    ["an address", () => field("ip.src").eq("300.1.1.1"), /this is not an IP address/],
    ["more than an address", () => field("ip.src").eq("1.1.1.1 or"), /1\.1\.1\.1 or/],
    ["a regular expression", () => field("http.host").matches("("), /unclosed group/],
    ["a wildcard", () => field("http.host").wildcard("**"), /double star/],
    ["a list's name", () => field("ip.src").in(list("Office")), /invalid list name/],
    [
      "an integer",
      () => field("cf.waf.score").eq(2 ** 53),
      /9007199254740992 is not an exact integer.* bigint/,
    ],
    [
      "the bounds of a range",
      () => field("http.host").hashInRange(7, 7).lt(1),
      /Max integer|a value that is not allowed/,
    ],
    ["a fraction", () => field("cf.waf.score").hasBits(0.5), /0\.5 is not an exact integer/],
    [
      "an element",
      () => field("http.request.headers.names").any((name) => name.matches("[")),
      /unclosed character/,
    ],
  ])("rejects %s, which the parser rejects", (_, make, message) => {
    expect(make).toThrow(RangeError);
    expect(make).toThrow(message);
  });

  it.each([
    ["and", and],
    ["or", or],
    ["xor", xor],
  ])("rejects %s() without conditions", (name, combine) => {
    expect(() => combine()).toThrow(`${name}() needs at least one condition.`);
  });

  it("offers the operators of each field's type, at compile time too", () => {
    type OfInt = keyof ReturnType<typeof field<"cf.waf.score">>;
    type OfBytes = keyof ReturnType<typeof field<"http.host">>;
    const intContains: "contains" extends OfInt ? true : false = false;
    const bytesContains: "contains" extends OfBytes ? true : false = true;
    expect("contains" in field("cf.waf.score")).toBe(intContains);
    expect("contains" in field("http.host")).toBe(bytesContains);
  });
});
