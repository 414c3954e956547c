import type { Span } from "./ast";
import type { Cause, CauseClass } from "./causes";
import type { Fault } from "./fault";
import { locate } from "./source";
import { suggest } from "./suggestion";

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
  readonly expected?: string;
  /** What stands at this place; it quotes the expression. */
  readonly found?: string;
  /** What was probably meant, ready to be put at this place. */
  readonly suggestion?: string;
}

export function diagnose(expression: string, { reason, span }: Fault): Diagnostic {
  const suggestion = suggest(expression, reason, span);
  return {
    causeClass: reason.causeClass,
    cause: reason.text,
    ...(reason.plain !== undefined && { plain: reason.plain }),
    ...locate(expression, span),
    ...(reason.expected !== undefined && { expected: reason.expected }),
    found: foundAt(expression, reason, span),
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** The token at the place, or the whole of a short span. */
function foundAt(expression: string, { causeClass }: Cause, { start, end }: Span): string {
  const rest = expression.slice(start, end);
  if (rest.trim() === "") return end >= expression.trimEnd().length ? "the end of the expression" : "nothing";
  const coversRest = end >= expression.trimEnd().length;
  const text = coversRest && causeClass !== "UnknownIdentifier" ? firstToken(rest) : rest;
  const characters = Array.from(text.slice(0, 2 * MAX_FOUND_LENGTH + 2));
  const shown = characters.slice(0, MAX_FOUND_LENGTH).join("");
  return `"${shown}${characters.length > MAX_FOUND_LENGTH ? "…" : ""}"`;
}

function firstToken(rest: string): string {
  const trimmed = rest.trimStart();
  return /^(?:[\w.]+|"[^"\n]*"?|[=!<>&|^~]+|[^\s\w])/u.exec(trimmed)?.[0] ?? trimmed.slice(0, 1);
}
