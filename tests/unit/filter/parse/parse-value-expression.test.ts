import fc from "fast-check";
import {
  parseFilter,
  parseValueExpression,
  printEngine,
  printForPeople,
  printPositionOnly,
} from "../../../../provider/filter";
import { bytesValue } from "../arbitrary";

describe("parseValueExpression", () => {
  it.each([
    'concat("https://", http.host, http.request.uri.path)',
    'regex_replace(http.request.uri.path, "^/old/(.*)$", "/new/${1}")',
    'wildcard_replace(http.request.full_uri, "http://*/*", "https://${1}/${2}")',
    'remove_query_args(http.request.uri.query, "utm_source", "utm_medium")',
    'http.request.headers["x-forwarded-host"][0]',
    "to_string(ip.src)",
    "substring(http.request.uri.path, 0, 4)",
    'join(lower(http.request.headers.names[*]), ",")',
    "uuidv4(cf.random_seed)",
    'split(http.request.uri.path, "/", 3)[1]',
    '"a text"',
    'r#"a "raw" text"#',
    "\n  lower(\n    http.host\n  )\n",
  ])("accepts an expression that yields a text: %s", (expression) => {
    expect(parseValueExpression(expression, "text")).toMatchObject({ valid: true, ast: { type: "Bytes" } });
  });

  it("accepts an address only for a header", () => {
    expect(parseValueExpression("ip.src", "text or ip")).toMatchObject({ valid: true, ast: { type: "Ip" } });
    expect(parseValueExpression("http.host", "text or ip")).toMatchObject({ valid: true });
    expect(parseValueExpression("ip.src", "text")).toMatchObject({ valid: false });
  });

  it("accepts a list of texts for cache tags", () => {
    const tags = 'split(http.response.headers["x-tags"][0], ",", 10)';
    expect(parseValueExpression(tags, "list of text")).toMatchObject({ valid: true });
    expect(parseValueExpression("http.request.headers.names", "list of text")).toMatchObject({ valid: true });
    expect(parseValueExpression(tags, "text")).toMatchObject({ valid: false });
  });

  it("reads a value as the left side of a comparison", () => {
    fc.assert(
      fc.property(bytesValue, (value) => {
        const alone = parseValueExpression(value, "text");
        const compared = parseFilter(`${value} eq "a"`);
        expect(alone.valid && alone.ast).toEqual(
          compared.valid && compared.ast.kind === "comparison" && compared.ast.left,
        );
      }),
      { numRuns: 300 },
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("text", "list of text"),
        (text, wanted) => {
          const parsed = parseValueExpression(text, wanted);
          if (!parsed.valid)
            expect(printForPeople(text, parsed.diagnostics, "value expression")).not.toBe("");
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("an invalid value expression", () => {
  const explained = (expression: string, wanted: "text" | "text or ip" | "list of text" = "text") => {
    const parsed = parseValueExpression(expression, wanted);
    return parsed.valid
      ? "valid"
      : printForPeople(expression, parsed.diagnostics, "value expression").split("\n");
  };

  it("is reported with its position, what is expected and what to do", () => {
    expect(explained("http.response.code")).toEqual([
      "The value expression is not valid: this is a value of type Int (line 1, column 1).",
      "  http.response.code",
      "  ^^^^^^^^^^^^^^^^^^",
      '  Expected a value of type Bytes; found "http.response.code".',
      "  Convert it to a text: to_string(http.response.code).",
    ]);
  });

  it.each([
    [
      "/new/path",
      "a path is not an expression",
      'A constant belongs to value, without quotes: /new/path. In an expression, a text has quotes: "/new/path".',
    ],
    [
      "https://example.com/a?b",
      "a URL is not an expression",
      'A constant belongs to value, without quotes: https://example.com/a?b. In an expression, a text has quotes: "https://example.com/a?b".',
    ],
    ["'/new'", "this is neither a name nor a text", 'A text has straight double quotes: "…".'],
    [
      "(http.host)",
      "a value has no parentheses around it",
      "Remove the outer parentheses. A condition belongs to the expression of the rule.",
    ],
    [
      "not ssl",
      "a condition is not a value",
      "A value expression computes a value and contains no conditions: they belong to the expression of the rule.",
    ],
    [
      'http.host eq "a"',
      "a condition is not a value",
      "A value expression computes a value and contains no conditions: they belong to the expression of the rule.",
    ],
    [
      "ssl and true",
      "a condition is not a value",
      "A value expression computes a value and contains no conditions: they belong to the expression of the rule.",
    ],
    [
      '"https://" + http.host',
      "the expression continues where it should end",
      "Join texts with concat(…), separated by commas.",
    ],
    ["ssl", "this is a value of type Bool", "Convert it to a text: to_string(ssl)."],
    ["ip.src", "this is a value of type Ip", "Convert it to a text: to_string(ip.src)."],
    [
      'http.request.headers["a"]',
      "this is a value of type Array<Bytes>",
      'Take one element, http.request.headers["a"][0], or join all of them: join(http.request.headers["a"], ",").',
    ],
    [
      "http.request.headers",
      "this is a value of type Map<Array<Bytes>>",
      'Take the value of a key: http.request.headers["name"][0].',
    ],
    ["http.hots", "unknown identifier", "Did you mean http.host?"],
    ['regex_replac(http.host, "a", "b")', "unknown identifier", "Did you mean regex_replace?"],
    ['lower("a")', "argument 1 is a literal value", ""],
    ['concat("a", 5)', "argument 2 is of type Int", ""],
    ["lower(http.host", '")" is missing', ""],
    ["  ", "the expression is empty", "Write a field or a function call."],
  ])("%s: %s", (expression, problem, help) => {
    const [first, , , expected, hint = ""] = explained(expression);
    expect(first).toContain(`The value expression is not valid: ${problem} (line 1, column `);
    expect(expected).toMatch(/^ {2}Expected /);
    expect(hint.trim()).toBe(help);
  });

  it("may not map an array outside of a call", () => {
    expect(explained("http.request.headers.names[*]")).toContain(
      '  Expected [*] in the first argument only; found "http.request.headers.names[*]".',
    );
  });

  it("suggests split for a text in place of a list", () => {
    expect(explained("http.host", "list of text")).toContain(
      '  Split a text into a list: split(http.host, ",", 10).',
    );
    expect(explained('"a"', "list of text")).toContain(
      '  Expected a value of type Array<Bytes>; found ""a"".',
    );
  });

  it("is not quoted if it is secret", () => {
    const parsed = parseValueExpression('concat("hunter2", missing)', "text");
    expect(parsed.valid ? "" : printPositionOnly(parsed.diagnostics, "value expression")).toBe(
      "The secret value expression is not valid: no field or function has this name (line 1, byte 19).",
    );
  });

  it("has the position of the reference implementation", () => {
    const expression = "substring(http.host)";
    const parsed = parseValueExpression(expression, "text");
    expect(parsed.valid ? "" : printEngine(expression, parsed.diagnostics[0])).toBe(
      "Filter parsing error (1:20):\nsubstring(http.host)\n                   ^ invalid number of arguments\n",
    );
  });
});
