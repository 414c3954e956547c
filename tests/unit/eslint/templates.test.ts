import fc from "fast-check";
import { findingsOf, type Found } from "../../../eslint/findings-of";
import { findingsOfTemplate } from "../../../eslint/findings-of-template";
import { validExpression } from "../filter/arbitrary";

/** A text, a raw text, a list, a word or a value; or one character of anything else. */
const TOKEN = /"(?:[^"\\]|\\[^])*"|r(#*)"[^]*?"\1|\$[\w.]+|[\w.:/-]+|[^]/g;

/** Replaces whole words and values of an expression by placeholders. */
function withPlaceholders(expression: string, at: readonly number[]): string[] {
  const tokens = [...expression.matchAll(TOKEN)];
  const words = tokens.filter(([token]) => /^["$\w]/.test(token));
  const replaced = at.map((index) => words[index % words.length]);
  return tokens.reduce(
    (parts, token) =>
      replaced.includes(token) ? [...parts, ""] : parts.with(-1, (parts.at(-1) ?? "") + token[0]),
    [""],
  );
}

describe("findingsOfTemplate", () => {
  it("finds no error that the expression does not have, whatever words become placeholders", () => {
    fc.assert(
      fc.property(validExpression, fc.array(fc.nat(99), { minLength: 1, maxLength: 3 }), (expression, at) => {
        const errorsOf = (found: readonly Found[]) =>
          found.flatMap(({ severity, message }) => (severity === "error" ? [message] : []));
        const errors = errorsOf(findingsOf(expression, {}));
        const found = errorsOf(findingsOfTemplate(withPlaceholders(expression, at), {}));
        expect(found.filter((message) => !errors.includes(message))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
