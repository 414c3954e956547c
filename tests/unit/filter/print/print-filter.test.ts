import fc from "fast-check";
import { type Expression, parseFilter, printFilter } from "../../../../provider/filter";
import { validExpression } from "../arbitrary";
import { type FilterRecord, readRecords } from "../../../support/records";

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
    ["http.host == FF:fe", "http.host eq ff:fe"],
    ['http.host == "\\x1f\\x20\\x7e\\x7f\\x22\\x5c\\xff"', 'http.host eq "\\x1f ~\\x7f\\x22\\x5c\\xff"'],
    ['http.host == "say \\"\\\\\\""', 'http.host eq "say \\"\\\\\\""'],
    ['http.host ~ "\\[\\""', 'http.host matches "\\[\\""'],
    ['http.host ~ "["a"]"', 'http.host matches "["a"]"'],
    ['http.host ~ "[\\d"]"', 'http.host matches "[\\d"]"'],
    ["http.host == 0A:00", "http.host eq 0a:00"],
    ['http.host == r##"a"#b"##', 'http.host eq r##"a"#b"##'],
    ['http.host == r##"a"##', 'http.host eq r"a"'],
    ['http.host == r#"a"b""#', 'http.host eq r#"a"b""#'],
    ['http.host strict wildcard "*"', 'http.host strict wildcard "*"'],
    ['http.host wildcard "*"', 'http.host wildcard "*"'],
    ["cf.waf.score in {5..5 1..5 -7}", "cf.waf.score in {5 1..5 -7}"],
    ["cf.waf.score bitwise_and 4", "cf.waf.score & 4"],
    ["cf.waf.score bitwise_and len( http.host )", "cf.waf.score & len(http.host)"],
    ['http.host!=http.request.headers[ "a" ][0]', 'http.host ne http.request.headers["a"][0]'],
    ["ip.src in {::1..::2 1.2.3.4}", "ip.src in {::1..::2 1.2.3.4}"],
    ["ip.src in $a.b", "ip.src in $a.b"],
    ['http.request.headers["a\\"b"][0]==""', 'http.request.headers["a\\"b"][0] eq ""'],
    ['lookup_json_integer( http.host ,"a",7 )>=-1', 'lookup_json_integer(http.host, "a", 7) ge -1'],
    ['any(http.request.headers.names[*]in{"a"}xor ssl)', undefined],
    [
      "any(has_value(http.request.headers[*],http.host))",
      "any(has_value(http.request.headers[*], http.host))",
    ],
    ['http.host ~ "a\\"[\\"b"', undefined],
    ['http.host ~ "a\\]\\"[^\\]\"]\\"[]"', undefined],
    ['http.host ~ "[a\\]\"]\\"]\\""', 'http.host matches "[a\\]\"]\\"]\\""'],
    ['http.host ~ "a\\"[\\"b\\"]"', 'http.host matches "a\\"[\\"b\\"]"'],
  ])("prints %j in the canonical form", (written, printed) => {
    const parsed = parseFilter(written);
    expect(parsed.valid ? printFilter(parsed.ast) : undefined).toBe(printed);
  });

  it.each(valid.map((record) => [record.id, record.expression] as const))(
    "prints %s without changing its tree",
    (_, expression) => {
      expectSameTree(expression);
    },
  );

  it("prints any expression without changing its tree", () => {
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
