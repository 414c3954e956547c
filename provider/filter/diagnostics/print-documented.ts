import type { Diagnostic } from "./diagnostic";
import { codePointLength, lineStartOf, offsetOfCodePoint } from "../parse/source";

/**
 * Formats a diagnostic as the documentation of the validation endpoint does: the expression in backticks, then carets whose
 * number is in code points. The text ends in a line end.
 */
export function printDocumented(expression: string, { start, length, cause }: Diagnostic): string {
  const from = offsetOfCodePoint(expression, start);
  const lineStart = lineStartOf(expression, from);
  const backtick = lineStart === 0 ? 1 : 0;
  const padding = " ".repeat(codePointLength(expression, lineStart, from) + backtick);
  return `Filter parsing error:\n\`${expression}\`\n${padding}${"^".repeat(Math.max(1, length))} ${cause}\n`;
}
