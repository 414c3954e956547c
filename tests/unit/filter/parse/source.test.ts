import fc from "fast-check";
import {
  codePointLength,
  lineEndOf,
  lineOf,
  lineStartOf,
  locate,
  offsetOfCodePoint,
  trimmedSpan,
  utf8Length,
} from "../../../../provider/filter/parse/source";

const text = fc.string({ unit: fc.constantFrom("a", "é", "日", "😀", "\n", " ") });

describe("positions in a text", () => {
  it("are counted by line, by byte of the line, and by character of the text", () => {
    const expression = "a\né日😀b c\nd";
    const start = expression.indexOf("b");
    expect(locate(expression, { start, end: start + 3 })).toEqual({
      line: 2,
      column: 10,
      start: 5,
      length: 3,
    });
  });

  it("end with their line, and never have a negative length", () => {
    expect(locate("ab\ncd", { start: 1, end: 5 })).toEqual({ line: 1, column: 2, start: 1, length: 1 });
    expect(locate("ab\ncd", { start: 2, end: 5 })).toEqual({ line: 1, column: 3, start: 2, length: 0 });
    expect(locate("ab\ncd", { start: 5, end: 5 })).toEqual({ line: 2, column: 3, start: 5, length: 0 });
    expect(locate("ab", { start: 1, end: 0 })).toEqual({ line: 1, column: 2, start: 1, length: 0 });
    expect(locate("\n", { start: 0, end: 1 })).toEqual({ line: 1, column: 1, start: 0, length: 0 });
  });

  it("agree with splitting the text into lines and encoding it", () => {
    fc.assert(
      fc.property(text, fc.nat(), (whole, at) => {
        const characters = Array.from(whole);
        const place = at % (characters.length + 1);
        const before = characters.slice(0, place).join("");
        const lines = before.split("\n");
        const offset = before.length;
        expect(lineOf(whole, offset)).toBe(lines.length);
        expect(whole.slice(lineStartOf(whole, offset), offset)).toBe(lines.at(-1));
        expect(whole.slice(offset, lineEndOf(whole, offset))).toBe(whole.slice(offset).split("\n")[0]);
        expect(codePointLength(whole, 0, offset)).toBe(place);
        expect(offsetOfCodePoint(whole, place)).toBe(offset);
        expect(utf8Length(whole, 0, offset)).toBe(Buffer.byteLength(before));
      }),
    );
  });

  it("begin with the first line, which may be empty", () => {
    expect(lineStartOf("\n", 0)).toBe(0);
  });

  it("count a character of two units as one, and the last of one unit as one", () => {
    expect(codePointLength("\u{10000}a", 0, 3)).toBe(2);
    expect(codePointLength("\uffffa", 0, 2)).toBe(2);
  });

  it("are clamped to the end of the text", () => {
    expect(offsetOfCodePoint("a😀", 5)).toBe(3);
  });

  it.each([
    ["\u007f", 1],
    ["\u0080", 2],
    ["\u07ff", 2],
    ["\u0800", 3],
    ["\uffff", 3],
    ["\u{10000}", 4],
    ["\ud800", 3],
  ])("count %j as %d bytes", (character, bytes) => {
    expect(utf8Length(character, 0, character.length)).toBe(bytes);
  });
});

describe("trimmedSpan", () => {
  it.each([
    ["spaces", "  a b \n"],
    ["TAB, vertical tab, form feed", "\t\v\fa b\r\n"],
    ["what Unicode calls white space", "\u0085\u00a0\u1680\u2000\u2028a b\u200a\u2029\u202f\u205f\u3000"],
    ["nothing", "a b"],
  ])("trims %s at both ends", (_, whole) => {
    const { start, end } = trimmedSpan(whole);
    expect(whole.slice(start, end)).toBe("a b");
  });

  it.each(["\ufeff", "\u200b", "\u001c", "!", "é"])(
    "does not trim %j, which is not white space",
    (character) => {
      const whole = `${character}a b${character}`;
      expect(trimmedSpan(whole)).toEqual({ start: 0, end: 5 });
    },
  );

  it("is the start of a text of white space only", () => {
    expect(trimmedSpan(" \n ")).toEqual({ start: 0, end: 0 });
    expect(trimmedSpan("")).toEqual({ start: 0, end: 0 });
  });
});
