import { ParseError } from "../../../../provider/filter/parse/causes/cause";
import { findFurtherErrors } from "../../../../provider/filter/diagnostics/further-errors";
import { Parser } from "../../../../provider/filter/parse/parser";

/** An error that is not a ParseError. */
const bug = new TypeError("a bug");
const throwBug = (): never => {
  throw bug;
};

describe("an unexpected error", () => {
  it("is not treated as a failed attempt", () => {
    const parser = new Parser("ssl", { start: 0, end: 3 });
    expect(() => parser.attempt(throwBug)).toThrow(bug);
    expect(parser.attempt(() => parser.parseValue())).toMatchObject({ source: { name: "ssl" } });
  });

  it("is not treated as a further error", () => {
    const first = firstFault();
    const parse = jest.spyOn(Parser.prototype, "parseFilter").mockImplementation(throwBug);
    try {
      expect(() => findFurtherErrors("sssl or ssl", first, {})).toThrow(bug);
    } finally {
      parse.mockRestore();
    }
  });
});

describe("a parser that fails", () => {
  it("resets the lexer", () => {
    const parser = new Parser("http.hots", { start: 0, end: 9 });
    expect(parser.attempt(() => parser.parseValue())).toBeUndefined();
    expect(parser.lexer.position).toBe(0);
  });
});

function firstFault(): ParseError {
  const parser = new Parser("sssl or ssl", { start: 0, end: 11 });
  try {
    parser.parseFilter();
  } catch (problem) {
    if (problem instanceof ParseError) return problem;
  }
  throw new Error("sssl is a field");
}
