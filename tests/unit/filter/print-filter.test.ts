import fc from "fast-check";
import { type Expression, parseFilter, printFilter } from "../../../provider/filter";
import { validExpression } from "./arbitrary";
import { type FilterRecord, readRecords } from "./records";

const valid = readRecords<FilterRecord>("filter-examples.jsonl").filter((record) => record.valid);

describe("printFilter", () => {
  it.each([
    ["ssl&&!cf.client.bot", "ssl and not cf.client.bot"],
    ['http.host=="a"||ssl', 'http.host eq "a" or ssl'],
    ["ip.src in {10/8 34 1.1.1.1..2.2.2.2}", "ip.src in {10.0.0.0/8 34.0.0.0 1.1.1.1..2.2.2.2}"],
    ["cf.waf.score<0x1f", "cf.waf.score lt 31"],
    ["( ssl )", "(ssl)"],
    ['any( http.request.headers["a"][ * ]~r#"x"y"# )', 'any(http.request.headers["a"][*] matches r#"x"y"#)'],
    ['http.host == "\\xff\\"a\\x00"', 'http.host eq "\\xff\\x22a\\x00"'],
    ["http.host == FF:fe", "http.host eq ff-fe"],
    ['http.host ~ "a\\"[\\"b"', undefined],
    ['http.host ~ "a\\"[\\"b\\"]"', 'http.host matches "a\\"[\\"b\\"]"'],
  ])("prints %j in its one form", (written, printed) => {
    const parsed = parseFilter(written);
    expect(parsed.valid ? printFilter(parsed.ast) : undefined).toBe(printed);
  });

  it.each(valid.map((record) => [record.id, record.expression] as const))(
    "keeps the tree of %s",
    (_, expression) => {
      expectSameTree(expression);
    },
  );

  it("keeps the tree of any expression", () => {
    fc.assert(fc.property(validExpression, expectSameTree), { numRuns: 500 });
  });
});

function expectSameTree(expression: string): void {
  const tree = parsed(expression);
  expect(withoutPlaces(parsed(printFilter(tree)))).toEqual(withoutPlaces(tree));
}

function parsed(expression: string): Expression {
  const result = parseFilter(expression);
  if (!result.valid) throw new Error(`${expression}: ${result.diagnostics[0].cause}`);
  return result.ast;
}

function withoutPlaces(tree: Expression): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => {
      if (key === "span") return undefined;
      return typeof value === "bigint" ? `${value}n` : value;
    }),
  );
}
