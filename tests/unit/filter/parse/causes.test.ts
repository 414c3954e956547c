import { FIELD_TYPES, parseFilter } from "../../../../provider/filter";

describe("causes", () => {
  it.each([
    ['"', '\\"'],
    ["\\", "\\\\"],
    ["\t", "\\t"],
    ["\0", "\\0"],
    ["\u00a0", "\\u{a0}"],
    ["\u0301", "\\u{301}"],
    ["\u{e0001}", "\\u{e0001}"],
    ["é", "é"],
    ["😀", "😀"],
    ["A", "A"],
  ])("quotes %j as Rust's debug form does", (written, quoted) => {
    expect(causeOf(`ip.src in $${written}x`)).toBe(`invalid list name "${quoted}"`);
  });

  it("quotes the spaces and line ends of a key", () => {
    expect(causeOf('cf.waf.score["a b\n\r"] eq 1')).toBe(
      'cannot access index MapKey("a b\\n\\r") for type Int',
    );
  });

  it.each([
    ["http.request.headers.names", "Array(CompoundType { layers: 0, len: 0, primitive: Bytes })"],
    ["http.request.headers", "Map(CompoundType { layers: 0, len: 1, primitive: Bytes })"],
    ["http.request.jwt.claims.exp.sec", "Map(CompoundType { layers: 0, len: 1, primitive: Int })"],
    ["cf.llm.prompt.custom_topic_categories", "Map(CompoundType { layers: 0, len: 0, primitive: Int })"],
    ["http.request.body.multipart.names", "Array(CompoundType { layers: 0, len: 1, primitive: Bytes })"],
  ])("shows the type of %s as the reference implementation stores it", (value, type) => {
    expect(causeOf(`${value} eq 1`)).toBe(`cannot perform this operation on type ${type}`);
  });

  it("has no field with a map inside a value, whose type would be shown differently", () => {
    expect(Object.values(FIELD_TYPES).filter((type) => type.includes("<Map"))).toEqual([]);
  });

  it.each([
    ["[0]", "ArrayIndex(0)"],
    ['["a"]', 'MapKey("a")'],
    ["[*]", "MapEach"],
  ])("shows the index %s by its kind", (index, shown) => {
    expect(causeOf(`http.host${index} eq "a"`)).toBe(`cannot access index ${shown} for type Bytes`);
  });

  it.each([
    ['r"a\\b"', 1, "invalid escape sequence"],
    ['r"é\\\\\\b"', 4, "invalid escape sequence"],
    ['r"\\*\\"', 2, "incomplete escape sequence at the end of the wildcard"],
    ['r"**\\x"', 2, "invalid escape sequence"],
  ])("points at a byte of the wildcard %s", (pattern, position, problem) => {
    expect(causeOf(`http.host wildcard ${pattern}`)).toBe(
      `invalid wildcard: wildcard syntax error at position ${position}: ${problem}`,
    );
  });

  it("reports a regular expression whose compiled form is too big", () => {
    const parsed = parseFilter('http.host matches "a{1000}{1000}"');
    expect(parsed.valid ? undefined : parsed.diagnostics[0]).toMatchObject({
      causeClass: "ParseRegex.CompiledTooBig",
      cause: "Compiled regex exceeds size limit of 10485760 bytes.",
    });
  });

  it.each(['"a**"', 'r"\\***"', '"**"', 'r"\\\\**"'])("reports two adjacent stars in %s", (pattern) => {
    expect(causeOf(`http.host wildcard ${pattern}`)).toBe("wildcard contains a double star");
  });

  it.each(['"*a*"', 'r"\\**"', 'r"*\\*"', 'r"\\*\\*"', '"\\\\\\\\*"', '""'])(
    "accepts the wildcard %s",
    (pattern) => {
      expect(parseFilter(`http.host wildcard ${pattern}`)).toMatchObject({ valid: true });
    },
  );
});

function causeOf(expression: string): string | undefined {
  const parsed = parseFilter(expression);
  return parsed.valid ? undefined : parsed.diagnostics[0].cause;
}
