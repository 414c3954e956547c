import type { Span } from "../../parse/ast";
import type { Cause, CauseClass } from "../../parse/causes/cause";
import { isNotAnOperand } from "../../parse/causes/syntax-causes";

/** The search limit in UTF-16 units, which bounds the work for very long words. */
const REACH = 120;
const SIGNS = /^[=!<>&|^~]+/;
const QUOTED = /^(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|‘[^’\n]*’|“[^”\n]*”)/;
/** A name, a number or an unquoted value. */
const WORD = /^[^\s(){}[\],"'=<>!&|^~]+/u;
const WORD_BEFORE = /[\w:.$-]*$/;
/** Operators of other languages that start with one of ours. The parser accepts that one and fails after it. */
export const BEGINS_WITH_OPERATOR = /^(?:equals?|gte|includes?|lte|neq|wildcards)$/;
const HIDDEN = /^(?:[^\S \r\n]|\p{Cf})/u;
/** Classes whose reported span is not what people would underline: it runs to the end, or covers part of a word. */
const OPEN_SPANS: ReadonlySet<CauseClass> = new Set<CauseClass>([
  "CountMismatch",
  "EOF",
  "ExpectedLiteral",
  "ExpectedName",
  "InvalidArgumentsCount",
  "InvalidListName",
  "NestingLimitExceeded",
  "ParseInt",
]);
/** Errors that the parser finds in the middle of a word. */
const WITHIN_WORD = /^expected (?:byte separator|" or #|\d characters)|^unrecognised/;

/** Returns the word, operator or quoted text to underline. The span is empty if something is missing. */
export function wordSpan(expression: string, cause: Cause, span: Span): Span {
  const { causeClass, text } = cause;
  const before = expression.slice(Math.max(0, span.start - REACH), span.start);
  const isOpen = OPEN_SPANS.has(causeClass) || isNotAnOperand(cause);
  if (!isOpen || isEscape(before)) return span;
  const withinWord = WITHIN_WORD.test(text) ? (WORD_BEFORE.exec(before)?.[0] ?? "") : "";
  const endsHere = !WORD.test(expression.charAt(span.start));
  if (endsHere && withinWord !== "" && causeClass !== "EOF") return around(span.start, withinWord, "");
  const start = skipSpace(expression, span.start);
  if (start >= expression.length || start - span.start > REACH) return { start: span.start, end: span.start };
  if (causeClass === "NestingLimitExceeded") return { start, end: start + 1 };
  const rest = expression.slice(start, start + REACH);
  if (HIDDEN.test(rest)) return { start, end: start + 1 };
  const signs = SIGNS.exec(rest)?.[0];
  if (signs !== undefined) return around(start, signsBefore(before), signs);
  const quoted = QUOTED.exec(rest)?.[0];
  if (quoted !== undefined) return around(start, "", quoted);
  const word = WORD.exec(rest)?.[0];
  if (word === undefined) return around(start, "", rest.charAt(0));
  const glued = start > span.start ? "" : (/\w*$/.exec(before)?.[0] ?? "");
  if (BEGINS_WITH_OPERATOR.test(glued + word)) return around(start, glued, word);
  return around(start, start > span.start ? "" : withinWord, word);
}

function signsBefore(text: string): string {
  return /[=!<>&|^~]*$/.exec(text)?.[0] ?? "";
}

/** Returns the character at an offset if it is invisible and not a space of the grammar. */
export function hiddenCharacterAt(expression: string, at: number): string | undefined {
  const character = expression.charAt(at);
  return HIDDEN.test(character) ? character : undefined;
}

/** Tells whether the error is a missing digit of `\xHH` or `\OOO` in a string. */
function isEscape(before: string): boolean {
  return before.endsWith("\\") || before.endsWith("\\x");
}

function skipSpace(expression: string, from: number): number {
  let at = from;
  while (/[ \r\n]/.test(expression.charAt(at)) && at - from <= REACH) at += 1;
  return at;
}

function around(start: number, before: string, after: string): Span {
  return { start: start - before.length, end: start + after.length };
}
