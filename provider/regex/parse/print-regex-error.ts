import type { PatternSpan } from "./ast";
import type { RegexSyntaxError } from "./regex-error";

const DIVIDER = "~".repeat(79);

interface Place {
  /** From 0. */
  readonly line: number;
  /** From 0, in code points. */
  readonly column: number;
}

interface PlacedSpan {
  readonly start: Place;
  readonly end: Place;
}

/** The text that Rust's regex library makes of a fault: the pattern, a line of carets, and the problem. */
export function printRegexError(pattern: string, { problem, span, original }: RegexSyntaxError): string {
  const spans = (original === undefined ? [span] : [original, span])
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((each) => placed(pattern, each));
  const lines = pattern.split("\n");
  if (lines.length === 1) return `regex parse error:\n${notate(lines, spans, 0)}error: ${problem}`;
  const width = String(lines.length).length;
  const oneLine = spans.filter(({ start, end }) => start.line === end.line);
  const notes = spans.filter((each) => !oneLine.includes(each)).map((each) => `${describe(each)}\n`);
  // A line end at the very end begins no line that is shown.
  if (lines.at(-1) === "") lines.pop();
  const picture = `${DIVIDER}\n${notate(lines, oneLine, width)}${DIVIDER}\n`;
  return `regex parse error:\n${picture}${notes.join("")}error: ${problem}`;
}

/** The lines of the pattern, each followed by carets where a span stands on it. */
function notate(lines: readonly string[], spans: readonly PlacedSpan[], numberWidth: number): string {
  return lines
    .map((line, index) => {
      const prefix = numberWidth === 0 ? "    " : `${String(index + 1).padStart(numberWidth)}: `;
      const carets = caretsOn(index, spans);
      return `${prefix}${line}\n${carets === "" ? "" : `${" ".repeat(prefix.length)}${carets}\n`}`;
    })
    .join("");
}

function caretsOn(line: number, spans: readonly PlacedSpan[]): string {
  let carets = "";
  for (const { start, end } of spans) {
    if (start.line !== line) continue;
    carets = carets.padEnd(start.column) + "^".repeat(Math.max(1, end.column - start.column));
  }
  return carets;
}

function describe({ start, end }: PlacedSpan): string {
  return `on line ${start.line + 1} (column ${start.column + 1}) through line ${end.line + 1} (column ${end.column})`;
}

function placed(pattern: string, { start, end }: PatternSpan): PlacedSpan {
  return { start: placeOf(pattern, start), end: placeOf(pattern, end) };
}

function placeOf(pattern: string, offset: number): Place {
  let line = 0;
  let lineStart = 0;
  for (let at = pattern.indexOf("\n"); at !== -1 && at < offset; at = pattern.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: Array.from(pattern.slice(lineStart, offset)).length };
}
