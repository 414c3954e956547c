import {
  codePointLength,
  lineEndOf,
  lineOf,
  lineStartOf,
  locate,
  offsetOfCodePoint,
  utf8Length,
} from "../parse/source";
import type { Span } from "../parse/ast";
import { KINDS } from "../parse/causes/cause";
import type { Diagnostic, ExpressionKind } from "./diagnostic";
import { displayWidth, graphemesOf, showControls } from "./display-width";

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

/** Limits in terminal columns: the underlined part, the text before it, and the whole line. */
const MARKED = 40;
const BEFORE = 40;
const LINE = 96;
const ELLIPSIS = "…";
const INDENT = "  ";
/** Bounds the work for very long lines. */
const MAX_UNITS = 400;

/**
 * Formats diagnostics for people: a summary, then for each diagnostic a code frame with a note and help. The text does not
 * end in a line end, and its first line may follow a prefix.
 */
export function printForPeople(
  expression: string,
  diagnostics: readonly Diagnostic[],
  what: ExpressionKind = "filter expression",
): string {
  const [first] = diagnostics;
  if (first === undefined) return `The ${what} is valid.`;
  if (diagnostics.length === 1) {
    return [`The ${what} is not valid: ${summary(expression, first)}.`, ...codeFrame(expression, first)].join(
      "\n",
    );
  }
  const frames = diagnostics.flatMap((diagnostic) => [
    `${INDENT}${capitalised(summary(expression, diagnostic))}.`,
    ...codeFrame(expression, diagnostic),
  ]);
  return [`The ${what} has ${diagnostics.length} errors.`, ...frames].join("\n");
}

function summary(expression: string, { cause, plain, word }: Diagnostic): string {
  // For a regular expression, the cause goes on with a code frame of the pattern, and its last line is the problem.
  const [sentence = "", ...rest] = cause.split("\n");
  const detail = rest.at(-1)?.slice("error: ".length);
  const text = detail === undefined ? (plain ?? sentence) : `regular expression: ${detail}`;
  const from = offsetOfCodePoint(expression, word.start);
  const column = codePointLength(expression, lineStartOf(expression, from), from) + 1;
  return `${showControls(text)} (line ${lineOf(expression, from)}, column ${column})`;
}

/** Returns a line of an expression with carets under a part of it, indented. A part of several lines is shown by its first one. */
export function printPart(expression: string, part: Span): string {
  return underlined(expression, locate(expression, part)).join("\n");
}

/** Returns the line, carets under the underlined part, the note and the help. */
function codeFrame(expression: string, diagnostic: Diagnostic): string[] {
  return [...underlined(expression, diagnostic.word), ...notes(diagnostic)];
}

/** @param word in code points of the whole expression */
function underlined(expression: string, word: Diagnostic["word"]): string[] {
  const { before, marked, after } = excerpt(expression, word);
  const padding = " ".repeat(displayWidth(before));
  const carets = "^".repeat(Math.max(1, displayWidth(marked)));
  return [`${INDENT}${before}${marked}${after}`, `${INDENT}${padding}${carets}`];
}

function notes({ expected, found, suggestion, hint }: Diagnostic): string[] {
  const lines = [`${INDENT}Expected ${showControls(expected)}; found ${showControls(found)}.`];
  if (suggestion !== undefined) lines.push(`${INDENT}Did you mean ${showControls(suggestion)}?`);
  if (hint !== undefined) lines.push(INDENT + showControls(hint));
  return lines;
}

/** Cuts the line to the width limits. */
function excerpt(
  expression: string,
  word: Diagnostic["word"],
): Record<"before" | "marked" | "after", string> {
  const from = offsetOfCodePoint(expression, word.start);
  const to = from + offsetOfCodePoint(expression.slice(from), word.length);
  const head = expression.slice(lineStartOf(expression, from), from);
  const tail = expression.slice(to, lineEndOf(expression, from));
  const marked = keepStart(expression.slice(from, to), MARKED);
  const available = LINE - displayWidth(marked);
  // The text before gets the columns that the text after does not need.
  const before = keepEnd(head, Math.max(BEFORE, available - displayWidth(keepStart(tail, LINE))));
  const remaining = available - displayWidth(before);
  return { before, marked, after: marked.endsWith(ELLIPSIS) ? "" : keepStart(tail, remaining) };
}

/** Returns the start of a text, cut to a width, with control characters replaced. */
function keepStart(text: string, columns: number): string {
  const graphemes = graphemesOf(text.slice(0, MAX_UNITS));
  return fitting(graphemes, columns, (shown, next) => shown + next);
}

/** Returns the end of a text, cut to a width, with control characters replaced. */
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
    const visible = showControls(grapheme);
    width += displayWidth(visible);
    if (width > columns) return join(shown, ELLIPSIS);
    shown = join(shown, visible);
  }
  return shown;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats diagnostics of a secret expression: kind and position of each, without any text of the expression. */
export function printPositionOnly(
  diagnostics: readonly Diagnostic[],
  what: ExpressionKind = "filter expression",
): string {
  const kinds = diagnostics.map(
    ({ causeClass, line, column }) => `${KINDS[causeClass]} (line ${line}, byte ${column})`,
  );
  return `The secret ${what} is not valid: ${kinds.join("; ")}.`;
}
