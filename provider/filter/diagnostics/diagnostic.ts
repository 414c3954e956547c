import type { Span } from "../parse/ast";
import type { ExpressionLimit } from "../limits/refusal";
import type { CauseClass, ParseError } from "../parse/causes/cause";
import { locate } from "../parse/source";
import { helpFor } from "./suggest/help-for";
import { wordSpan, hiddenCharacterAt } from "./suggest/word-span";
import { nameOfHidden } from "./display-width";
import { clipCodePoints } from "../../words";

const MAX_FOUND_LENGTH = 40;

/** How messages call an expression. A filter is a condition; a value expression computes a text or a list of texts. */
export type ExpressionKind = "filter expression" | "value expression";

/** A parse error or type error, with its message and span. */
export interface Diagnostic {
  /** The reference implementation's name for this kind of error: `UnknownIdentifier`. */
  readonly causeClass: CauseClass;
  /** The reference implementation's message. Some causes quote the expression. */
  readonly cause: string;
  /** A plainer message, if `cause` talks about internals. It quotes nothing of the expression. */
  readonly plain?: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-8 bytes of the line, as in the reference implementation. */
  readonly column: number;
  /** From 0, in code points of the whole expression. */
  readonly start: number;
  /** In code points, cut at the end of the line; 0 if something is missing. */
  readonly length: number;
  /** What is valid at this position. */
  readonly expected: string;
  /** What was found at this position. It quotes the expression. */
  readonly found: string;
  /** The word, operator or quoted text to underline, in code points of the whole expression. */
  readonly word: { readonly start: number; readonly length: number };
  /** A probable correction, as source text. */
  readonly suggestion?: string;
  /** The limit that the expression breaks, if it is valid: the id of a constraint of the rule book. */
  readonly limit?: ExpressionLimit;
  /** A sentence about what to do. It quotes the expression. */
  readonly hint?: string;
}

/** Returns the diagnostic for one error. */
export function diagnose(expression: string, { reason, span, shown }: ParseError): Diagnostic {
  const word = wordSpan(expression, reason, shown);
  const { start, length } = locate(expression, word);
  return {
    causeClass: reason.causeClass,
    cause: reason.text,
    ...(reason.plain !== undefined && { plain: reason.plain }),
    ...locate(expression, span),
    expected: reason.expected,
    found: foundAt(expression, word),
    word: { start, length },
    ...(reason.hint === undefined ? helpFor(expression, reason, word) : { hint: reason.hint }),
  };
}

function foundAt(expression: string, { start, end }: Span): string {
  const hidden = hiddenCharacterAt(expression, start);
  if (hidden !== undefined && end === start + 1) return nameOfHidden(hidden);
  if (start === end) return end >= expression.trimEnd().length ? "the end of the expression" : "nothing";
  return `"${clipCodePoints(expression.slice(start, end), MAX_FOUND_LENGTH)}"`;
}
