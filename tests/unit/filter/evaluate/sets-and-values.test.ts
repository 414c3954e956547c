import fc from "fast-check";
import { compileSet, type SetMember } from "../../../../provider/filter/evaluate/compile-set";
import {
  compareBytes,
  type RuntimeValue,
  sameValue,
} from "../../../../provider/filter/evaluate/runtime-value";
import { matches } from "./matches";

const small = fc.bigInt({ min: -20n, max: 20n });
const range = fc
  .tuple(small, fc.bigInt({ min: 0n, max: 12n }))
  .map(([first, more]): SetMember & { kind: "intRange" } => ({
    kind: "intRange",
    first,
    last: first + more,
  }));

describe("a set", () => {
  it("contains the numbers of its ranges, in any order and overlap", () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
        const holds = compileSet(ranges);
        for (let value = -21n; value < 34n; value += 1n) {
          expect(holds(value)).toBe(ranges.some(({ first, last }) => value >= first && value <= last));
        }
      }),
      { examples: [[[pair(1n, 10n), pair(2n, 3n), pair(4n, 5n)]], [[pair(1n, 3n), pair(3n, 5n)]]] },
    );
  });

  it.each([8, 9, 200])("contains its %i texts and no others", (count) => {
    const texts = Array.from({ length: count }, (_, index) => `t${index}`);
    const set = texts.map((text) => `"${text}"`).join(" ");
    for (const text of texts) expect(matches(`http.host in {${set}}`, { "http.host": text })).toBe(true);
    for (const text of ["", "t", "T1", "t01", `t${count}`]) {
      expect(matches(`http.host in {${set}}`, { "http.host": text })).toBe(false);
    }
  });

  it.each([
    ["10.0.0.0/8", "10.255.255.255", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["10.0.0.0/8", "9.255.255.255", false],
    ["10.0.0.7/32", "10.0.0.7", true],
    ["10.0.0.7/32", "10.0.0.8", false],
    ["0.0.0.0/0", "255.255.255.255", true],
    ["0.0.0.0/0", "::1", false],
    ["::/0", "10.0.0.1", false],
    ["::/0", "ffff::", true],
    ["::ffff:10.0.0.2", "10.0.0.2", false],
    ["2001:db8::/32", "2001:db8:ffff::", true],
    ["2001:db8::/32", "2001:db9::", false],
    ["::1..::3", "::3", true],
    ["::1..::3", "::4", false],
  ])("of %s contains %s: %s", (item, address, expected) => {
    expect(matches(`ip.src in {${item}}`, { "ip.src": address })).toBe(expected);
  });
});

describe("the order of values", () => {
  const sorted = ["", "\x00", "\x00\x00", "a", "a\x00", "aa", "b", "\x7f", "\x80", "\xff", "\xff\x00"];

  it("is the order of unsigned bytes, and a prefix is smaller than the whole text", () => {
    for (const [a, first] of sorted.entries()) {
      for (const [b, second] of sorted.entries()) {
        const order = compareBytes(Buffer.from(first, "latin1"), Buffer.from(second, "latin1"));
        expect(Math.sign(order)).toBe(Math.sign(a - b));
      }
    }
  });

  it.each([
    ["ip.src gt 10.0.0.2", "10.0.0.10", true],
    ["ip.src lt 10.0.0.2", "10.0.0.10", false],
    ["ip.src ge 10.0.0.2", "10.0.0.2", true],
    ["ip.src le 10.0.0.2", "10.0.0.2", true],
    ["ip.src gt 10.0.0.2", "10.0.0.2", false],
    ["ip.src lt 10.0.0.2", "10.0.0.2", false],
    ["ip.src ne 10.0.0.2", "::ffff:10.0.0.2", true],
    ["ip.src ge 10.0.0.2", "::ffff:10.0.0.2", false],
    ["ip.src le 10.0.0.2", "::ffff:10.0.0.2", false],
  ])(
    "of addresses is numeric within a family, and undefined between families: %s of %s is %s",
    (test, address, expected) => {
      expect(matches(test, { "ip.src": address })).toBe(expected);
    },
  );
});

describe("sameValue", () => {
  const ip = (family: 4 | 6, value: bigint): RuntimeValue => ({ family, value });
  const bytes = (text: string) => Buffer.from(text);
  it.each<[string, RuntimeValue, RuntimeValue, boolean]>([
    ["texts", bytes("ab"), Uint8Array.from([0x61, 0x62]), true],
    ["a text and a longer one", bytes("ab"), bytes("abc"), false],
    ["a text and a shorter one", bytes("abc"), bytes("ab"), false],
    ["a text and a number", bytes("1"), 1n, false],
    ["numbers", 1n, 1n, true],
    ["a number and true", 1n, true, false],
    ["addresses", ip(4, 1n), ip(4, 1n), true],
    ["different addresses", ip(4, 1n), ip(4, 2n), false],
    ["addresses of two families", ip(4, 1n), ip(6, 1n), false],
    ["an address and its number", ip(4, 1n), 1n, false],
    ["arrays", [bytes("a"), [1n]], [bytes("a"), [1n]], true],
    ["arrays with different elements", [1n, 2n], [1n, 3n], false],
    ["arrays in different orders", [1n, 2n], [2n, 1n], false],
    ["an array and a longer one", [1n], [1n, 2n], false],
    ["an array and a shorter one", [1n, 2n], [1n], false],
    ["empty arrays", [], [], true],
    ["an array and its element", [1n], 1n, false],
    ["an empty array and an empty text", [], bytes(""), false],
  ])("compares %s", (_, a, b, expected) => {
    expect(sameValue(a, b)).toBe(expected);
  });
});

function pair(first: bigint, last: bigint): SetMember & { kind: "intRange" } {
  return { kind: "intRange", first, last };
}
