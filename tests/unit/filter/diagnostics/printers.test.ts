import fc from "fast-check";
import {
  type Diagnostic,
  parseFilter,
  printDocumented,
  printEngine,
  printForPeople,
} from "../../../../provider/filter";
import { displayWidth } from "../../../../provider/filter/diagnostics/display-width";
import { type FilterRecord, readRecords } from "../../../support/records";

const refused = readRecords<FilterRecord>("filter-examples.jsonl").filter((record) => !record.valid);

describe("printDocumented", () => {
  it("prints the first of the documentation's two examples", () => {
    expect(printDocumented("ip.src==34", diagnose("ip.src==34"))).toBe(
      [
        "Filter parsing error:",
        "`ip.src==34`",
        "         ^^ couldn't parse address in network: invalid IP address syntax",
        "",
      ].join("\n"),
    );
  });

  it("puts as many carets as the mask has digits", () => {
    const expression = "ip.src in {2a06:98c0::/29 2405:8100::/2000}";
    const [, , marker] = printDocumented(expression, diagnose(expression)).split("\n");
    expect(marker).toBe(
      `${" ".repeat(39)}^^^^ couldn't parse length in network: number too large to fit in target type`,
    );
  });

  it("measures code points from the start of the line", () => {
    const expression = 'http.host == "日本"\nand sssl';
    expect(printDocumented(expression, diagnose(expression))).toBe(
      `Filter parsing error:\n\`${expression}\`\n    ^^^^ unknown identifier\n`,
    );
  });
});

describe("printEngine", () => {
  it("measures bytes, as the reference implementation does", () => {
    const expression = 'http.host == "日本" and sssl';
    expect(printEngine(expression, diagnose(expression))).toBe(
      `Filter parsing error (1:27):\n${expression}\n${" ".repeat(26)}^^^^ unknown identifier\n`,
    );
  });
});

