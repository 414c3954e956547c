import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import {
  compileFilter,
  fixFilter,
  lintFilter,
  parseFilter,
  parseValueExpression,
  printFilter,
  readRequestFields,
  UnsupportedFunctionError,
} from "../../../../provider/filter";
import { bytesValue, validExpression } from "../arbitrary";

interface Example {
  readonly expression: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
const EXAMPLES = readFileSync(join(__dirname, "../../../data/filter-eval-examples.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Example);

/** The result, or undefined if the expression cannot be evaluated. Each field has the value of its newer name too. */
function result({ expression, fields }: Example): boolean | undefined {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(`${expression}: ${parsed.diagnostics[0].cause}`);
  const renamed = Object.entries(fields).map(([name, value]) => [
    name.replace("ip.geoip.", "ip.src."),
    value,
  ]);
  try {
    const request = { ...fields, ...(Object.fromEntries(renamed) as object) };
    return compileFilter(parsed.ast).run(readRequestFields(request));
  } catch (problem) {
    if (problem instanceof UnsupportedFunctionError) return undefined;
    throw problem;
  }
}

function remediesOf(expression: string): number {
  const parsed = parseFilter(expression);
  return parsed.valid
    ? lintFilter(parsed.ast, expression).filter(({ remedy }) => remedy !== undefined).length
    : 0;
}

const atom = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("http.host", "http.cookie", "lower(http.host)"),
      fc.constantFrom("eq", "==", "ne"),
      fc.constantFrom("a", "b", "ab"),
    )
    .map(([left, operator, text]) => `${left} ${operator} "${text}"`),
  fc
    .tuple(
      fc.constantFrom("http.host", "http.cookie"),
      fc.constantFrom("^a$", "^a", "b$", "ab", "", ".*", "a.b", "\\."),
    )
    .map(([left, pattern]) => `${left} matches "${pattern}"`),
  fc
    .array(fc.constantFrom("1", "0x1", "1..3", "2", "4..6", "5"), { minLength: 1, maxLength: 5 })
    .map((items) => `ip.geoip.asnum in {${items.join(" ")}}`),
  fc.constantFrom("1", "2", "3").map((number) => `ip.geoip.asnum eq ${number}`),
  fc.constantFrom(
    "ssl",
    'any(http.request.headers["a"][*] matches "^a")',
    'all(http.request.headers["a"][*] matches "a$")',
  ),
);
const condition: fc.Arbitrary<string> = fc.letrec<{ one: string; chain: string }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atom,
    tie("one").map((one) => `not ${one}`),
    tie("one").map((one) => `!${one}`),
    tie("chain").map((chain) => `(${chain})`),
  ),
  chain: fc
    .tuple(
      tie("one"),
      fc.array(fc.tuple(fc.constantFrom(" or ", " or ", " and ", " xor ", "||"), tie("one")), {
        maxLength: 5,
      }),
    )
    .map(([first, rest]) => first + rest.map((part) => part.join("")).join("")),
})).chain;
const fields = fc.record(
  {
    ssl: fc.boolean(),
    "http.host": fc.constantFrom("a", "b", "ab", "a.b", ""),
    "http.cookie": fc.constantFrom("a", "aab", "."),
    "ip.geoip.asnum": fc.integer({ min: 0, max: 7 }),
    "http.request.headers": fc.record(
      { a: fc.array(fc.constantFrom("a", "ba", "c"), { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

describe("fixFilter", () => {
  it("applies remedies until none is left, in several passes", () => {
    const expression =
      'not not (ip.geoip.country eq "DE" or ip.geoip.country eq "FR" or ip.geoip.country eq "DE")';
    expect(fixFilter(expression)).toEqual({
      expression: '(ip.src.country in {"DE" "FR"})',
      applied: [
        { rule: "double-negation", text: "remove both negations" },
        { rule: "deprecated-field", text: "write ip.src.country" },
        { rule: "or-instead-of-in", text: "write one set" },
      ],
    });
  });

  it("leaves an expression as it is that is not valid, or without remedies", () => {
    for (const expression of ["not not", 'ssl and http.host eq "a"'])
      expect(fixFilter(expression)).toEqual({ expression, applied: [] });
  });

  it("does not loop with a set of many repeated items", () => {
    const expression = `ip.src.asnum in {${"7 ".repeat(300)}}`;
    expect(fixFilter(expression).expression).toBe("ip.src.asnum in {7 }");
  });

  it("keeps the result of each example, and so does the canonical form", () => {
    const changed = EXAMPLES.map((example) => {
      const fixed = fixFilter(example.expression).expression;
      const parsed = parseFilter(example.expression);
      const printed = parsed.valid ? printFilter(parsed.ast) : example.expression;
      expect([example.expression, result({ ...example, expression: fixed })]).toEqual([
        example.expression,
        result(example),
      ]);
      expect([example.expression, result({ ...example, expression: printed })]).toEqual([
        example.expression,
        result(example),
      ]);
      return fixed !== example.expression;
    });
    expect(changed.filter(Boolean).length).toBeGreaterThan(5);
  });

  it("keeps the texts that it must not touch, and makes the other changes", () => {
    const expression = 'not not http.host eq "a" and ip.geoip.country eq "b" or not not ssl';
    expect(fixFilter(expression, {}, ['"a"']).expression).toBe(
      '(not not http.host eq "a" and ip.src.country eq "b") or ssl',
    );
  });

  it("applies the remedies of value expressions, whose meaning stays", () => {
    fc.assert(
      fc.property(bytesValue, (expression) => {
        const fixed = fixFilter(expression, { purpose: "header" });
        const parsed = parseValueExpression(fixed.expression, "text or ip");
        expect(parsed.valid).toBe(parseValueExpression(expression, "text or ip").valid);
        expect(fixFilter(fixed.expression, { purpose: "header" }).applied).toEqual([]);
      }),
      { numRuns: 100 },
    );
    expect(fixFilter('concat("/", ip.geoip.country)', { purpose: "path" }).expression).toBe(
      'concat("/", ip.src.country)',
    );
  });

  it("keeps the meaning of any expression for any request, and leaves no remedy", () => {
    fc.assert(
      fc.property(condition, fc.array(fields, { minLength: 1, maxLength: 4 }), (expression, requests) => {
        const fixed = fixFilter(expression).expression;
        expect(remediesOf(fixed)).toBe(0);
        for (const request of requests)
          expect(result({ expression: fixed, fields: request })).toBe(
            result({ expression, fields: request }),
          );
      }),
      { numRuns: 100 },
    );
  });

  it("returns a valid expression without remedies for every construct, which a second run leaves alone", () => {
    fc.assert(
      fc.property(validExpression, (expression) => {
        const fixed = fixFilter(expression).expression;
        expect(parseFilter(fixed).valid).toBe(true);
        expect(fixFilter(fixed)).toEqual({ expression: fixed, applied: [] });
      }),
      { numRuns: 100 },
    );
  });
});
