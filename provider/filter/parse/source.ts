import type { Span } from "./ast";

const LINE_END = "\n";
const SPACE = 0x20;
const LAST_ASCII = 0x7f;
/** Unicode White_Space, which the reference implementation trims. `String.prototype.trim` differs at U+0085 and U+FEFF. */
const WHITE_SPACE = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/;

/** A span in the units of diagnostics. */
interface Location {
  /** From 1; only "\n" ends a line. */
  readonly line: number;
  /** From 1, in UTF-8 bytes of the line. */
  readonly column: number;
  /** From 0, in code points of the whole text. */
  readonly start: number;
  /** In code points. A span ends at the end of its line at the latest. */
  readonly length: number;
}

export function locate(text: string, span: Span): Location {
  const lineStart = lineStartOf(text, span.start);
  const lineEnd = lineEndOf(text, span.start);
  return {
    line: lineOf(text, span.start),
    column: utf8Length(text, lineStart, span.start) + 1,
    start: codePointLength(text, 0, span.start),
    length: codePointLength(text, span.start, Math.max(span.start, Math.min(span.end, lineEnd))),
  };
}

/** Returns the span without white space at both ends. For white space only, it is the empty span at 0. */
export function trimmedSpan(text: string): Span {
  let start = 0;
  let end = text.length;
  while (isWhiteSpace(text, start)) start += 1;
  if (start === end) return { start: 0, end: 0 };
  while (isWhiteSpace(text, end - 1)) end -= 1;
  return { start, end };
}

function isWhiteSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Fast path for ASCII. Past the end the code is NaN, which is not white space.
  return (code <= SPACE || code > LAST_ASCII) && WHITE_SPACE.test(text.charAt(at));
}

/** From 1. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf(LINE_END); at !== -1 && at < offset; at = text.indexOf(LINE_END, at + 1))
    line += 1;
  return line;
}

export function lineStartOf(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf(LINE_END, offset - 1) + 1;
}

export function lineEndOf(text: string, offset: number): number {
  const end = text.indexOf(LINE_END, offset);
  return end === -1 ? text.length : end;
}

/** Returns the JavaScript index of a code point, or the length of the text past the end. */
export function offsetOfCodePoint(text: string, codePoint: number): number {
  let offset = 0;
  for (let seen = 0; seen < codePoint && offset < text.length; seen += 1)
    offset += codePointUnits(text, offset);
  return offset;
}

/** Returns the length in UTF-8 bytes. A lone surrogate has three bytes, like its replacement character. */
export function utf8Length(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let offset = start; offset < end; offset += codePointUnits(text, offset)) {
    bytes += utf8Size(text.codePointAt(offset) ?? 0);
  }
  return bytes;
}

export function codePointLength(text: string, start: number, end: number): number {
  let length = 0;
  for (let offset = start; offset < end; offset += codePointUnits(text, offset)) length += 1;
  return length;
}

/** Returns how many UTF-16 units the code point at an offset takes. */
export function codePointUnits(text: string, offset: number): 1 | 2 {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}

function utf8Size(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
