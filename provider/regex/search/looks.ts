import type { LookAround, WordLook } from "../compile/hir";
import { contains, type Ranges } from "../unicode/ranges";
import { unicodeWordRanges } from "../compile/translate-named";

/** Stands for the missing byte before the start and after the end. */
export const OUTSIDE = 256;

const LF = 0x0a;
const CR = 0x0d;
const NOT_UTF8 = -1;
let wordRanges: Ranges | undefined;

/** Tells whether a look holds between two bytes. It does not support `unicode-` looks. */
export function holdsBetween(look: LookAround, before: number, after: number): boolean {
  switch (look) {
    case "textStart":
      return before === OUTSIDE;
    case "textEnd":
      return after === OUTSIDE;
    case "lineStart":
      return before === OUTSIDE || before === LF;
    case "lineEnd":
      return after === OUTSIDE || after === LF;
    case "crlfLineStart":
      return before === OUTSIDE || before === LF || (before === CR && after !== LF);
    case "crlfLineEnd":
      return after === OUTSIDE || after === CR || (after === LF && before !== CR);
    default:
      return isWordLook(look) && holdsBetweenWords(look, isWordByte(before), isWordByte(after));
  }
}

/** Tells whether a look holds at an offset. */
export function holdsAt(look: LookAround, bytes: Uint8Array, at: number): boolean {
  if (!look.startsWith("unicode-")) {
    return holdsBetween(look, bytes[at - 1] ?? OUTSIDE, bytes[at] ?? OUTSIDE);
  }
  const before = at === 0 ? undefined : characterBefore(bytes, at);
  const after = at === bytes.length ? undefined : characterAt(bytes, at);
  const word = look.slice("unicode-".length);
  if (!isWordLook(word)) return false;
  // A look that requires a non-word character fails next to bytes that are not UTF-8.
  const asksBefore = word === "notWordBoundary" || word === "wordStartHalf";
  const asksAfter = word === "notWordBoundary" || word === "wordEndHalf";
  if ((asksBefore && before === NOT_UTF8) || (asksAfter && after === NOT_UTF8)) return false;
  return holdsBetweenWords(word, isWordCharacter(before), isWordCharacter(after));
}

export function isWordByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === 0x5f ||
    (byte >= 0x61 && byte <= 0x7a)
  );
}

function isWordLook(look: string): look is WordLook {
  return look.startsWith("word") || look === "notWordBoundary";
}

function holdsBetweenWords(look: WordLook, before: boolean, after: boolean): boolean {
  switch (look) {
    case "wordBoundary":
      return before !== after;
    case "notWordBoundary":
      return before === after;
    case "wordStart":
      return !before && after;
    case "wordEnd":
      return before && !after;
    case "wordStartHalf":
      return !before;
    case "wordEndHalf":
      return !after;
  }
}

function isWordCharacter(codePoint: number | undefined): boolean {
  if (codePoint === undefined || codePoint === NOT_UTF8) return false;
  wordRanges ??= unicodeWordRanges();
  return contains(wordRanges, codePoint);
}

/** As in the `regex` crate, stray continuation bytes after a character do not hide it. */
function characterBefore(bytes: Uint8Array, at: number): number {
  let start = at - 1;
  while (start > 0 && at - start < 4 && isContinuation(bytes[start])) start -= 1;
  const codePoint = characterAt(bytes, start);
  return codePoint !== NOT_UTF8 && utf8Size(codePoint) <= at - start ? codePoint : NOT_UTF8;
}

/** Returns the code point at an offset, or -1 if the bytes are not UTF-8. */
function characterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0xff;
  if (first < 0x80) return first;
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return NOT_UTF8;
  let codePoint = first & (0x7f >> size);
  for (let index = 1; index < size; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined || !isContinuation(byte)) return NOT_UTF8;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint > 0x10ffff || isSurrogate || utf8Size(codePoint) !== size ? NOT_UTF8 : codePoint;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function utf8Size(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
