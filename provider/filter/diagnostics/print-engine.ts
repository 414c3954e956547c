import type { Diagnostic } from "./diagnostic";
import { lineEndOf, lineStartOf, offsetOfCodePoint, utf8Length } from "../parse/source";

/** See `printEngine` of `filter/index.ts`. */
export function printEngine(expression: string, { line, column, start, length, cause }: Diagnostic): string {
  const from = offsetOfCodePoint(expression, start);
  const to = offsetOfCodePoint(expression, start + length);
  const text = expression.slice(lineStartOf(expression, from), lineEndOf(expression, from));
  const carets = "^".repeat(Math.max(1, utf8Length(expression, from, to)));
  return `Filter parsing error (${line}:${column}):\n${text}\n${" ".repeat(column - 1)}${carets} ${cause}\n`;
}
