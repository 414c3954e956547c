import fc from "fast-check";
import {
  parseFilter,
  printDocumented,
  printEngine,
  printForPeople,
  printPositionOnly,
} from "../../../provider/filter";
import { validExpression } from "./arbitrary";

/** Long enough that work of more than linear time exceeds the timeout of the test. */
const LENGTH = 1_000_000;
const PIECES = [
  ...Array.from('()[]{}"\\#$*.,!&|^~=<>-0aZ \n\t'),
  "é",
  "日",
  "😀",
  "\ud800",
  "and",
  "or",
  "not",
  "any",
  "ssl",
  "http.host",
  "ip.src",
  "in",
  "matches",
  'r"',
  "0x",
  "..",
  "1.2.3.4/",
  "::",
  "lower",
];

describe("parseFilter, whatever the text", () => {
  it("returns an AST or a diagnostic within the text for any text, and every printer prints it", () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(""));
    fc.assert(fc.property(fc.oneof(text, fc.string({ unit: "binary" })), expectAnswer), { numRuns: 1500 });
  });

  it("handles valid expressions with one piece inserted, removed or repeated", () => {
    const broken = fc
      .tuple(validExpression, fc.nat(), fc.nat({ max: 5 }), fc.constantFrom("", ...PIECES))
      .map(([expression, at, removed, inserted]) => {
        const from = at % (expression.length + 1);
        return expression.slice(0, from) + inserted + expression.slice(from + removed);
      });
    fc.assert(fc.property(broken, expectAnswer), { numRuns: 800 });
  });

  it.each([
    ["parentheses", "(", "NestingLimitExceeded"],
    ["negations", "not ", "NestingLimitExceeded"],
    ["calls", "lower(", "NestingLimitExceeded"],
    ["calls that are tried silently", "decode_base64(", "EOF"],
    ["a name", "a", "UnknownIdentifier"],
    ["digits", "9", "UnknownIdentifier"],
    ["lines", "\n", "ExpectedName"],
    ["lone surrogates", "\udead", "NotUtf8"],
  ])("parses a million characters of %s in linear time", (_, piece, causeClass) => {
    const parsed = parseFilter(piece.repeat(LENGTH / piece.length));
    expect(parsed.valid ? undefined : parsed.diagnostics[0].causeClass).toBe(causeClass);
  });

  it.each([
    ["groups", 'http.host matches "', "(", "ParseRegex.Syntax"],
    ["repetitions", 'http.host matches "a', "+", "ParseRegex.Syntax"],
    ["classes", 'http.host matches r"', "[", "ParseRegex.Syntax"],
    ["branches", 'http.host matches r"', "a|", "ParseRegex.CompiledTooBig"],
    ["repeated counts", 'http.host matches r"a', "{1000}", "ParseRegex.Syntax"],
  ])("checks a regular expression of a million %s in linear time", (_, start, piece, causeClass) => {
    const parsed = parseFilter(`${start}${piece.repeat(LENGTH / piece.length)}"`);
    expect(parsed.valid ? undefined : parsed.diagnostics[0].causeClass).toBe(causeClass);
  });

  it("parses chains and sets of any length", () => {
    expect(parseFilter(`ssl${" or ssl and ssl".repeat(LENGTH / 20)}`).valid).toBe(true);
    expect(parseFilter(`http.host in {${'"a" '.repeat(LENGTH / 8)}}`).valid).toBe(true);
  });
});

function expectAnswer(expression: string): void {
  const parsed = parseFilter(expression);
  if (parsed.valid) return;
  const [diagnostic] = parsed.diagnostics;
  const length = Array.from(expression).length;
  expect(diagnostic.start).toBeGreaterThanOrEqual(0);
  expect(diagnostic.start + diagnostic.length).toBeLessThanOrEqual(length);
  expect(printEngine(expression, diagnostic)).toContain(diagnostic.cause);
  expect(printDocumented(expression, diagnostic)).toContain(diagnostic.cause);
  expect(printForPeople(expression, parsed.diagnostics)).toMatch(
    /^The filter expression (is not valid: |has \d+ errors\.\n)/,
  );
  expect(printPositionOnly(parsed.diagnostics)).toMatch(/^The secret filter expression is not valid: /);
}
