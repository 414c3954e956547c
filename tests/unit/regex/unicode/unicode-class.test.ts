import { checkRegex } from "../../../../provider/regex/compile/check-regex";
import { compileRegex } from "../../../../provider/regex/search/compile-regex";
import { resolveUnicodeQuery } from "../../../../provider/regex/unicode/unicode-class";
import { readRecords } from "../../../support/records";

/** What Rust's regex library makes of `\p{query}`: how many characters in it, or why not. */
interface ClassRecord {
  readonly query: string;
  readonly characters?: number;
  readonly problem?: string;
}

const SURROGATES = { first: 0xd800, last: 0xdfff };
const records = readRecords<ClassRecord>("unicode-classes.jsonl");

describe("resolveUnicodeQuery, compared with the recorded answers of Rust's library", () => {
  it.each(records.map((record) => [record.query, record] as const))("knows %s", (query, record) => {
    const found = resolveUnicodeQuery(query);
    const { first, last } = SURROGATES;
    const size = (from: number, to: number) => Math.max(0, to - from + 1);
    // Surrogates are no characters: whether a set names them makes no difference.
    const characters =
      typeof found === "string"
        ? found
        : found.reduce(
            (sum, [from, to]) => sum + size(from, to) - size(Math.max(from, first), Math.min(to, last)),
            0,
          );
    expect(characters).toBe(record.characters ?? record.problem);
  });
});

describe("classes of Unicode in patterns", () => {
  it.each([
    [String.raw`(?u)^\p{Age=6.0}+$`, "é€", true],
    [String.raw`(?u)\p{age:1.1}`, "\u{20B9}", false],
    [String.raw`(?u)\p{age:6.0}`, "\u{20B9}", true],
    [String.raw`(?u)\P{age!=6.0}`, "\u{20B9}", true],
    [String.raw`(?u)^\p{wb=ALetter}\p{Word_Break=MidLetter}$`, "a:", true],
    [String.raw`(?u)^[\p{sb=Numeric}--5]$`, "5", false],
    [String.raw`(?u)^\p{gcb=RI}{2}$`, "\u{1F1E9}\u{1F1EA}", true],
    // Assigned by Unicode 17, and the engine has the tables of 16.
    [String.raw`(?u)\p{Assigned}`, "\u{16EA0}", false],
  ])("says of %j on %j: %s", (pattern, text, expected) => {
    expect(checkRegex(pattern)).toBeUndefined();
    expect(compileRegex(pattern)(Buffer.from(text))).toBe(expected);
  });
});
