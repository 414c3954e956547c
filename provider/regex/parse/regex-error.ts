import type { PatternSpan } from "./ast";

/** A syntax error in a pattern. `checkRegex` turns it into a `RegexProblem`. */
export class RegexSyntaxError extends Error {
  override readonly name = "RegexSyntaxError";

  constructor(
    /** The message of the `regex` crate. */
    readonly problem: string,
    readonly span: PatternSpan,
    /** For duplicates, the span of the first one. */
    readonly original?: PatternSpan,
  ) {
    super(problem);
  }
}

/** A pattern that exceeds the size limit whatever follows. */
export class RegexSizeError extends Error {
  override readonly name = "RegexSizeError";
}

const DIVIDER = "~".repeat(79);

interface Position {
  /** From 0. */
  readonly line: number;
  /** From 0, in code points. */
  readonly column: number;
}

interface LocatedSpan {
  readonly start: Position;
  readonly end: Position;
}

/** Formats an error as the `regex` crate does: the pattern, a line of carets, and the problem. */
export function printRegexError(pattern: string, { problem, span, original }: RegexSyntaxError): string {
  const spans = (original === undefined ? [span] : [original, span])
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((each) => locate(pattern, each));
  const lines = pattern.split("\n");
  if (lines.length === 1) return `regex parse error:\n${notate(lines, spans, 0)}error: ${problem}`;
  const width = String(lines.length).length;
  const oneLine = spans.filter(({ start, end }) => start.line === end.line);
  const notes = spans.filter((each) => !oneLine.includes(each)).map((each) => `${describe(each)}\n`);
  // A line end at the end of the pattern does not start a line.
  if (lines.at(-1) === "") lines.pop();
  const frame = `${DIVIDER}\n${notate(lines, oneLine, width)}${DIVIDER}\n`;
  return `regex parse error:\n${frame}${notes.join("")}error: ${problem}`;
}

/** Returns the lines of the pattern, each followed by carets if a span starts on it. */
function notate(lines: readonly string[], spans: readonly LocatedSpan[], numberWidth: number): string {
  return lines
    .map((line, index) => {
      const prefix = numberWidth === 0 ? "    " : `${String(index + 1).padStart(numberWidth)}: `;
      const carets = caretsOn(index, spans);
      return `${prefix}${line}\n${carets === "" ? "" : `${" ".repeat(prefix.length)}${carets}\n`}`;
    })
    .join("");
}

function caretsOn(line: number, spans: readonly LocatedSpan[]): string {
  let carets = "";
  for (const { start, end } of spans) {
    if (start.line !== line) continue;
    carets = carets.padEnd(start.column) + "^".repeat(Math.max(1, end.column - start.column));
  }
  return carets;
}

function describe({ start, end }: LocatedSpan): string {
  return `on line ${start.line + 1} (column ${start.column + 1}) through line ${end.line + 1} (column ${end.column})`;
}

function locate(pattern: string, { start, end }: PatternSpan): LocatedSpan {
  return { start: positionOf(pattern, start), end: positionOf(pattern, end) };
}

function positionOf(pattern: string, offset: number): Position {
  let line = 0;
  let lineStart = 0;
  for (let at = pattern.indexOf("\n"); at !== -1 && at < offset; at = pattern.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: Array.from(pattern.slice(lineStart, offset)).length };
}
