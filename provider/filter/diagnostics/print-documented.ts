import type { Diagnostic } from "./diagnostic";
import { codePointLength, lineStartOf, offsetOfCodePoint } from "../parse/source";

/**
 * The text that the validation endpoint is documented with: the expression in backticks, and carets under the
 * fault, one place further right because of the backtick. They count characters. Ends in a line end.
 */
export function printDocumented(expression: string, { start, length, cause }: Diagnostic): string {
  const from = offsetOfCodePoint(expression, start);
  const lineStart = lineStartOf(expression, from);
  const backtick = lineStart === 0 ? 1 : 0;
  const padding = " ".repeat(codePointLength(expression, lineStart, from) + backtick);
  return `Filter parsing error:\n\`${expression}\`\n${padding}${"^".repeat(Math.max(1, length))} ${cause}\n`;
}
