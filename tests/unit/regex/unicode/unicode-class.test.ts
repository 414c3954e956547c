import { checkRegex } from "../../../../provider/regex/compile/check-regex";
import { compileRegex } from "../../../../provider/regex/search/compile-regex";
import { resolveUnicodeQuery } from "../../../../provider/regex/unicode/unicode-class";
import { readRecords } from "../../../support/records";

/** The recorded answer of the regex crate for `\p{query}`: the number of characters, or the error. */
interface ClassRecord {
  readonly query: string;
  readonly characters?: number;
  readonly problem?: string;
}

const SURROGATES = { first: 0xd800, last: 0xdfff };
const records = readRecords<ClassRecord>("unicode-classes.jsonl");

describe("resolveUnicodeQuery, compared with recorded answers of the regex crate", () => {
  it.each(records.map((record) => [record.query, record] as const))("knows %s", (query, record) => {
    const found = resolveUnicodeQuery(query);
    const { first, last } = SURROGATES;
    const size = (from: number, to: number) => Math.max(0, to - from + 1);
    // Surrogates have no UTF-8 encoding, so they make no difference.
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

describe("Unicode classes in patterns", () => {
  it.each([
    [String.raw`(?u)^\p{Age=6.0}+$`, "é€", true],
    [String.raw`(?u)\p{age:1.1}`, "\u{20B9}", false],
    [String.raw`(?u)\p{age:6.0}`, "\u{20B9}", true],
    [String.raw`(?u)\P{age!=6.0}`, "\u{20B9}", true],
    [String.raw`(?u)^\p{wb=ALetter}\p{Word_Break=MidLetter}$`, "a:", true],
    [String.raw`(?u)^[\p{sb=Numeric}--5]$`, "5", false],
    [String.raw`(?u)^\p{gcb=RI}{2}$`, "\u{1F1E9}\u{1F1EA}", true],
    // Assigned by Unicode 17; the tables are those of Unicode 16.
    [String.raw`(?u)\p{Assigned}`, "\u{16EA0}", false],
  ])("match %j against %j: %s", (pattern, text, expected) => {
    expect(checkRegex(pattern)).toBeUndefined();
    expect(compileRegex(pattern)(Buffer.from(text))).toBe(expected);
  });
});
