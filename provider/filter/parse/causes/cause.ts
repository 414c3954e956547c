import type { Span } from "../ast";

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

/** Describes each kind of error without quoting the expression. */
export const KINDS = {
  CountMismatch: "a byte or an escape ends too early",
  EOF: "unexpected text, or something is missing at the end",
  ExpectedLiteral: "a bracket, comma or index is missing",
  ExpectedName: "a name, operator or value is missing or has the wrong form",
  IncompatibleRangeBounds: "the bounds of a range do not fit together",
  InvalidArgumentKind: "an argument is a literal where a field is needed, or the reverse",
  InvalidArgumentType: "an argument has the wrong type",
  InvalidArgumentValue: "an argument has a value that is not allowed",
  InvalidArgumentsCount: "a call has too many or too few arguments",
  InvalidCharacterEscape: "a string contains an unknown escape",
  InvalidIndexAccess: "an index does not fit the value before it",
  InvalidListName: "the name of a list is not allowed",
  InvalidMapEachAccess: "[*] is outside the first argument",
  InvalidRawStringHashCount: "a raw string has more than 255 hashes",
  MissingEndingQuote: "a string has no ending quote",
  NestingLimitExceeded: "the expression is nested too deeply",
  NotUtf8: "it is not UTF-8",
  NotAllowed: "a field, function or list cannot be used here",
  ParseInt: "a number, a byte or a string has the wrong form",
  ParseNetwork: "an address or network is not valid",
  "ParseRegex.CompiledTooBig": "a regular expression is too big",
  "ParseRegex.Syntax": "a regular expression is not valid",
  "ParseWildcard.DoubleStar": "a wildcard contains two stars in a row",
  "ParseWildcard.InvalidWildcard": "a wildcard contains an invalid escape",
  TypeMismatch: "a value has the wrong type",
  UnknownIdentifier: "no field or function has this name",
  UnsupportedOp: "the operator is not for this type",
} as const;

/**
 * The reference implementation's name for a kind of parse error. Two are ours. `NotAllowed`: the language has the
 * construct, and the service refuses it here. `NotUtf8`: no request can contain the text.
 */
export type CauseClass = keyof typeof KINDS;

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
