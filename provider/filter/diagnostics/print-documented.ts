import type { Diagnostic } from "./diagnostic";
import { codePointLength, lineStartOf, offsetOfCodePoint } from "../parse/source";

/** See `printDocumented` of `filter/index.ts`. */
export function printDocumented(expression: string, { start, length, cause }: Diagnostic): string {
  const from = offsetOfCodePoint(expression, start);
  const lineStart = lineStartOf(expression, from);
  const backtick = lineStart === 0 ? 1 : 0;
  const padding = " ".repeat(codePointLength(expression, lineStart, from) + backtick);
  return `Filter parsing error:\n\`${expression}\`\n${padding}${"^".repeat(Math.max(1, length))} ${cause}\n`;
}
