import type { Span } from "../ast";
import { codePointLength, lineStartOf } from "../source";
import type { RegexFault } from "./regex-fault";

const DIVIDER = "~".repeat(79);

/** The text that Rust's regex library makes of a fault: the pattern, a line of carets, and the problem. */
export function printRegexFault(pattern: string, fault: RegexFault): string {
  const spans = fault.original === undefined ? [fault.span] : [fault.original, fault.span];
  spans.sort((a, b) => a.start - b.start || a.end - b.end);
  if (!pattern.includes("\n")) {
    return `regex parse error:\n${notate(pattern, spans, 0)}error: ${fault.problem}`;
  }
  const multiLine = spans.filter((span) => lineOf(pattern, span.start) !== lineOf(pattern, span.end));
  const notes = multiLine.map((span) => `${describe(pattern, span)}\n`).join("");
  const oneLine = spans.filter((span) => !multiLine.includes(span));
  const width = String(pattern.split("\n").length).length;
  return `regex parse error:\n${DIVIDER}\n${notate(pattern, oneLine, width)}${DIVIDER}\n${notes}error: ${fault.problem}`;
}

/** The lines of the pattern, each followed by carets where a span stands on it. */
function notate(pattern: string, spans: readonly Span[], numberWidth: number): string {
  const lines = pattern.split("\n");
  // A line end at the very end begins no line that is shown, unless carets stand there.
  if (lines.at(-1) === "" && lines.length > 1) lines.pop();
  const prefixed = lines.map((line, index) => {
    const prefix = numberWidth === 0 ? "    " : `${String(index + 1).padStart(numberWidth)}: `;
    const carets = caretsOf(pattern, spans, index);
    return `${prefix}${line}\n${carets === "" ? "" : `${" ".repeat(prefix.length)}${carets}\n`}`;
  });
  return prefixed.length === 1 && pattern === ""
    ? `    \n    ${caretsOf(pattern, spans, 0)}\n`
    : prefixed.join("");
}

function caretsOf(pattern: string, spans: readonly Span[], line: number): string {
  let carets = "";
  for (const span of spans) {
    if (lineOf(pattern, span.start) !== line) continue;
    const length = Math.max(1, codePointLength(pattern, span.start, span.end));
    carets = carets.padEnd(columnOf(pattern, span.start)) + "^".repeat(length);
  }
  return carets;
}

function describe(pattern: string, { start, end }: Span): string {
  const [from, to] = [start, end].map((offset) => [
    lineOf(pattern, offset) + 1,
    columnOf(pattern, offset) + 1,
  ]);
  return `on line ${from?.[0] ?? 0} (column ${from?.[1] ?? 0}) through line ${to?.[0] ?? 0} (column ${(to?.[1] ?? 0) - 1})`;
}

function lineOf(pattern: string, offset: number): number {
  let line = 0;
  for (let at = pattern.indexOf("\n"); at !== -1 && at < offset; at = pattern.indexOf("\n", at + 1))
    line += 1;
  return line;
}

function columnOf(pattern: string, offset: number): number {
  return codePointLength(pattern, lineStartOf(pattern, offset), offset);
}
