import type { BracketClass, ClassItem, ClassOperation, ClassSet, RegexChar } from "../parse/ast";
import {
  difference,
  intersection,
  type Ranges,
  rangesOf,
  symmetricDifference,
  union,
} from "../unicode/ranges";
import { RegexSyntaxError } from "../parse/regex-error";
import {
  asciiClassRanges,
  classMax,
  fold,
  foldAndNegate,
  perlRanges,
  type TranslateFlags,
  unicodeClassRanges,
} from "./translate-named";

const MAX_ASCII = 0x7f;
const MAX_BYTE = 0xff;

/** Returns the members of `[...]`: bytes, or code points if Unicode is on. */
export function translateBracket({ set, negated }: BracketClass, flags: TranslateFlags): Ranges {
  return foldAndNegate(translateSet(set, flags), negated, flags);
}

function translateSet(set: ClassSet, flags: TranslateFlags): Ranges {
  return set.kind === "operation" ? translateOperation(set, flags) : translateItem(set, flags);
}

/** Case folding comes before the set operation. */
function translateOperation({ operator, left, right }: ClassOperation, flags: TranslateFlags): Ranges {
  const a = fold(translateSet(left, flags), flags);
  const b = fold(translateSet(right, flags), flags);
  if (operator === "&&") return intersection(a, b);
  return operator === "--" ? difference(a, b, classMax(flags)) : symmetricDifference(a, b, classMax(flags));
}

function translateItem(item: ClassItem, flags: TranslateFlags): Ranges {
  switch (item.kind) {
    case "empty":
      return [];
    case "char": {
      const member = memberOf(item, flags);
      return [[member, member]];
    }
    case "range":
      return [[memberOf(item.first, flags), memberOf(item.last, flags)]];
    case "ascii":
      return asciiClassRanges(item.name, item.negated, flags);
    case "perl":
      return perlRanges(item, flags);
    case "unicode":
      return unicodeClassRanges(item, flags);
    case "bracket":
      return translateBracket(item, flags);
    case "union": {
      const simple: (readonly [number, number])[] = [];
      let joined: Ranges = [];
      for (const child of item.items) {
        if (child.kind === "char" || child.kind === "range") simple.push(...translateItem(child, flags));
        else joined = union(joined, translateItem(child, flags));
      }
      return union(rangesOf(simple), joined);
    }
  }
}

/** Returns a character as a member of a class. A class of bytes allows only ASCII and `\xNN`. */
function memberOf({ codePoint, byte, span }: RegexChar, { u }: TranslateFlags): number {
  if (u || codePoint <= MAX_ASCII || (byte && codePoint <= MAX_BYTE)) return codePoint;
  throw new RegexSyntaxError("Unicode not allowed here", span);
}
