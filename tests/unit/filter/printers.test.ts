import {
  type Diagnostic,
  parseFilter,
  printDocumented,
  printEngine,
  printForPeople,
  printPositionOnly,
} from "../../../provider/filter";
import { type FilterRecord, readRecords } from "./records";

const SECRET = "hunter2secret";
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

  it("counts characters from the beginning of the line of the fault", () => {
    const expression = 'http.host == "日本"\nand sssl';
    expect(printDocumented(expression, diagnose(expression))).toBe(
      `Filter parsing error:\n\`${expression}\`\n    ^^^^ unknown identifier\n`,
    );
  });
});

describe("printEngine", () => {
  it("counts bytes, as the engine does", () => {
    const expression = 'http.host == "日本" and sssl';
    expect(printEngine(expression, diagnose(expression))).toBe(
      `Filter parsing error (1:27):\n${expression}\n${" ".repeat(26)}^^^^ unknown identifier\n`,
    );
  });
});

describe("printForPeople", () => {
  it("draws the marker under the characters, whatever their width", () => {
    expect(people('http.host == "日本é" and sssl')).toEqual([
      "The filter expression is not valid: unknown identifier (line 1, column 24).",
      '  http.host == "日本é" and sssl',
      "                           ^^^^",
      '  Expected the name of a field or function; found "sssl".',
      "  Did you mean ssl?",
    ]);
  });

  it("shows control characters as symbols, so that the marker stays in place", () => {
    expect(people('http.host == "\t\r" and sssl').slice(1, 3)).toEqual([
      '  http.host == "␉␍" and sssl',
      "                        ^^^^",
    ]);
  });

  it("shows the line of the fault only, and of a long line the part around it", () => {
    const long = `http.host in {${'"a.example" '.repeat(50)}} and sssl and ${"ssl and ".repeat(20)}ssl`;
    const [, line, marker] = people(`ssl and\n${long}`);
    expect(line).toBe(
      '  …xample" "a.example" "a.example" "a.example" } and sssl and ssl and ssl and ssl and ssl and ssl and ssl and ssl and…',
    );
    expect(marker).toBe(`${" ".repeat((line ?? "").indexOf("sssl"))}^^^^`);
  });

  it.each([
    ['http.request.headers eq "a"', "the operator is not for values of type Map<Array<Bytes>>"],
    ["ssl[0]", "the index does not fit a value of type Bool"],
    ["http.host eq true", "this is not a string"],
    ["cf.waf.score eq 12ab", "this is not an integer"],
    ["ssl ssl", "the expression goes on where it should end"],
    ["http.host", "an operator is missing"],
    ["ip.src eq x", "this is not an IP address"],
  ])("says plainly what is wrong with %j", (expression, plain) => {
    expect(people(expression)[0]).toContain(`not valid: ${plain} (line 1, column `);
  });

  it("says what is missing at the end", () => {
    expect(people("(ssl and")).toEqual([
      "The filter expression is not valid: a name is missing (line 1, column 9).",
      "  (ssl and",
      "          ^",
      "  Expected the name of a field or function; found the end of the expression.",
    ]);
  });

  it.each([
    ['http.request.path eq "/"', "http.request.uri.path"],
    ['http.hots eq "a"', "http.host"],
    ['http.request.uri.pth eq "/"', "http.request.uri.path"],
    ['HTTP.HOST eq "a"', "http.host"],
    ['startswith(http.host, "a")', "starts_with"],
    ["ssl AND ssl", "and"],
    ['http.host = "a"', "=="],
    ['http.host EQ "a"', "eq"],
    ['http.host like "a%"', "wildcard"],
    ["cf.waf.score => 3", ">="],
    ["cf.waf.score =< 3", "<="],
    ['http.host =~ "a"', "matches"],
    ["ssl | ssl", "or"],
  ])("suggests what was meant by %j", (expression, suggestion) => {
    expect(diagnose(expression).suggestion).toBe(suggestion);
  });

  it("suggests nothing where nothing is near", () => {
    expect(diagnose("completely.different eq 1").suggestion).toBeUndefined();
  });

  it("says what a regular expression's fault is without its own picture", () => {
    expect(people('http.host matches "a(b"')[0]).toBe(
      "The filter expression is not valid: regular expression: unclosed group (line 1, column 20).",
    );
  });

  it("prints a first sentence and no line end for every recorded fault", () => {
    for (const { expression } of refused) {
      const text = printForPeople(expression, [diagnose(expression)]);
      expect(text).toMatch(/^The filter expression is not valid: .*\.\n {2}/);
      expect(text).not.toMatch(/\n$/);
    }
  });
});

describe("printPositionOnly", () => {
  it("says place and kind", () => {
    expect(printPositionOnly([diagnose("ssl and sssl")])).toBe(
      "The secret filter expression is not valid: no field or function has this name (line 1, byte 9).",
    );
  });

  it.each([
    SECRET,
    `http.host == "${SECRET}\\q"`,
    `ip.src in $${SECRET}.`,
    `ip.src in $Ä${SECRET}`,
    `http.host["${SECRET}"] == "a"`,
    `http.host matches "(${SECRET}"`,
    `http.host wildcard "${SECRET}**"`,
    `http.host == "a" ${SECRET}`,
    `cidr(ip.src, 99999, 1) == ${SECRET}`,
  ])("quotes nothing of %j", (expression) => {
    const text = printPositionOnly([diagnose(expression)]);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("99999");
  });

  it("gives the same text for every expression with the same kind and place", () => {
    expect(printPositionOnly([diagnose("aaaa")])).toBe(printPositionOnly([diagnose("bbbb")]));
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