describe("printForPeople", () => {
  it("puts carets under the characters, whatever their width", () => {
    expect(people('http.host == "日本é" and sssl')).toEqual([
      "The filter expression is not valid: unknown identifier (line 1, column 24).",
      '  http.host == "日本é" and sssl',
      "                           ^^^^",
      '  Expected the name of a field or function; found "sssl".',
      "  Did you mean ssl?",
    ]);
  });

  it("shows control characters as symbols, so that the carets stay aligned", () => {
    expect(people('http.host == "\t\r" and sssl').slice(1, 3)).toEqual([
      '  http.host == "␉␍" and sssl',
      "                        ^^^^",
    ]);
  });

  it("shows only the line of the error, and a part of a long line", () => {
    const long = `http.host in {${'"a.example" '.repeat(50)}} and sssl and ${"ssl and ".repeat(20)}ssl`;
    const [, line, marker] = people(`ssl and\n${long}`);
    expect(line).toBe(
      '  ….example" "a.example" "a.example" } and sssl and ssl and ssl and ssl and ssl and ssl and ssl an…',
    );
    expect(marker).toBe(`${" ".repeat((line ?? "").indexOf("sssl"))}^^^^`);
  });

  it.each([
    ['http.request.headers eq "a"', "the operator is not for values of type Map<Array<Bytes>>"],
    ["ssl[0]", "the index does not fit a value of type Bool"],
    ["http.host eq true", "this is neither a string nor a field"],
    ["cf.waf.score eq 12ab", "this is not an integer"],
    ["ssl ssl", "the expression continues where it should end"],
    ["http.host", "an operator is missing"],
    ["ip.src eq x", "this is neither an IP address nor a field"],
    ["ip.src eq 34", "this is not an IP address"],
    ["ip.src eq http.host", "the right side is of type Bytes, the left side of type Ip"],
  ])("says plainly what is wrong with %j", (expression, plain) => {
    expect(people(expression)[0]).toContain(`not valid: ${plain} (line 1, column `);
  });

  it("reports what is missing at the end", () => {
    expect(people("(ssl and")).toEqual([
      "The filter expression is not valid: a name is missing (line 1, column 9).",
      "  (ssl and",
      "          ^",
      "  Expected the name of a field or function; found the end of the expression.",
    ]);
  });

  it.each([
    ['http.request.path eq "/"', "http.request.path", "http.request.uri.path"],
    ['http.hots eq "a"', "http.hots", "http.host"],
    ['http.request.uri.pth eq "/"', "http.request.uri.pth", "http.request.uri.path"],
    ['HTTP.HOST eq "a"', "HTTP.HOST", "http.host"],
    ['http.request.headers.x eq "a"', "http.request.headers.x", 'http.request.headers["x"]'],
    ['http.host.contains "a"', "http.host.contains", "http.host contains"],
    ['startswith(http.host, "a")', "startswith", "starts_with"],
    ['lowercase(http.host) eq "a"', "lowercase", "lower"],
    ["Not ssl", "Not", "not"],
    ["ssl AND ssl", "AND", "and"],
    ["ssl | ssl", "|", "or"],
    ["ssl & ssl", "&", "and"],
    ["ssl &&& ssl", "&&&", "&&"],
    ["ssl ||| ssl", "|||", "||"],
    ['http.host = "a"', "=", "=="],
    ['http.host === "a"', "===", "=="],
    ['http.host !== "a"', "!==", "!="],
    ['http.host <> "a"', "<>", "!="],
    ['http.host EQ "a"', "EQ", "eq"],
    ['http.host not eq "a"', "not", "ne"],
    ['http.host like "a%"', "like", "wildcard"],
    ["cf.waf.score => 3", "=>", ">="],
    ["cf.waf.score =< 3", "=<", "<="],
    ['http.host =~ "a"', "=~", "matches"],
    ["http.host eq 'a b'", "'a b'", '"a b"'],
    ["http.host eq “a”", "“a”", '"a"'],
    ["http.host eq abc", "abc", '"abc"'],
    ["http.host eq raw", "raw", '"raw"'],
    ["http.host eq 10", "10", '"10"'],
    ["http.host eq www.example.com", "www.example.com", '"www.example.com"'],
    ["http.request.uri.path eq /a/b", "/a/b", '"/a/b"'],
    ["http.host in {GET POST}", "GET", '"GET"'],
    ["ip.src.country in {DE FR}", "DE", '"DE"'],
    ["http.host matches /a/", "/a/", '"a"'],
    ['http.host in "a"', '"a"', '{"a"}'],
    ["http.host in GET", "GET", '{"GET"}'],
    ["cf.waf.score in 10", "10", "{10}"],
    ["ip.src in 192.0.2.0/24", "192.0.2.0/24", "{192.0.2.0/24}"],
    ['ip.src in "192.0.2.0/24"', '"192.0.2.0/24"', "{192.0.2.0/24}"],
    ['ip.src eq "192.0.2.1"', '"192.0.2.1"', "192.0.2.1"],
    ['cf.waf.score eq "10"', '"10"', "10"],
    ["cf.waf.score gt 1_000", "1_000", "1000"],
    ["ip.src in $Office", "Office", "office"],
    ["ip.src in $office-list", "$office-list", "$office_list"],
    ["ip.src in @office", "@office", "$office"],
    ["http.request.headers['x'][0] eq \"a\"", "'x'", '"x"'],
    ['http.request.headers[x][0] eq "a"', "x", '"x"'],
  ])("suggests what was meant by %j", (expression, marked, suggestion) => {
    const diagnostic = diagnose(expression);
    expect(diagnostic.suggestion).toBe(suggestion);
    const { start, length } = diagnostic.word;
    expect(
      Array.from(expression)
        .slice(start, start + length)
        .join(""),
    ).toBe(marked);
  });

  it.each([
    ['http.host not in {"a"}', "Write not before the whole comparison: not http.host in …."],
    ['http.host !contains "a"', "Write not before the whole comparison: not http.host contains …."],
    ['lower(http.host) !~ "a"', "Write not before the whole comparison: not lower(http.host) matches …."],
    ['http.host !=~ "a"', "Write not before the whole comparison: not http.host matches …."],
    ['http.host starts_with "a"', 'starts_with is a function: starts_with(http.host, "…").'],
    ['http.host ends with "a"', 'ends_with is a function: ends_with(http.host, "…").'],
    ['http.host.startsWith("a")', 'starts_with is a function: starts_with(http.host, "…").'],
    ['http.host.lower() eq "a"', "lower is a function: lower(http.host)."],
    ['http.host.toLower() eq "a"', "lower is a function: lower(http.host)."],
    ['http.host.substring(1) eq "a"', "substring is a function: substring(http.host, …)."],
    ['contains "a"', 'contains is an operator between a field and a value: http.host contains "…".'],
    ['http.host in {"a", "b"}', "Separate the items of a set with spaces, not commas."],
    ["ip.src in {192.0.2.1, 192.0.2.2}", "Separate the items of a set with spaces, not commas."],
    ['http.host in ("a" "b")', "Write a set in braces: {…}."],
    ["ip.src in {$office}", "Write a list without braces: in $office."],
    ["ip.src ne 192.0.2.0/24", "Use in to match a network: not ip.src in {192.0.2.0/24}."],
    ['http.host contains("a")', "Write the value of an operator without parentheses."],
    ["http.host eq ip.src", "Both sides of a comparison are of the same type."],
    [
      "http.host eq http.request.headers.names[*]",
      "[*] belongs to the left side: a comparison of two arrays has no result.",
    ],
    [
      "http.host contains http.referer",
      "Another field can only be on the right of eq, ne, lt, le, gt, ge and &.",
    ],
    ['"a" == http.host', "The field goes on the left of the operator, the value on the right."],
    ["10 < cf.waf.score", "The field goes on the left of the operator, the value on the right."],
    ["ssl == true", "ssl is a condition by itself: write ssl, or not ssl."],
    ["and ssl", "A condition is missing before and."],
    ["cf.waf.score eq 1.5", "Numbers are integers, without a fraction."],
    ["ssl)", "This closing parenthesis has no opening parenthesis."],
    ["ssl # comment", "Comments are not supported."],
    ["ssl -- comment", "Comments are not supported."],
    [
      'http.request.headers["x"][*] eq "a"',
      "[*] results in many conditions. Combine them with any(…) or all(…).",
    ],
    [
      'any(http.request.headers.names[*]) eq "a"',
      'any and all need a comparison of many elements: any(http.request.headers.names[*] eq "x").',
    ],
    ['http.host\teq "a"', "Only spaces and line ends are allowed between the parts of an expression."],
    ["ssl \u00a0and ssl", "Only spaces and line ends are allowed between the parts of an expression."],
    ["\ufeffssl", "Only spaces and line ends are allowed between the parts of an expression."],
    ["", "The expression is empty. To match every request, write true."],
  ])("says what to do about %j", (expression, hint) => {
    expect(diagnose(expression).hint).toBe(hint);
    expect(people(expression).at(-1)).toBe(`  ${hint}`);
  });

  it("suggests only valid texts", () => {
    for (const { expression } of refused) {
      const { suggestion, word } = diagnose(expression);
      if (suggestion === undefined || !suggestion.startsWith('"')) continue;
      const characters = Array.from(expression);
      characters.splice(word.start, word.length, suggestion);
      const corrected = parseFilter(characters.join(""));
      if (!corrected.valid) expect(corrected.diagnostics[0].word.start).toBeGreaterThan(word.start);
    }
  });

  it("keeps every line within the width of a terminal", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "日", "👍🏽", "e\u0301", "\t", "\u202e", '"', " ", "("),
    });
    fc.assert(
      fc.property(text, fc.nat(400), (part, times) => {
        const expression = `ssl and ${part.repeat(times)} sssl`;
        const parsed = parseFilter(expression);
        const lines = parsed.valid ? [] : printForPeople(expression, parsed.diagnostics).split("\n");
        for (const line of lines.filter((shown) => !/^ {2}Expected|^The filter/.test(shown)))
          expect(displayWidth(line)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it("shows invisible and bidirectional characters", () => {
    expect(people("ssl\u202e\u200b\u00a0\u2028 eq").slice(1, 3)).toEqual([
      "  ssl<U+202E><U+200B><U+00A0><U+2028> eq",
      "     ^^^^^^^^",
    ]);
    expect(people('http.host eq "👨‍👩‍👧" and sssl').slice(1, 3)).toEqual([
      '  http.host eq "👨‍👩‍👧" and sssl',
      `${" ".repeat(24)}^^^^`,
    ]);
  });

  it("suggests nothing if no name is near", () => {
    expect(diagnose("completely.different eq 1").suggestion).toBeUndefined();
  });

  it("reports an invalid regular expression without its own code frame", () => {
    expect(people('http.host matches "a(b"')[0]).toBe(
      "The filter expression is not valid: regular expression: unclosed group (line 1, column 20).",
    );
  });

  it("prints a first sentence and no line end for every recorded error", () => {
    for (const { expression } of refused) {
      const text = printForPeople(expression, [diagnose(expression)]);
      expect(text).toMatch(/^The filter expression is not valid: .*\.\n {2}/);
      expect(text).not.toMatch(/\n$/);
    }
  });
});

function diagnose(expression: string): Diagnostic {
  const parsed = parseFilter(expression);
  if (parsed.valid) throw new Error(`${expression} is valid`);
  return parsed.diagnostics[0];
}

function people(expression: string): string[] {
  return printForPeople(expression, [diagnose(expression)]).split("\n");
}
