import { parseFilter } from "../../../../provider/filter";
import { parseDigits } from "../../../../provider/filter/parse/literals";

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const BYTE = { min: 0n, max: 255n };
const INVALID = "invalid digit found in string";
const TOO_LARGE = "number too large to fit in target type";
const TOO_SMALL = "number too small to fit in target type";

describe("parseDigits, as Rust reads an integer of 64 bits", () => {
  it.each([
    ["42", 10, 42n],
    ["-7", 10, -7n],
    ["+7", 10, 7n],
    ["1F", 16, 31n],
    ["fF", 16, 255n],
    ["017", 8, 15n],
    ["9007199254740991", 10, 2n ** 53n - 1n],
    ["9007199254740993", 10, 2n ** 53n + 1n],
    ["9223372036854775807", 10, 2n ** 63n - 1n],
    ["-9223372036854775808", 10, -(2n ** 63n)],
    ["-8000000000000000", 16, -(2n ** 63n)],
    ["-1000000000000000000000", 8, -(2n ** 63n)],
    [`${"0".repeat(30)}777777777777777777777`, 8, 2n ** 63n - 1n],
    ["9223372036854775808", 10, TOO_LARGE],
    ["-9223372036854775809", 10, TOO_SMALL],
    ["9".repeat(400), 10, TOO_LARGE],
    [`-${"9".repeat(400)}`, 10, TOO_SMALL],
    ["8", 8, INVALID],
    ["12a", 10, INVALID],
    ["", 10, "cannot parse integer from empty string"],
    ["-", 10, INVALID],
    ["+", 10, INVALID],
  ] as const)("reads %s with radix %d as %s", (digits, radix, expected) => {
    expect(parseDigits(digits, radix, INT64)).toBe(expected);
  });
});

describe("parseDigits, as Rust reads a byte", () => {
  it.each([
    ["255", 255n],
    ["+5", 5n],
    ["256", TOO_LARGE],
    ["-5", INVALID],
    ["-0", INVALID],
  ] as const)("reads %s as %s", (digits, expected) => {
    expect(parseDigits(digits, 10, BYTE)).toBe(expected);
  });
});

describe("integers of an expression", () => {
  it.each([
    ["0777777777777777777777", 2n ** 63n - 1n],
    ["0x7fffffffffffffff", 2n ** 63n - 1n],
    ["-017", -17n],
    ["0", 0n],
    ["00", 0n],
  ])("reads %s as %s", (written, value) => {
    const parsed = parseFilter(`cf.waf.score eq ${written}`);
    expect(parsed.valid ? parsed.ast : undefined).toMatchObject({
      test: { literal: { kind: "int", type: "Int", value, span: { start: 16, end: 16 + written.length } } },
    });
  });
});
