import {
  compileFilter,
  fieldsOf,
  type Language,
  lintFilter,
  parseFilter,
  parseValueExpression,
  printFilter,
  readLanguage,
  readRequestFields,
  readRequestFieldsIn,
} from "../../../../provider/filter";

function language(declared: unknown, unknownNames?: string): Language {
  const read = readLanguage({
    fields: { value: JSON.stringify(declared), label: "edge:fields" },
    ...(unknownNames !== undefined && { unknownNames: { value: unknownNames, label: "edge:unknownNames" } }),
  });
  if (read === undefined) throw new Error("expected a language");
  return read;
}

const SCORES = language({
  "cf.new.score": "Int",
  "cf.new.tags": "Array<Bytes>",
  new_fn: { params: ["Bytes"], optional: ["Int"], returns: "Int" },
});
const WARN = language({}, "warn");

function causeOf(expression: string, names: Language): string | undefined {
  const parsed = parseFilter(expression, { language: names });
  return parsed.valid ? undefined : parsed.diagnostics[0].cause;
}

describe("declared names", () => {
  it.each([
    "cf.new.score lt 20",
    'any(cf.new.tags[*] eq "a") and ssl',
    "new_fn(http.host) in {1..9}",
    "new_fn(http.host, 3) gt 7",
  ])("are part of the language: %s", (expression) => {
    const parsed = parseFilter(expression, { language: SCORES });
    expect(parsed).toMatchObject({ valid: true });
    expect(parseFilter(expression)).toMatchObject({ valid: false });
    if (parsed.valid) expect(printFilter(parsed.ast)).toBe(expression);
  });

  it("have the types that their declaration says", () => {
    expect(causeOf('cf.new.score contains "a"', SCORES)).toMatch(/unsupported|operator|cannot/i);
    expect(causeOf("new_fn(ip.src) eq 1", SCORES)).toMatch(/Bytes/);
    expect(causeOf("new_fn() eq 1", SCORES)).toBeDefined();
    expect(causeOf("cf.other lt 20", SCORES)).toBe("unknown identifier");
  });

  it("are valid in value expressions", () => {
    const names = language({ "cf.new.text": "Bytes" });
    expect(parseValueExpression("cf.new.text", "text", names)).toMatchObject({ valid: true });
    expect(parseValueExpression("cf.new.text", "text")).toMatchObject({ valid: false });
  });

  it("have no value unless the request names one", () => {
    const parsed = parseFilter("ssl or cf.new.score lt 20", { language: SCORES });
    if (!parsed.valid) throw new Error("expected a valid expression");
    const filter = compileFilter(parsed.ast);
    expect(filter.run(readRequestFields({ ssl: true }))).toBe(true);
    expect(() => filter.run(readRequestFields({ ssl: false }))).toThrow(
      "The value of cf.new.score is not known: name it among the fields of the request.",
    );
    expect(filter.run(readRequestFieldsIn(SCORES, { ssl: false, "cf.new.score": 3 }))).toBe(true);
  });

  it("cannot be called: only the service knows what a function computes", () => {
    const parsed = parseFilter("new_fn(http.host) eq 1", { language: SCORES });
    if (!parsed.valid) throw new Error("expected a valid expression");
    expect(() => compileFilter(parsed.ast)).toThrow("new_fn() cannot be computed here");
  });

  it("take precedence over the table, which may be behind", () => {
    expect(causeOf('cf.waf.score eq "high"', language({ "cf.waf.score": "Bytes" }))).toBeUndefined();
  });

  it.each([
    ["[]", "edge:fields must be a JSON object of names with types, found an array"],
    ["{", "edge:fields is not JSON"],
    [{ "cf.new.score": "Number" }, 'cf.new.score has the type "Number"'],
    [{ "cf.new.score": 3 }, "cf.new.score"],
    [{ "cf..score": "Int" }, '"cf..score" is not a name'],
    [{ not: "Bool" }, '"not" is a word of the language'],
    [{ f: { params: "Bytes", returns: "Int" } }, "f: params must be a list of types"],
    [{ f: { params: ["Text"], returns: "Int" } }, '"Text"'],
    [{ f: { params: [] } }, "f: returns"],
    [{ f: { params: [], returns: "Int", rets: 1 } }, '"rets"'],
    [{ "a.f": { params: [], returns: "Int" } }, '"a.f" is not a name of a function'],
  ])("are rejected if they are declared badly: %j", (declared, message) => {
    const value = typeof declared === "string" ? declared : JSON.stringify(declared);
    expect(() => readLanguage({ fields: { value, label: "edge:fields" } })).toThrow(message);
  });

  it("need a known value of edge:unknownNames", () => {
    expect(() => readLanguage({ unknownNames: { value: "ignore", label: "edge:unknownNames" } })).toThrow(
      'edge:unknownNames must be "error" or "warn", found "ignore"',
    );
    expect(readLanguage({})).toBeUndefined();
    expect(readLanguage({ unknownNames: { value: "error", label: "edge:unknownNames" } })).toBeUndefined();
  });

  it("have a key that is the same for equal languages only", () => {
    const again = language({
      new_fn: { returns: "Int", params: ["Bytes"], optional: ["Int"] },
      "cf.new.tags": "Array<Bytes>",
      "cf.new.score": "Int",
    });
    expect(again.key).toBe(SCORES.key);
    expect(language({}, "warn").key).not.toBe(SCORES.key);
  });
});

