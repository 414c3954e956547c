import type { Assertion, Flags, RegexChar, RegexNode, PatternSpan } from "../parse/ast";
import { type Hir, isZeroWidth, type LookAround, type WordLook } from "./hir";
import { negate, type Ranges } from "../unicode/ranges";
import { RegexSizeError } from "../parse/regex-error";
import { translateBracket } from "./translate-class";
import {
  classMax,
  fold,
  NO_FLAGS,
  perlRanges,
  type TranslateFlags,
  unicodeClassRanges,
} from "./translate-named";

/** The state of a group. A directive such as `(?i)` changes the flags up to the end of its group. */
interface Scope {
  flags: TranslateFlags;
  readonly classes: Classes;
  /** The number of capturing groups so far, in the whole pattern. */
  readonly groups: { count: number };
}

/** A cache of resolved classes by source text and flags. Unicode classes have hundreds of ranges. */
class Classes {
  private readonly known = new Map<string, Ranges>();
  private total = 0;

  constructor(private readonly pattern: string) {}

  /** @throws RegexSizeError if all classes together have more ranges than the size limit allows. */
  resolve(span: PatternSpan, flags: TranslateFlags, rangesOf: () => Ranges): Ranges {
    const { i, s, u, R } = flags;
    const key = `${Number(i)}${Number(s)}${Number(u)}${Number(R)}${this.pattern.slice(span.start, span.end)}`;
    const ranges = this.known.get(key) ?? rangesOf();
    this.known.set(key, ranges);
    this.total += ranges.length;
    if (this.total > MAX_RANGES) throw new RegexSizeError();
    return ranges;
  }
}

const MAX_ASCII = 0x7f;
const MAX_BYTE = 0xff;
const LF = 0x0a;
const CR = 0x0d;
/** Each range needs a transition of at least 8 bytes, and the limit is 10 MiB. */
const MAX_RANGES = 1_310_720;
const EMPTY: Hir = { kind: "empty" };
const WORD_LOOKS: Readonly<Partial<Record<Assertion, WordLook>>> = {
  wordBoundary: "wordBoundary",
  notWordBoundary: "notWordBoundary",
  wordStart: "wordStart",
  wordEnd: "wordEnd",
  wordStartHalf: "wordStartHalf",
  wordEndHalf: "wordEndHalf",
};

/**
 * Resolves flags and classes. Unicode is off by default, so a pattern can match bytes that are not UTF-8. The recursion is
 * bounded, since the parser limits the tree to 250 levels.
 * @throws RegexSyntaxError if the flags do not allow a class, RegexSizeError if the classes exceed the size limit.
 */
export function translate(tree: RegexNode, pattern: string): Hir {
  return translateNode(tree, { flags: NO_FLAGS, classes: new Classes(pattern), groups: { count: 0 } });
}

function translateNode(node: RegexNode, scope: Scope): Hir {
  const { flags, classes, groups } = scope;
  switch (node.kind) {
    case "empty":
      return EMPTY;
    case "flags":
      scope.flags = applyFlags(flags, node.flags);
      return EMPTY;
    case "char":
      return translateChar(node, scope);
    case "dot":
      return translateClass(node, scope, () => dotRanges(flags));
    case "assertion":
      return { kind: "look", look: lookOf(node.assertion, flags) };
    case "perl":
      return translateClass(node, scope, () => perlRanges(node, flags));
    case "unicode":
      return translateClass(node, scope, () => unicodeClassRanges(node, flags));
    case "bracket":
      return translateClass(node, scope, () => translateBracket(node, flags));
    case "repetition":
      return repeat(node.min, node.max, node.lazy === flags.U, translateNode(node.node, scope));
    case "group": {
      const innerFlags = node.flags === undefined ? flags : applyFlags(flags, node.flags);
      const inner: Scope = { flags: innerFlags, classes, groups };
      if (!node.captures) return translateNode(node.node, inner);
      groups.count += 1;
      return { kind: "capture", group: groups.count, node: translateNode(node.node, inner) };
    }
    case "concat":
      return { kind: "concat", nodes: node.nodes.map((child) => translateNode(child, scope)) };
    case "alternation":
      return { kind: "alternation", branches: node.branches.map((branch) => translateNode(branch, scope)) };
  }
}

function translateClass({ span }: RegexNode, { flags, classes }: Scope, rangesOf: () => Ranges): Hir {
  return classOf(classes.resolve(span, flags, rangesOf), flags);
}

function applyFlags(flags: TranslateFlags, changes: Flags): TranslateFlags {
  return { ...flags, ...Object.fromEntries(changes) };
}

/** Without Unicode, a character outside ASCII is its UTF-8 bytes, without case folding. */
function translateChar({ codePoint, byte, span }: RegexChar, { flags, classes }: Scope): Hir {
  const isByte = !flags.u && byte && codePoint > MAX_ASCII && codePoint <= MAX_BYTE;
  if (isByte) return { kind: "byte", ranges: [[codePoint, codePoint]] };
  const ranges = classes.resolve(span, flags, () => fold([[codePoint, codePoint]], flags));
  return codePoint <= MAX_ASCII ? classOf(ranges, flags) : { kind: "character", ranges };
}

function classOf(ranges: Ranges, { u }: TranslateFlags): Hir {
  const isAscii = ranges.every(([, last]) => last <= MAX_ASCII);
  return { kind: u && !isAscii ? "character" : "byte", ranges };
}

function dotRanges(flags: TranslateFlags): Ranges {
  const leftOut = flags.s ? [] : flags.R ? [LF, CR] : [LF];
  return negate(
    leftOut.map((code) => [code, code] as const),
    classMax(flags),
  );
}

function lookOf(assertion: Assertion, { m, R, u }: TranslateFlags): LookAround {
  const word = WORD_LOOKS[assertion];
  if (word !== undefined) return u ? `unicode-${word}` : word;
  if (assertion === "textStart" || (assertion === "lineStart" && !m)) return "textStart";
  if (assertion === "textEnd" || (assertion === "lineEnd" && !m)) return "textEnd";
  if (assertion === "lineStart") return R ? "crlfLineStart" : "lineStart";
  return R ? "crlfLineEnd" : "lineEnd";
}

/** A zero-width node needs at most one repetition. */
function repeat(min: number, max: number | undefined, greedy: boolean, node: Hir): Hir {
  const zeroWidth = isZeroWidth(node);
  const least = zeroWidth ? Math.min(min, 1) : min;
  const most = zeroWidth ? Math.min(max ?? 1, 1) : max;
  if (most === 0) return EMPTY;
  return least === 1 && most === 1 ? node : { kind: "repeat", min: least, max: most, greedy, node };
}
