import fc from "fast-check";
import { urlDecode } from "../../../../provider/filter/evaluate/url-decode";

const ESCAPE = /%([0-9a-fA-F]{2})|\+/g;
/** The letter u is in lower case; the digits are in any. */
const UNICODE_ESCAPE = /%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})|\+/g;

/** Strings with one character per byte, made of the characters of escapes. */
const text = fc
  .array(fc.constantFrom("%", "%25", "+", "2", "4", "5", "b", "B", "u", "%2b", "%u0025", "%u20aC", "\xe9"), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(""));

describe("urlDecode", () => {
  it.each([
    ["a+b%20c", "", "a b c"],
    ["%2B", "", "+"],
    ["%2B", "r", " "],
    ["%2541", "", "%41"],
    ["%2541", "r", "A"],
    ["%4%31", "r", "A"],
    ["%u0041", "", "%u0041"],
    ["%u0041%u20ac", "u", "A\xe2\x82\xac"],
    ["%u002B", "ur", " "],
    ["%%41%4", "", "%A%4"],
    ["%x0041", "u", "%x0041"],
    ["%4%u0031", "ur", "A"],
    ["%U0041", "u", "%U0041"],
    ["%%550041", "ur", "%U0041"],
  ])("decodes %j with the options %j to %j", (encoded, options, decoded) => {
    expect(decode(encoded, options)).toBe(decoded);
  });

  it("agrees with whole passes over the text: one pass, or passes until nothing changes", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("", "r", "u", "ru"), (encoded, options) => {
        expect(decode(encoded, options)).toBe(inPasses(encoded, options));
      }),
      { numRuns: 3000 },
    );
  });

  it("decodes a text that was encoded a hundred thousand times", () => {
    expect(decode(`%${"25".repeat(100_000)}41`, "r")).toBe("A");
    expect(decode("%3".repeat(100_000) + "31".repeat(100_000), "r").length).toBeLessThan(300_000);
  });
});

function decode(encoded: string, options: string): string {
  return Buffer.from(urlDecode(Buffer.from(encoded, "latin1"), options)).toString("latin1");
}

function inPasses(encoded: string, options: string): string {
  const decoded = options.includes("u")
    ? encoded.replace(UNICODE_ESCAPE, (found, unit?: string, byte?: string) =>
        unit === undefined
          ? byteOf(found, byte)
          : Buffer.from(String.fromCharCode(Number.parseInt(unit, 16))).toString("latin1"),
      )
    : encoded.replace(ESCAPE, byteOf);
  return decoded === encoded || !options.includes("r") ? decoded : inPasses(decoded, options);
}

function byteOf(_: string, digits?: string): string {
  return digits === undefined ? " " : String.fromCharCode(Number.parseInt(digits, 16));
}
