import { parseFilter, printForPeople } from "../../../../provider/filter";
import { splitConditions } from "../../../../provider/filter/diagnostics/further-errors";

describe("splitConditions", () => {
  it.each([
    ["ssl and not (a eq 1 or !b) xor c", ["ssl", "a eq 1", "b", "c"]],
    [
      'http.host in {"a and b" "c"} && any(x[*] == "a" or y) || r#"and " or"#',
      ['http.host in {"a and b" "c"}', 'any(x[*] == "a" or y)', 'r#"and " or"#'],
    ],
    ["field.and eq 1 and order eq 2", ["field.and eq 1", "order eq 2"]],
    ["((a) and", ["a"]],
    ["a) and b", ["a", "b"]],
    ["a) b c and d", ["a", "d"]],
    ["", []],
  ])("divides %j", (expression, conditions) => {
    expect(splitConditions(expression).map(({ start, end }) => expression.slice(start, end))).toEqual(
      conditions,
    );
  });
});

describe("parseFilter, with several errors", () => {
  it("reports independent errors, that of the reference implementation first", () => {
    const expression =
      'http.hots eq "a" and (ip.src in {1.2.3.4/33} or ssl) and not cf.waf.score contains "1" or http.host matches "("';
    const parsed = parseFilter(expression);
    expect(
      parsed.valid ? [] : parsed.diagnostics.map(({ causeClass, start }) => [causeClass, start]),
    ).toEqual([
      ["UnknownIdentifier", 0],
      ["ParseNetwork", 33],
      ["UnsupportedOp", 74],
      ["ParseRegex.Syntax", 109],
    ]);
  });

  it("reports only the first error if a string or a bracket is not closed", () => {
    const parsed = parseFilter('(ssl and http.hots eq "a');
    expect(parsed.valid ? [] : parsed.diagnostics).toHaveLength(1);
    const unclosed = parseFilter('http.host eq "a and sssl and tttl');
    expect(unclosed.valid ? [] : unclosed.diagnostics).toHaveLength(1);
  });

  it.each([
    ['http.host = "a" and sssl', [10, 20]],
    ["ssl nad ssl and sssl", [3, 16]],
    ['http.host in ("a") and sssl', [13, 23]],
    ['sssl or (http.host = ")" and not tttl)', [0, 19, 33]],
    ["sssl and cf.waf.score gt 1 2 and ssl", [0, 26]],
  ])("reports further errors after an error of form if nothing is left open: %j", (expression, starts) => {
    const parsed = parseFilter(expression);
    expect(parsed.valid ? [] : parsed.diagnostics.map(({ start }) => start)).toEqual(starts);
  });

  it.each([
    '(http.host = "a" and sssl',
    'http.host = "a and sssl',
    "ssl] and sssl",
    "ip.src in {1.2.3.4) and sssl",
  ])("reports only the first error if something is left open: %j", (expression) => {
    const parsed = parseFilter(expression);
    expect(parsed.valid ? [] : parsed.diagnostics).toHaveLength(1);
  });

  it("prints a code frame for each", () => {
    const expression = "sssl and\ncf.waf.scor gt 1";
    const parsed = parseFilter(expression);
    expect(parsed.valid ? "" : printForPeople(expression, parsed.diagnostics)).toBe(
      [
        "The filter expression has 2 errors.",
        "  Unknown identifier (line 1, column 1).",
        "  sssl and",
        "  ^^^^",
        '  Expected the name of a field or function; found "sssl".',
        "  Did you mean ssl?",
        "  Unknown identifier (line 2, column 1).",
        "  cf.waf.scor gt 1",
        "  ^^^^^^^^^^^",
        '  Expected the name of a field or function; found "cf.waf.scor".',
        "  Did you mean cf.waf.score?",
      ].join("\n"),
    );
  });

  it("reports at most ten", () => {
    const parsed = parseFilter(Array(50).fill("nope").join(" and "));
    expect(parsed.valid ? [] : parsed.diagnostics).toHaveLength(10);
  });

  it.each([
    [16_384, 2],
    [16_385, 1],
  ])("reports, in a text of %i characters, %i errors", (length, faults) => {
    const expression = `sssl and${" ".repeat(length - 12)}tttl`;
    const parsed = parseFilter(expression);
    expect([expression.length, parsed.valid ? [] : parsed.diagnostics]).toMatchObject([
      length,
      Array(faults).fill({ causeClass: "UnknownIdentifier" }),
    ]);
  });
});
