import { ParseError } from "../../../../provider/filter/parse/causes/cause";
import { DECIMAL_DIGITS, Lexer, Tokens } from "../../../../provider/filter/parse/lexer";
import { readString } from "../../../../provider/filter/parse/literals";

const TOKENS = new Tokens([
  ["in", "membership"],
  ["i", "letter"],
  ["==", "equality"],
]);

/** A lexer for the span "12 ab" within a longer text. */
function inner(): Lexer {
  return new Lexer("..12 ab77", { start: 2, end: 7 });
}

describe("Lexer, within a span of a text", () => {
  it("reads nothing past the end of the span", () => {
    const lexer = inner();
    lexer.position = 5;
    expect([lexer.peek(), lexer.code(), lexer.code(1), lexer.code(2)]).toEqual(["a", 0x61, 0x62, 0]);
    expect([lexer.startsWith("ab"), lexer.startsWith("ab7")]).toEqual([true, false]);
    expect(lexer.accept("ab7")).toBe(false);
    expect(lexer.accept("ab")).toBe(true);
    expect([lexer.position, lexer.atEnd, lexer.peek(), lexer.code()]).toEqual([7, true, "", 0]);
    expect(lexer.endOfRun(DECIMAL_DIGITS)).toBe(7);
  });

  it("skips spaces and line ends, but not TAB", () => {
    const lexer = new Lexer(" \n\r \tx   ", { start: 0, end: 7 });
    lexer.skipSpace();
    expect(lexer.position).toBe(4);
    lexer.position = 6;
    lexer.skipSpace();
    expect(lexer.position).toBe(7);
  });

  it("consumes a run, and fails if there is none", () => {
    const lexer = inner();
    lexer.expectRun("digit", DECIMAL_DIGITS);
    expect(lexer.position).toBe(4);
    expect(faultOf(() => lexer.expectRun("digit", DECIMAL_DIGITS))).toEqual({
      text: "expected digit",
      span: { start: 4, end: 7 },
    });
    expect(lexer.position).toBe(4);
  });

  it("reads code points, so that an emoji is one", () => {
    const lexer = new Lexer("a😀b", { start: 0, end: 4 });
    expect(lexer.take(2)).toBe("a😀");
    expect(lexer.take(1)).toBe("b");
    lexer.position = 1;
    expect(faultOf(() => lexer.take(3))).toEqual({
      text: "expected 3 characters, but found 2",
      span: { start: 1, end: 4 },
    });
  });

  it("does not find the end of a raw string after the end of the span", () => {
    expect(faultOf(() => readString(new Lexer('r#"a"#', { start: 0, end: 5 })))).toEqual({
      text: "could not find an ending quote",
      span: { start: 1, end: 5 },
    });
    expect(readString(new Lexer('r#"a"#', { start: 0, end: 6 })).bytes).toEqual(Uint8Array.of(0x61));
  });

  it("rejects another token than the expected one", () => {
    const lexer = inner();
    lexer.expect("12");
    expect(faultOf(() => lexer.expect(")"))).toEqual({
      text: 'expected literal ")"',
      span: { start: 4, end: 7 },
    });
  });
});

describe("Tokens", () => {
  it("consumes the first token of the list that matches", () => {
    expect(accept("inside")).toEqual(["membership", 2]);
    expect(accept("is")).toEqual(["letter", 1]);
    expect(accept("== 1")).toEqual(["equality", 2]);
  });

  it.each(["", "=", "= =", "\0", "é", "\ud800", "日本"])(
    "reads nothing from %j, which begins with none of the tokens",
    (text) => {
      expect(accept(text)).toEqual([undefined, 0]);
    },
  );

  it("does not match a token that continues past the end", () => {
    expect(accept("in", 1)).toEqual(["letter", 1]);
    expect(accept("==", 1)).toEqual([undefined, 0]);
  });
});

function accept(text: string, end = text.length): [meaning: string | undefined, position: number] {
  const lexer = new Lexer(text, { start: 0, end });
  return [TOKENS.accept(lexer), lexer.position];
}

function faultOf(read: () => unknown): unknown {
  try {
    read();
  } catch (problem) {
    if (problem instanceof ParseError) return { text: problem.reason.text, span: problem.span };
    throw problem;
  }
  return undefined;
}
