import { parseFilter, printForPeople } from "../../../../provider/filter";
import { printedLines } from "./help-text";

const NAMES =
  '"a.example" "b.example" "c.example" "d.example" "e.example" "f.example" "g.example" "h.example"';

describe("the code frame of a diagnostic", () => {
  it("is cut on both sides if the line is long", () => {
    expect(pictureOf(`http.host in {${NAMES}} and sssl or http.host in {${NAMES}}`)).toEqual([
      '  …f.example" "g.example" "h.example"} and sssl or http.host in {"a.example" "b.example" "c.exampl…',
      "                                           ^^^^",
    ]);
  });

  it("gives unused columns on the right to the left", () => {
    expect(pictureOf(`ssl and\nhttp.host in {${NAMES}} and sssl\nor ssl`)).toEqual([
      '  …e" "b.example" "c.example" "d.example" "e.example" "f.example" "g.example" "h.example"} and sssl',
      "                                                                                               ^^^^",
    ]);
  });

  it("gives unused columns on the left to the right", () => {
    expect(pictureOf(`sssl and http.host in {${NAMES}}`)).toEqual([
      '  sssl and http.host in {"a.example" "b.example" "c.example" "d.example" "e.example" "f.example" "…',
      "  ^^^^",
    ]);
  });

  it("measures the columns of wide characters", () => {
    const wide = '"日本日本日本日本日本"';
    expect(pictureOf(`http.host in {${wide} ${wide} ${wide} ${wide}} and sssl`)).toEqual([
      '  …日本日本日本日本" "日本日本日本日本日本" "日本日本日本日本日本" "日本日本日本日本日本"} and sssl',
      "                                                                                               ^^^^",
    ]);
  });

  it("shows 40 columns of a longer word and nothing after it", () => {
    expect(pictureOf(`ssl or ${"a".repeat(41)} and ssl`)).toEqual([
      `  ssl or ${"a".repeat(40)}…`,
      `         ${"^".repeat(41)}`,
    ]);
    expect(pictureOf(`ssl or ${"a".repeat(40)} and ssl`)).toEqual([
      `  ssl or ${"a".repeat(40)} and ssl`,
      `         ${"^".repeat(40)}`,
    ]);
  });

  it.each([
    ["in a string", 'http.host eq "a\ud800b"', '  http.host eq "a<U+D800>b"', 16],
    [
      "in a set, below other errors",
      'sssl and http.host in {"\udfff"}',
      '  sssl and http.host in {"<U+DFFF>"}',
      25,
    ],
  ])("rejects half of a surrogate pair, which no request can contain, %s", (_, expression, line, at) => {
    const parsed = parseFilter(expression);
    if (parsed.valid) throw new Error("the expression is valid");
    expect(parsed.diagnostics[0]).toMatchObject({ causeClass: "NotUtf8", start: at - 1, length: 1 });
    const text = printForPeople(expression, parsed.diagnostics);
    expect(text).toContain("half of a surrogate pair is not a character");
    expect(text.split("\n")).toContain(line);
  });

  it("accepts both halves", () => expect(parseFilter('http.host eq "😀"').valid).toBe(true));

  it("underlines all of a word with surrogate pairs", () => {
    expect(pictureOf("http.host eq 😀😀 or ssl")).toEqual([
      "  http.host eq 😀😀 or ssl",
      "               ^^^^",
    ]);
  });

  it("is short even if characters have no width", () => {
    const accents = "\u0301".repeat(5000);
    const [line = ""] = pictureOf(`http.host eq "a${accents}" and sssl and http.host eq "a${accents}"`);
    expect(line.length).toBeLessThan(1000);
  });

  it("ends at the end of the line", () => {
    expect(pictureOf('http.host matches "a\n("')).toEqual([
      '  http.host matches "a',
      "                     ^",
    ]);
  });
});

describe("printForPeople", () => {
  it("reports a valid expression", () => {
    expect(printForPeople("ssl", [])).toBe("The filter expression is valid.");
  });

  it("reports several errors with line and column", () => {
    const expression =
      'http.host eq "日本"\nand ip.src in {192.0.2.1/24}\nand http.host matches "a(" and\nsssl';
    const parsed = parseFilter(expression);
    expect(parsed.valid ? "" : printForPeople(expression, parsed.diagnostics)).toBe(
      [
        "The filter expression has 3 errors.",
        "  Host part of address was not zero (line 2, column 16).",
        "  and ip.src in {192.0.2.1/24}",
        "                 ^^^^^^^^^",
        '  Expected the address of the network itself, 192.0.2.0/24; found "192.0.2.1".',
        "  Regular expression: unclosed group (line 3, column 24).",
        '  and http.host matches "a(" and',
        "                         ^^",
        '  Expected a regular expression in Rust regex syntax; found "a(".',
        "  Unknown identifier (line 4, column 1).",
        "  sssl",
        "  ^^^^",
        '  Expected the name of a field or function; found "sssl".',
        "  Did you mean ssl?",
      ].join("\n"),
    );
  });

  it("names invisible characters", () => {
    expect(printedLines('ip.src in $\u202e"')).toEqual([
      'The filter expression is not valid: invalid list name "\\u{202e}" (line 1, column 12).',
      '  ip.src in $<U+202E>"',
      "             ^^^^^^^^",
      "  Expected the name of a list: lower-case letters, digits, _ and ., not starting or ending with .; found the character U+202E.",
      "  Only spaces and line ends are allowed between the parts of an expression.",
    ]);
    expect(printedLines("http.host eq 'a\u202eb'").at(-2)).toBe(
      '  Expected a string in double quotes such as "example.com", or bytes such as 61:62; found "\'a<U+202E>b\'".',
    );
    expect(printedLines("http.host eq 'a\u202eb'").at(-1)).toBe('  Did you mean "a<U+202E>b"?');
  });
});

function pictureOf(expression: string): string[] {
  return printedLines(expression).slice(1, 3);
}
