import { ParseError } from "../../../../provider/filter/diagnostics/parse-error";
import { findFurtherErrors } from "../../../../provider/filter/diagnostics/further-errors";
import { parseLogical } from "../../../../provider/filter/parse/parse-logical";
import { ParseState } from "../../../../provider/filter/parse/parse-state";
import { parseValue } from "../../../../provider/filter/parse/parse-value";

/** An error that is not a ParseError. */
const bug = new TypeError("a bug");
const throwBug = (): never => {
  throw bug;
};

describe("an unexpected error", () => {
  it("is not treated as a failed attempt", () => {
    const state = new ParseState("ssl", { start: 0, end: 3 }, { parseExpression: parseLogical, parseValue });
    expect(() => state.attempt(throwBug)).toThrow(bug);
    expect(state.attempt(() => parseValue(state))).toMatchObject({ source: { name: "ssl" } });
  });

  it("is not treated as a further error", () => {
    const parsed = () => findFurtherErrors("sssl or ssl", firstFault(), throwBug);
    expect(parsed).toThrow(bug);
  });
});

describe("a parser that fails", () => {
  it("resets the reader", () => {
    const state = new ParseState(
      "http.hots",
      { start: 0, end: 9 },
      { parseExpression: parseLogical, parseValue },
    );
    expect(state.attempt(() => parseValue(state))).toBeUndefined();
    expect(state.reader.position).toBe(0);
  });
});

function firstFault(): ParseError {
  const state = new ParseState(
    "sssl or ssl",
    { start: 0, end: 11 },
    { parseExpression: parseLogical, parseValue },
  );
  try {
    parseLogical(state);
  } catch (problem) {
    if (problem instanceof ParseError) return problem;
  }
  throw new Error("sssl is a field");
}
