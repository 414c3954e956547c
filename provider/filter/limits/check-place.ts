import { diagnose, type Diagnostic } from "../diagnostics/diagnostic";
import { ParseError } from "../diagnostics/cause";
import type { Expression, ValueExpression } from "../parse/ast";
import { findRefusals } from "./find-refusals";
import type { Place } from "./place";
import { LIMITS, type Refusal } from "./refusal";

/** As many as the parser reports. */
const MAX_DIAGNOSTICS = 10;

/**
 * Returns a diagnostic for each field, function and list of a valid expression that the service is known to refuse in its place.
 * `lintFilter` also returns what it may refuse.
 */
export function checkPlace(
  ast: Expression | ValueExpression,
  expression: string,
  place: Place,
): Diagnostic[] {
  // A field that occurs twice is reported once.
  const refusals = new Map<string, Refusal>();
  for (const refusal of findRefusals(ast, place)) {
    const { text } = refusal.cause;
    if (LIMITS[refusal.limit].certain && !refusals.has(text)) refusals.set(text, refusal);
  }
  return [...refusals.values()].slice(0, MAX_DIAGNOSTICS).map(({ cause, span, limit }) => ({
    ...diagnose(expression, new ParseError(cause, span)),
    limit,
  }));
}