describe("unknown names as warnings", () => {
  it.each([
    "cf.new.score lt 20",
    "cf.new.score in {1..9 20}",
    "cf.new.ip in {10.0.0.0/8 2001:db8::/32}",
    "cf.new.ip in {10.0.0.1..10.0.0.9}",
    "cf.new.ip eq ::1",
    "cf.new.flags & 4",
    'cf.new.name in {"a" "b"}',
    "cf.new.name eq 61:62",
    'cf.new.name wildcard r"a*"',
    'cf.new.name matches "^a"',
    "ip.src in $office and cf.new.x in $office",
    "cf.new.flag and not cf.new.other",
    '(cf.new.flag or cf.new.map["a"][0] eq "x")',
    'any(cf.new.tags[*] eq "a")',
    "any(cf.new.flags)",
    "all(not cf.new.flags[*])",
    'lower(cf.new.name) eq "a" and len(cf.new.tags) gt 2',
    'any(new_fn(http.request.headers.names[*], "x")[*] eq "y")',
    'new_fn(http.host, cf.new.x, 3, 10.0.0.1) contains "a"',
    'concat("a", cf.new.x) eq "ab"',
  ])("fit any operator and literal: %s", (expression) => {
    expect(causeOf(expression, WARN)).toBeUndefined();
    const parsed = parseFilter(expression, { language: WARN });
    if (parsed.valid)
      expect(parseFilter(printFilter(parsed.ast), { language: WARN })).toMatchObject({ valid: true });
    expect(parseFilter(expression)).toMatchObject({ valid: false });
  });

  it.each([
    ["cf.new.score lt", /expected|EOF|unexpected|input/i],
    ["cf.new.score lt 20 and", /expected|EOF|identifier|input/i],
    ['cf.new.score = "a"', /./],
    ["ssl and or", /identifier/],
    ["34 eq ip.src", /./],
    ['ip.src contains "a"', /./],
    ['cf.new.name matches "("', /regex/i],
    ["ip.src in {300.0.0.0/8} and cf.new.x", /./],
  ])("leaves other errors errors: %s", (expression, cause) => {
    expect(causeOf(expression, WARN)).toMatch(cause);
  });

  it("are read and typed as the expression uses them", () => {
    const parsed = parseFilter('cf.new.map["a"][0] eq "x"', { language: WARN });
    if (!parsed.valid) throw new Error("expected a valid expression");
    expect(fieldsOf(parsed.ast)).toEqual(["cf.new.map"]);
    expect(parsed.ast).toMatchObject({
      left: { type: "Bytes", source: { outside: "unknown", type: { container: "Map" } } },
    });
  });

  it("are reported once each, with the name that was probably meant", () => {
    const expression = 'htpp.host eq "a" or htpp.host eq "b" or cf.new.score lt 3 or new_fn(http.host)';
    const parsed = parseFilter(expression, { language: WARN });
    if (!parsed.valid) throw new Error("expected a valid expression");
    const found = lintFilter(parsed.ast, expression, { language: WARN });
    expect(found.map(({ rule, message, span }) => [rule, message, span.start])).toEqual([
      [
        "unknown-name",
        "htpp.host is not a field of the language of 2026-10-09, so only the service can judge it. Did you mean http.host?",
        0,
      ],
      [
        "unknown-name",
        "cf.new.score is not a field of the language of 2026-10-09, so only the service can judge it. Declare it in edge:fields to have its type checked.",
        40,
      ],
      [
        "unknown-name",
        "new_fn is not a function of the language of 2026-10-09, so only the service can judge it. Declare it in edge:fields to have its type checked.",
        61,
      ],
    ]);
  });

  it("take no more than linear time, also if calls are nested", () => {
    const depth = 60;
    const expression = `${"face_n(cf.x eq 1, ".repeat(depth)}1${")".repeat(depth)} eq 1`;
    expect(causeOf(expression, WARN)).toBeUndefined();
  });
});
