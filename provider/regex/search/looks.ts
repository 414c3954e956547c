import type { Look, WordLook } from "../compile/hir";
import { contains, type Ranges } from "../unicode/ranges";
import { unicodeWordRanges } from "../compile/translate-named";

/** What stands where there is no byte: before the first one, and behind the last one. */
export const OUTSIDE = 256;

const LF = 0x0a;
const CR = 0x0d;
const NOT_UTF8 = -1;
let wordRanges: Ranges | undefined;

/** Whether a look-around holds between two bytes. Those that look at characters are not asked here. */
export function holdsBetween(look: Look, before: number, behind: number): boolean {
  switch (look) {
    case "textStart":
      return before === OUTSIDE;
    case "textEnd":
      return behind === OUTSIDE;
    case "lineStart":
      return before === OUTSIDE || before === LF;
    case "lineEnd":
      return behind === OUTSIDE || behind === LF;
    case "crlfLineStart":
      return before === OUTSIDE || before === LF || (before === CR && behind !== LF);
    case "crlfLineEnd":
      return behind === OUTSIDE || behind === CR || (behind === LF && before !== CR);
    default:
      return isWordLook(look) && holdsBetweenWords(look, isWordByte(before), isWordByte(behind));
  }
}

/** The same at a place of a text, for look-arounds that need the characters around it. */
export function holdsAt(look: Look, bytes: Uint8Array, at: number): boolean {
  if (!look.startsWith("unicode-")) {
    return holdsBetween(look, bytes[at - 1] ?? OUTSIDE, bytes[at] ?? OUTSIDE);
  }
  const before = at === 0 ? undefined : characterBefore(bytes, at);
  const behind = at === bytes.length ? undefined : characterAt(bytes, at);
  const word = look.slice("unicode-".length);
  if (!isWordLook(word)) return false;
  // What is said of not being a word cannot be said next to bytes that are no character.
  const asksBefore = word === "notWordBoundary" || word === "wordStartHalf";
  const asksBehind = word === "notWordBoundary" || word === "wordEndHalf";
  if ((asksBefore && before === NOT_UTF8) || (asksBehind && behind === NOT_UTF8)) return false;
  return holdsBetweenWords(word, isWordCharacter(before), isWordCharacter(behind));
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

function holdsBetweenWords(look: WordLook, before: boolean, behind: boolean): boolean {
  switch (look) {
    case "wordBoundary":
      return before !== behind;
    case "notWordBoundary":
      return before === behind;
    case "wordStart":
      return !before && behind;
    case "wordEnd":
      return before && !behind;
    case "wordStartHalf":
      return !before;
    case "wordEndHalf":
      return !behind;
  }
}

function isWordCharacter(codePoint: number | undefined): boolean {
  if (codePoint === undefined || codePoint === NOT_UTF8) return false;
  wordRanges ??= unicodeWordRanges();
  return contains(wordRanges, codePoint);
}

/** As in Rust's library: continuation bytes that belong to no character do not hide the one before them. */
function characterBefore(bytes: Uint8Array, at: number): number {
  let start = at - 1;
  while (start > 0 && at - start < 4 && isContinuation(bytes[start])) start -= 1;
  const codePoint = characterAt(bytes, start);
  return codePoint !== NOT_UTF8 && utf8Size(codePoint) <= at - start ? codePoint : NOT_UTF8;
}

/** The character that begins at a place, or -1 where none is encoded there. */
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
