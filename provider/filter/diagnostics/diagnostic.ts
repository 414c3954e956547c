import type { Span } from "../parse/ast";
import type { CauseClass } from "./causes";
import type { Fault } from "./fault";
import { locate } from "../parse/source";
import { advise } from "./suggest/advise";
import { faultWord, hiddenCharacterAt } from "./suggest/fault-word";
import { nameOfHidden } from "./display-width";

const MAX_FOUND_LENGTH = 40;

/** Why an expression is refused, and where. */
export interface Diagnostic {
  /** The engine's name for this kind of fault: `UnknownIdentifier`. */
  readonly causeClass: CauseClass;
  /** The engine's words. Some causes quote the expression. */
  readonly cause: string;
  /** The same for people, where the engine's words are about its insides. It quotes nothing of the expression. */
  readonly plain?: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-8 bytes of the line, as the engine counts. */
  readonly column: number;
  /** From 0, in code points of the whole expression. */
  readonly start: number;
  /** In code points, cut at the end of the line; 0 where something is missing. */
  readonly length: number;
  /** What would be right at this place. */
  readonly expected: string;
  /** What stands at this place; it quotes the expression. */
  readonly found: string;
  /** What people see as the fault: the word, sign or quoted text at the place, in code points of the expression. */
  readonly word: { readonly start: number; readonly length: number };
  /** What was probably meant, as it would be written. */
  readonly suggestion?: string;
  /** A sentence about what to do; it quotes the expression. */
  readonly hint?: string;
}

export function diagnose(expression: string, { reason, span, shown }: Fault): Diagnostic {
  const word = faultWord(expression, reason, shown);
  const { start, length } = locate(expression, word);
  return {
    causeClass: reason.causeClass,
    cause: reason.text,
    ...(reason.plain !== undefined && { plain: reason.plain }),
    ...locate(expression, span),
    expected: reason.expected,
    found: foundAt(expression, word),
    word: { start, length },
    ...advise(expression, reason, word),
  };
}

function foundAt(expression: string, { start, end }: Span): string {
  const hidden = hiddenCharacterAt(expression, start);
  if (hidden !== undefined && end === start + 1) return nameOfHidden(hidden);
  if (start === end) return end >= expression.trimEnd().length ? "the end of the expression" : "nothing";
  const characters = Array.from(expression.slice(start, Math.min(end, start + 2 * MAX_FOUND_LENGTH + 2)));
  const shown = characters.slice(0, MAX_FOUND_LENGTH).join("");
  return `"${shown}${characters.length > MAX_FOUND_LENGTH ? "…" : ""}"`;
}
