import { type Diagnostic, parseFilter } from "../../../../provider/filter";

describe("what a diagnostic says it found", () => {
  it.each([
    ["a word", "ssl and sssl", '"sssl"'],
    ["a word of 40 characters", `ssl and ${"a".repeat(40)}`, `"${"a".repeat(40)}"`],
    ["the first 40 characters of a longer one", `ssl and ${"a".repeat(41)}`, `"${"a".repeat(40)}…"`],
    ["40 emoji of more", `http.host eq ${"😀".repeat(41)}`, `"${"😀".repeat(40)}…"`],
    ["a TAB", "ssl and\tssl", "a TAB"],
    ["a no-break space", "ssl\u00a0and ssl", "the character U+00A0"],
    ["a TAB and more, as it stands in a pattern", 'http.host matches "\t("', '"\t("'],
    ["a space, where it stands in a string", 'http.host eq "\\ "', '" "'],
    ["the end, white space behind it or not", " ssl and \n ", "the end of the expression"],
    ["nothing, where something is missing before the end", "ip.src in {1.2.3.4/}", "nothing"],
  ])("is %s", (_, expression, found) => {
    expect(diagnose(expression).found).toBe(found);
  });
});

describe("the diagnostic of an expression", () => {
  it("has the message and the span of the reference implementation, and the word to underline", () => {
    expect(diagnose('http.host eq "日本" and\nssl and cf.waf.score eq 08x')).toStrictEqual({
      causeClass: "ParseInt",
      cause: "invalid digit found in string while parsing with radix 8",
      plain: "this is not an integer",
      line: 2,
      column: 25,
      start: 46,
      length: 2,
      expected: "an integer of 64 bits: 42, -7, 0x1f (hex) or 017 (octal)",
      found: '"08x"',
      word: { start: 46, length: 3 },
    });
  });

  it("has no plain message if the reference message is plain", () => {
    expect(diagnose("sssl")).toStrictEqual({
      causeClass: "UnknownIdentifier",
      cause: "unknown identifier",
      line: 1,
      column: 1,
      start: 0,
      length: 4,
      expected: "the name of a field or function",
      found: '"sssl"',
      word: { start: 0, length: 4 },
      suggestion: "ssl",
    });
  });

  it("underlines the condition that is not Bool, not the text after it", () => {
    const condition = 'http.request.headers.names[*] eq "a"';
    const { start, word } = diagnose(`ssl and ${condition} or ssl`);
    expect([start, word]).toEqual([48, { start: 8, length: condition.length }]);
  });

  it("underlines an invalid raw pattern, not the text after it", () => {
    const { start, word } = diagnose('http.host matches r#"("# or ssl');
    expect([start, word]).toEqual([24, { start: 18, length: 6 }]);
  });
});

function diagnose(expression: string): Diagnostic {
  const parsed = parseFilter(expression);
  if (parsed.valid) throw new Error(`${expression} is valid`);
  return parsed.diagnostics[0];
}
