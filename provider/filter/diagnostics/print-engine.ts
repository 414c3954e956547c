import type { Diagnostic } from "./diagnostic";
import { lineEndOf, lineStartOf, offsetOfCodePoint, utf8Length } from "../parse/source";

/**
 * Formats a diagnostic as the reference implementation does: position, line, carets and cause. The number of carets is in
 * bytes. The text ends in a line end.
 */
export function printEngine(expression: string, { line, column, start, length, cause }: Diagnostic): string {
  const from = offsetOfCodePoint(expression, start);
  const to = offsetOfCodePoint(expression, start + length);
  const text = expression.slice(lineStartOf(expression, from), lineEndOf(expression, from));
  const carets = "^".repeat(Math.max(1, utf8Length(expression, from, to)));
  return `Filter parsing error (${line}:${column}):\n${text}\n${" ".repeat(column - 1)}${carets} ${cause}\n`;
}
