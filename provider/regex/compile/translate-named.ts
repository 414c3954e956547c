import type { AsciiClass, FlagName, PerlClass, UnicodeClass } from "../parse/ast";
import { foldAscii, foldUnicode } from "../unicode/case-folding";
import { negate, type Ranges } from "../unicode/ranges";
import { RegexSyntaxError } from "../parse/regex-error";
import { MAX_CODE_POINT, resolveUnicodeQuery, unicodeRanges } from "../unicode/unicode-class";

export const NO_FLAGS: TranslateFlags = { i: false, m: false, s: false, U: false, u: false, R: false };
const MAX_BYTE = 0xff;
const DIGIT: Ranges = [[0x30, 0x39]];
const UPPER: Ranges = [[0x41, 0x5a]];
const LOWER: Ranges = [[0x61, 0x7a]];
const SPACE: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
];
const WORD: Ranges = [...DIGIT, ...UPPER, [0x5f, 0x5f], ...LOWER];
const ASCII_CLASSES: Readonly<Record<AsciiClass, Ranges>> = {
  alnum: [...DIGIT, ...UPPER, ...LOWER],
  alpha: [...UPPER, ...LOWER],
  ascii: [[0x00, 0x7f]],
  blank: [
    [0x09, 0x09],
    [0x20, 0x20],
  ],
  cntrl: [
    [0x00, 0x1f],
    [0x7f, 0x7f],
  ],
  digit: DIGIT,
  graph: [[0x21, 0x7e]],
  lower: LOWER,
  print: [[0x20, 0x7e]],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  space: SPACE,
  upper: UPPER,
  word: WORD,
  xdigit: [...DIGIT, [0x41, 0x46], [0x61, 0x66]],
};
const PERL_ASCII: Readonly<Record<PerlClass["name"], Ranges>> = { d: DIGIT, s: SPACE, w: WORD };
const PERL_UNICODE: Readonly<Record<PerlClass["name"], readonly string[]>> = {
  d: ["Nd"],
  s: ["White_Space"],
  w: ["Alphabetic", "M", "Nd", "Pc", "Join_Control"],
};

export type TranslateFlags = Readonly<Record<Exclude<FlagName, "x">, boolean>>;

/** Returns the maximum member of a class of bytes or code points. */
export function classMax({ u }: TranslateFlags): number {
  return u ? MAX_CODE_POINT : MAX_BYTE;
}

export function fold(ranges: Ranges, { i, u }: TranslateFlags): Ranges {
  if (!i) return ranges;
  return u ? foldUnicode(ranges) : foldAscii(ranges);
}

export function foldAndNegate(ranges: Ranges, negated: boolean, flags: TranslateFlags): Ranges {
  const folded = fold(ranges, flags);
  return negated ? negate(folded, classMax(flags)) : folded;
}

/** Returns `\d`, `\s` or `\w`. They need no case folding. */
export function perlRanges({ name, negated }: PerlClass, flags: TranslateFlags): Ranges {
  const ranges = flags.u ? unicodeRanges(...PERL_UNICODE[name]) : PERL_ASCII[name];
  return negated ? negate(ranges, classMax(flags)) : ranges;
}

export function asciiClassRanges(name: AsciiClass, negated: boolean, flags: TranslateFlags): Ranges {
  return foldAndNegate(ASCII_CLASSES[name], negated, flags);
}

/** Returns the Unicode word characters, for `\b`. */
export function unicodeWordRanges(): Ranges {
  return unicodeRanges(...PERL_UNICODE.w);
}

/** Returns `\p{...}`. */
export function unicodeClassRanges({ query, negated, span }: UnicodeClass, flags: TranslateFlags): Ranges {
  if (!flags.u) throw new RegexSyntaxError("Unicode not allowed here", span);
  const resolved = resolveUnicodeQuery(query);
  if (typeof resolved === "string") throw new RegexSyntaxError(resolved, span);
  return foldAndNegate(resolved, negated, flags);
}
