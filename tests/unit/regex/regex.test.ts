import fc from "fast-check";
import { checkRegex } from "../../../provider/regex/compile/check-regex";
import { compileRegex } from "../../../provider/regex/search/compile-regex";

describe("checkRegex", () => {
  it.each([
    "",
    "a**",
    "a+*",
    "a{2}{3}",
    "a{2,}?",
    "[]a]",
    "[^]a]",
    "[a&&b--c~~d]",
    "[[:alpha:][:^digit:]]",
    "[a-]",
    "[-a]",
    "(?i-s:a)(?mR)^b$",
    "(?x) a # comment",
    "(?P<n>a)(?<m>b)",
    "(?u)\\p{Greek}\\pL\\P{sc=Latin}\\p{General_Category!=Nd}\\p{isgreek}",
    "\\x{41}\\u0042\\U00000043\\xff\\a\\f\\v\\n",
    "\\b{start}\\b{end-half}\\<\\>\\A\\z\\B\\b{2}",
    "é+",
    '\\-\\/\\ \\%\\"',
    "(a{1000}){100}",
    "(){100000}",
  ])("accepts %j", (pattern) => expect(checkRegex(pattern)).toBeUndefined());

  it.each([
    ["(", "unclosed group"],
    [")", "unopened group"],
    ["a)", "unopened group"],
    ["[a", "unclosed character class"],
    ["[[a]", "unclosed character class"],
    ["*", "repetition operator missing expression"],
    ["(?i)*", "repetition operator missing expression"],
    ["(?)", "repetition operator missing expression"],
    ["a{,3}", "repetition quantifier expects a valid decimal"],
    ["a{3", "unclosed counted repetition"],
    ["a{3,2}", "invalid repetition count range, the start must be <= the end"],
    ["a{4294967296}", "decimal literal invalid"],
    ["[z-a]", "invalid character class range, the start must be <= the end"],
    ["[\\d-a]", "invalid range boundary, must be a literal"],
    ["[\\b]", "invalid escape sequence found in character class"],
    ["\\", "incomplete escape sequence, reached end of pattern prematurely"],
    ["\\q", "unrecognized escape sequence"],
    ["\\1", "backreferences are not supported"],
    ["\\xg", "invalid hexadecimal digit"],
    ["\\x{}", "hexadecimal literal empty"],
    ["\\x{d800}", "hexadecimal literal is not a Unicode scalar value"],
    ["(?=a)", "look-around, including look-ahead and look-behind, is not supported"],
    ["(?z)", "unrecognized flag"],
    ["(?ii)", "duplicate flag"],
    ["(?i-)", "dangling flag negation operator"],
    ["(?-i-s)", "flag negation operator repeated"],
    ["(?i", "expected flag but got end of regex"],
    ["(?P<a>b)(?P<a>c)", "duplicate capture group name"],
    ["(?P<>a)", "empty capture group name"],
    ["(?P<1>a)", "invalid capture group character"],
    ["(?P<a", "unclosed capture group name"],
    ["\\p{Greek}", "Unicode not allowed here"],
    ["[é]", "Unicode not allowed here"],
    ["(?i)[é]", "Unicode not allowed here"],
    ["(?u)\\p{Klingon}", "Unicode property not found"],
    ["(?u)\\p{sc=Klingon}", "Unicode property value not found"],
    [
      "\\b{foo}",
      "unrecognized special word boundary assertion, valid choices are: start, end, start-half or end-half",
    ],
    [
      `${"(".repeat(251)}a${")".repeat(251)}`,
      "exceed the maximum number of nested parentheses/brackets (250)",
    ],
  ])("rejects %j", (pattern, problem) => {
    const found = checkRegex(pattern);
    expect(found?.kind === "syntax" ? found.text.split("error: ").at(-1) : found).toBe(problem);
  });

  it.each(["a{1000}{1000}", "(?:a{1000}){1000}", "[a-z]{200000}", "(?u)\\w{100000}"])(
    "rejects %j as too big",
    (pattern) => {
      expect(checkRegex(pattern)).toEqual({ kind: "size", limit: 10 * 2 ** 20 });
    },
  );

  it("shows both positions of a duplicate name", () => {
    expect(checkRegex("(?P<n>a)(?P<n>b)")).toEqual({
      kind: "syntax",
      text: "regex parse error:\n    (?P<n>a)(?P<n>b)\n        ^       ^\nerror: duplicate capture group name",
    });
  });

  it("numbers the lines of a pattern that has several", () => {
    const found = checkRegex("(?x)\na(\nb");
    const divider = "~".repeat(79);
    expect(found).toEqual({
      kind: "syntax",
      text: `regex parse error:\n${divider}\n1: (?x)\n2: a(\n    ^\n3: b\n${divider}\nerror: unclosed group`,
    });
  });
});

describe("compileRegex", () => {
  it.each([
    ["(?R)(?m)^b$", "a\r\nb\r\n", true],
    ["(?m)^b$", "a\r\nb\r\n", false],
    ["\\bé", "é", false],
    ["(?u)\\bé", "é", true],
    ["(?u)\\B", "\u{1F600}", true],
    ["(?i)K", "\u212A", false],
    ["(?i)^éA$", "éa", true],
    ["(?i)é", "É", false],
    ["(?iu)k", "\u212A", true],
    ["(?iu)ß", "ẞ", true],
    ["(?iu)ß", "ss", false],
    ["(?iu)ς", "Σ", true],
    ["(?u)^.$", "\u{1F600}", true],
    ["^.$", "é", false],
    ["(?u)[^\\x00-\\x7f]{2}", "日本", true],
    ["(?s-u)^.{6}$", "日本", true],
    ["a{2,3}b", "aaaab", true],
    ["^a{2,3}b", "aaaab", false],
    ["(a|b)*c|d$", "abab", false],
    ["", "", true],
    ["$^", "", true],
    ["a$b", "ab", false],
    ["[^\\n]", "\n", false],
    ["(?x) [ a b ] c", "bc", true],
    ["\\b{start}b\\b{end}", "a b c", true],
    ["\\<b\\>", "abc", false],
  ])("matches %j against %j: %s", (pattern, text, expected) => {
    expect(compileRegex(pattern)(Buffer.from(text))).toBe(expected);
  });

  it("agrees with JavaScript on patterns that mean the same in both", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "c",
      "[ab]",
      "[^a]",
      ".",
      "\\d",
      "\\w",
      "\\b",
      "^",
      "$",
      "ab",
      "(?:)",
    );
    const pattern = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 4 },
        atom,
        fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `${a}${b}`),
        fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(?:${a}|${b})`),
        fc
          .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "*?"))
          .map(([a, q]) => `(?:${a})${q}`),
      ),
    })).pattern;
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", " "), maxLength: 10 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(compileRegex(source)(Buffer.from(subject))).toBe(new RegExp(source).test(subject));
      }),
      { numRuns: 1000 },
    );
  });

  it("takes linear time on patterns that make backtracking exponential", () => {
    const subject = Buffer.from(`${"a".repeat(50_000)}b`);
    expect(compileRegex("^(a+)+$")(subject)).toBe(false);
    expect(compileRegex("(a|aa)+c")(subject)).toBe(false);
    expect(compileRegex("(x+x+)+y")(Buffer.from("x".repeat(50_000)))).toBe(false);
  });
});
