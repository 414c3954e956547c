import type { Diagnostic } from "./diagnostic";
import { displayWidth, graphemesOf, showControls } from "./display-width";
import { codePointLength, lineEndOf, lineOf, lineStartOf, offsetOfCodePoint } from "../parse/source";

/** Columns of a terminal that a line takes at most: the marked part, what stands before it, and all. */
const MARKED = 40;
const BEFORE = 40;
const LINE = 96;
const ELLIPSIS = "…";
const INDENT = "  ";
/** More is never shown: a line of a hostile text can be very long. */
const MAX_UNITS = 400;

/** See `printForPeople` of on-demand. */
export function printForPeople(expression: string, diagnostics: readonly Diagnostic[]): string {
  const [first] = diagnostics;
  if (first === undefined) return "The filter expression is valid.";
  if (diagnostics.length === 1) {
    return [
      `The filter expression is not valid: ${summary(expression, first)}.`,
      ...picture(expression, first),
    ].join("\n");
  }
  const pictures = diagnostics.flatMap((diagnostic) => [
    `${INDENT}${capitalised(summary(expression, diagnostic))}.`,
    ...picture(expression, diagnostic),
  ]);
  return [`The filter expression has ${diagnostics.length} faults.`, ...pictures].join("\n");
}

function summary(expression: string, { cause, plain, word }: Diagnostic): string {
  // The first line says it; a regular expression's cause goes on with a picture of its own.
  const [sentence = "", ...rest] = cause.split("\n");
  const detail = rest.at(-1)?.slice("error: ".length);
  const text = detail === undefined ? (plain ?? sentence) : `regular expression: ${detail}`;
  const from = offsetOfCodePoint(expression, word.start);
  const column = codePointLength(expression, lineStartOf(expression, from), from) + 1;
  return `${showControls(text)} (line ${lineOf(expression, from)}, column ${column})`;
}

/** The line, the marker, and the advice. */
function picture(expression: string, diagnostic: Diagnostic): string[] {
  const { before, marked, behind } = pieces(expression, diagnostic);
  const padding = " ".repeat(displayWidth(before));
  const marker = "^".repeat(Math.max(1, displayWidth(marked)));
  return [`${INDENT}${before}${marked}${behind}`, `${INDENT}${padding}${marker}`, ...advice(diagnostic)];
}

function advice({ expected, found, suggestion, hint }: Diagnostic): string[] {
  const lines = [`${INDENT}Expected ${showControls(expected)}; found ${showControls(found)}.`];
  if (suggestion !== undefined) lines.push(`${INDENT}Did you mean ${showControls(suggestion)}?`);
  if (hint !== undefined) lines.push(INDENT + showControls(hint));
  return lines;
}

/** The line around the place, cut to what fits the eye. */
function pieces(expression: string, { word }: Diagnostic): Record<"before" | "marked" | "behind", string> {
  const from = offsetOfCodePoint(expression, word.start);
  const to = from + offsetOfCodePoint(expression.slice(from), word.length);
  const head = expression.slice(lineStartOf(expression, from), from);
  const tail = expression.slice(to, lineEndOf(expression, from));
  const marked = keepStart(expression.slice(from, to), MARKED);
  const beside = LINE - displayWidth(marked);
  // What stands behind leaves to what stands before all that it does not need.
  const before = keepEnd(head, Math.max(BEFORE, beside - displayWidth(keepStart(tail, LINE))));
  const left = beside - displayWidth(before);
  return { before, marked, behind: marked.endsWith(ELLIPSIS) ? "" : keepStart(tail, left) };
}

/** As much of the beginning of a text as fits, as it is shown. */
function keepStart(text: string, columns: number): string {
  const graphemes = graphemesOf(text.slice(0, MAX_UNITS));
  return fitting(graphemes, columns, (shown, next) => shown + next);
}

function keepEnd(text: string, columns: number): string {
  const graphemes = graphemesOf(text.slice(-MAX_UNITS)).reverse();
  return fitting(graphemes, columns, (shown, next) => next + shown);
}

function fitting(
  graphemes: readonly string[],
  columns: number,
  join: (shown: string, next: string) => string,
): string {
  let shown = "";
  let width = 0;
  for (const grapheme of graphemes) {
    const sign = showControls(grapheme);
    width += displayWidth(sign);
    if (width > columns) return join(shown, ELLIPSIS);
    shown = join(shown, sign);
  }
  return shown;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
