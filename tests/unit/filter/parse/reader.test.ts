import { DECIMAL_DIGITS } from "../../../../provider/filter/parse/characters";
import { ParseError } from "../../../../provider/filter/diagnostics/parse-error";
import { Reader } from "../../../../provider/filter/parse/reader";
import { readString } from "../../../../provider/filter/parse/read-bytes";

/** A reader for the span "12 ab" within a longer text. */
function inner(): Reader {
  return new Reader("..12 ab77", { start: 2, end: 7 });
}

describe("Reader, within a span of a text", () => {
  it("reads nothing past the end of the span", () => {
    const reader = inner();
    reader.position = 5;
    expect([reader.peek(), reader.code(), reader.code(1), reader.code(2)]).toEqual(["a", 0x61, 0x62, 0]);
    expect([reader.startsWith("ab"), reader.startsWith("ab7")]).toEqual([true, false]);
    expect(reader.accept("ab7")).toBe(false);
    expect(reader.accept("ab")).toBe(true);
    expect([reader.position, reader.atEnd, reader.peek(), reader.code()]).toEqual([7, true, "", 0]);
    expect(reader.endOfRun(DECIMAL_DIGITS)).toBe(7);
  });

  it("skips spaces and line ends, but not TAB", () => {
    const reader = new Reader(" \n\r \tx   ", { start: 0, end: 7 });
    reader.skipSpace();
    expect(reader.position).toBe(4);
    reader.position = 6;
    reader.skipSpace();
    expect(reader.position).toBe(7);
  });

  it("consumes a run, and fails if there is none", () => {
    const reader = inner();
    reader.expectRun("digit", DECIMAL_DIGITS);
    expect(reader.position).toBe(4);
    expect(faultOf(() => reader.expectRun("digit", DECIMAL_DIGITS))).toEqual({
      text: "expected digit",
      span: { start: 4, end: 7 },
    });
    expect(reader.position).toBe(4);
  });

  it("takes code points, so an emoji is one", () => {
    const reader = new Reader("a😀b", { start: 0, end: 4 });
    expect(reader.take(2)).toBe("a😀");
    expect(reader.take(1)).toBe("b");
    reader.position = 1;
    expect(faultOf(() => reader.take(3))).toEqual({
      text: "expected 3 characters, but found 2",
      span: { start: 1, end: 4 },
    });
  });

  it("finds no end of a raw string past the end of the span", () => {
    expect(faultOf(() => readString(new Reader('r#"a"#', { start: 0, end: 5 })))).toEqual({
      text: "could not find an ending quote",
      span: { start: 1, end: 5 },
    });
    expect(readString(new Reader('r#"a"#', { start: 0, end: 6 })).bytes).toEqual(Uint8Array.of(0x61));
  });

  it("rejects another token than the expected one", () => {
    const reader = inner();
    reader.expect("12");
    expect(faultOf(() => reader.expect(")"))).toEqual({
      text: 'expected literal ")"',
      span: { start: 4, end: 7 },
    });
  });
});

function faultOf(read: () => unknown): unknown {
  try {
    read();
  } catch (problem) {
    if (problem instanceof ParseError) return { text: problem.reason.text, span: problem.span };
    throw problem;
  }
  return undefined;
}
