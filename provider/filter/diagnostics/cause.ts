import type { Span } from "../parse/ast";

/** Why an expression is invalid: class and text as in the reference implementation if it has them, plus our own explanation. */
export interface Cause {
  readonly causeClass: CauseClass;
  readonly text: string;
  /** A plainer text, if the reference implementation talks about its internals. It quotes nothing of the expression. */
  readonly plain?: string;
  /** What is valid at this position, as the end of "expected …". */
  readonly expected: string;
  /** A sentence about what to do, if the words at the position do not decide it. It may quote the expression. */
  readonly hint?: string;
}

/**
 * The reference implementation's name for a kind of parse error. Two are ours. `NotAllowed`: the language has the
 * construct, and the service refuses it here. `NotUtf8`: no request can contain the text.
 */
export type CauseClass =
  | "CountMismatch"
  | "EOF"
  | "ExpectedLiteral"
  | "ExpectedName"
  | "IncompatibleRangeBounds"
  | "InvalidArgumentKind"
  | "InvalidArgumentType"
  | "InvalidArgumentValue"
  | "InvalidArgumentsCount"
  | "InvalidCharacterEscape"
  | "InvalidIndexAccess"
  | "InvalidListName"
  | "InvalidMapEachAccess"
  | "InvalidRawStringHashCount"
  | "MissingEndingQuote"
  | "NestingLimitExceeded"
  | "NotAllowed"
  | "NotUtf8"
  | "ParseInt"
  | "ParseNetwork"
  | "ParseRegex.CompiledTooBig"
  | "ParseRegex.Syntax"
  | "ParseWildcard.DoubleStar"
  | "ParseWildcard.InvalidWildcard"
  | "TypeMismatch"
  | "UnknownIdentifier"
  | "UnsupportedOp";

/** What the reference implementation calls the parts of its grammar. */
export type ExpectedName =
  | "identifier character"
  | "ComparisonOp"
  | "digit"
  | "IP address character"
  | "byte separator"
  | '" or r'
  | '" or #';

/** The messages of Rust's integer parser. */
export type IntProblem =
  | "invalid digit found in string"
  | "number too large to fit in target type"
  | "number too small to fit in target type"
  | "cannot parse integer from empty string";

/** A parse error or type error. `parseFilter` catches it and turns it into a diagnostic. */
export class ParseError extends Error {
  constructor(
    readonly reason: Cause,
    /** The span that the reference implementation reports. */
    readonly span: Span,
    /** The span to show to people, if the reported one misses the problem. */
    readonly shown: Span = span,
  ) {
    super(reason.text);
  }
}

/** The characters that Rust's debug format escapes: not printable, or combining with the character before. */
const ESCAPED = /[\p{C}\p{Z}\p{Grapheme_Extend}]/u;
const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\0", "\\0"],
]);

/** Formats a text as Rust's `{:?}` does, which some messages of the reference implementation contain. */
export function rustDebug(text: string): string {
  return `"${Array.from(text, escapeCharacter).join("")}"`;
}

function escapeCharacter(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  if (character === " " || !ESCAPED.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
