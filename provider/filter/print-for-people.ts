import type { Diagnostic } from "./diagnostic";
import { displayWidth, showControls } from "./display-width";
import { codePointLength, lineEndOf, lineStartOf, offsetOfCodePoint } from "./source";

/** How much of a long line is shown before and behind the place, in characters. */
const BEFORE = 50;
const BEHIND = 60;
const ELLIPSIS = "…";
const INDENT = "  ";

/**
 * What is wrong, for the eyes of people: a sentence, then for each fault its line with a marker under the right
 * characters, and what would be right. No line end at the end. The first line may follow a prefix.
 */
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

function summary(expression: string, { cause, plain, line, start }: Diagnostic): string {
  // The first line says it; a regular expression's cause goes on with a picture of its own.
  const [sentence = "", ...rest] = cause.split("\n");
  const detail = rest.findLast((text) => text.startsWith("error: "));
  const text =
    detail === undefined ? (plain ?? sentence) : `regular expression: ${detail.slice("error: ".length)}`;
  const from = offsetOfCodePoint(expression, start);
  const column = codePointLength(expression, lineStartOf(expression, from), from) + 1;
  return `${showControls(text)} (line ${line}, column ${column})`;
}

/** The line, the marker, and the advice. */
function picture(expression: string, diagnostic: Diagnostic): string[] {
  const { before, marked, behind } = pieces(expression, diagnostic);
  const padding = " ".repeat(displayWidth(before));
  const marker = "^".repeat(Math.max(1, displayWidth(marked)));
  return [`${INDENT}${before}${marked}${behind}`, `${INDENT}${padding}${marker}`, ...advice(diagnostic)];
}

function advice({ expected, found, suggestion }: Diagnostic): string[] {
  const lines: string[] = [];
  if (expected !== undefined) {
    lines.push(
      `${INDENT}Expected ${showControls(expected)}${found === undefined ? "" : `; found ${showControls(found)}`}.`,
    );
  }
  if (suggestion !== undefined) lines.push(`${INDENT}Did you mean ${suggestion}?`);
  return lines;
}

/** The line around the place, cut to what fits the eye. */
function pieces(
  expression: string,
  { start, length }: Diagnostic,
): Record<"before" | "marked" | "behind", string> {
  const from = offsetOfCodePoint(expression, start);
  const to = from + offsetOfCodePoint(expression.slice(from), length);
  const head = expression.slice(lineStartOf(expression, from), from);
  const tail = expression.slice(to, lineEndOf(expression, from));
  return {
    before: showControls(keepEnd(head, BEFORE)),
    marked: showControls(keepStart(expression.slice(from, to), BEFORE)),
    behind: showControls(length > BEFORE ? "" : keepStart(tail, BEHIND)),
  };
}

function keepStart(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : characters.slice(0, length).join("") + ELLIPSIS;
}

function keepEnd(text: string, length: number): string {
  const characters = Array.from(text.slice(-2 * length - 2));
  return characters.length <= length ? text : ELLIPSIS + characters.slice(-length).join("");
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
