import fc from "fast-check";
import { compileRegex } from "../../../../provider/regex/search/compile-regex";

/** Word characters: of bytes, and of Unicode. */
const ASCII_WORD = "[0-9A-Za-z_]";
const UNICODE_WORD = "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";
const TEXT_START = "^";
const TEXT_END = "$";

/** Looks and their meaning as JavaScript look-behind and look-ahead. */
const LOOKS: readonly (readonly [look: string, meaning: string])[] = [
  ["^", TEXT_START],
  ["\\A", TEXT_START],
  ["(?m:\\A)", TEXT_START],
  ["$", TEXT_END],
  ["\\z", TEXT_END],
  ["(?m:\\z)", TEXT_END],
  ["(?m:^)", `(?:${TEXT_START}|(?<=\\n))`],
  ["(?m:$)", `(?:${TEXT_END}|(?=\\n))`],
  ["(?mR:^)", `(?:${TEXT_START}|(?<=\\n)|(?<=\\r)(?!\\n))`],
  ["(?mR:$)", `(?:${TEXT_END}|(?=\\r)|(?<!\\r)(?=\\n))`],
  ...wordLooks("(?-u:", ASCII_WORD),
  ...wordLooks("(?u:", UNICODE_WORD),
];

describe("looks, compared with their meaning in JavaScript", () => {
  it("hold at the same offsets of any text", () => {
    const character = fc.constantFrom("a", "Z", "5", "_", "-", " ", "\r", "\n", "é", "日", "\u0301", "😀");
    const text = fc.array(character, { maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(...LOOKS), text, fc.nat({ max: 5 }), ([look, meaning], characters, at) => {
        const subject = characters.join("");
        const found = compileRegex(`(?su:\\A.{${at}})${look}`)(Buffer.from(subject));
        expect(found).toBe(new RegExp(`${TEXT_START}[^]{${at}}${meaning}`, "u").test(subject));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("Unicode word boundaries next to bytes that are not UTF-8", () => {
  const NO_CHARACTERS = [
    ["a byte that begins nothing", [0xff]],
    ["two bytes for one of ASCII", [0xc1, 0xa1]],
    ["three bytes for what two hold", [0xe0, 0x80, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a character beyond the last", [0xf4, 0x90, 0x80, 0x80]],
    ["a character that is cut off", [0xe6, 0x97]],
  ] as const;

  it.each(NO_CHARACTERS)("no look requires a non-word before %s", (_, bytes) => {
    const matches = (pattern: string) => compileRegex(`(?u)${pattern}`)(Uint8Array.from(bytes));
    expect(matches("\\A\\B")).toBe(false);
    expect(matches("\\A\\b{end-half}")).toBe(false);
    expect(matches("\\A\\b{start-half}")).toBe(true);
  });

  it.each(NO_CHARACTERS)("no look requires a non-word after %s", (_, bytes) => {
    const matches = (pattern: string) => compileRegex(`(?u)${pattern}`)(Uint8Array.from([0x2d, ...bytes]));
    expect(matches("\\B\\z")).toBe(false);
    expect(matches("\\b{end-half}\\z")).toBe(true);
  });

  it("a stray continuation byte does not hide the character before it", () => {
    const matches = (pattern: string, ...bytes: number[]) => compileRegex(pattern)(Uint8Array.from(bytes));
    expect(matches("(?u)\\B\\z", 0x2d, 0x80)).toBe(true);
    expect(matches("(?u)\\b\\z", 0x61, 0x80)).toBe(true);
  });

  it.each(NO_CHARACTERS)("a word ends before %s", (_, bytes) => {
    const matches = (pattern: string) => compileRegex(`(?u)${pattern}`)(Uint8Array.from([0x61, ...bytes]));
    expect(matches("\\Aa\\b")).toBe(true);
    expect(matches("\\Aa\\b{end}")).toBe(true);
    expect(matches("\\Aa\\b{start}")).toBe(false);
  });
});

function wordLooks(flags: string, word: string): [string, string][] {
  const start = `(?<!${word})(?=${word})`;
  const end = `(?<=${word})(?!${word})`;
  return [
    [`${flags}\\b)`, `(?:${start}|${end})`],
    [`${flags}\\B)`, `(?!${start}|${end})`],
    [`${flags}\\b{start})`, start],
    [`${flags}\\<)`, start],
    [`${flags}\\b{end})`, end],
    [`${flags}\\>)`, end],
    [`${flags}\\b{start-half})`, `(?<!${word})`],
    [`${flags}\\b{end-half})`, `(?!${word})`],
  ];
}
