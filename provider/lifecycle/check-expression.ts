import type { Problem } from "../api/problem";
import { isUnknown } from "../api/unknown";
import { type ExpressionPlace, MAX_EXPRESSION_LENGTH, printForPeople, printPositionOnly } from "../filter";
import { judgeExpression } from "../rulebook";

/** Reports the errors of an expression with code frames; of a secret expression, only their positions. */
export function checkExpression(
  path: string,
  expression: unknown,
  secret: boolean,
  place: ExpressionPlace = {},
): Problem[] {
  if (isUnknown(expression)) return [];
  if (typeof expression !== "string") return [{ path, message: "must be a filter expression" }];
  const length = Array.from(expression).length;
  if (length > MAX_EXPRESSION_LENGTH) {
    return [{ path, message: `has ${length} characters; the API takes at most ${MAX_EXPRESSION_LENGTH}` }];
  }
  const faults = judgeExpression(expression, place);
  if (faults === undefined) return [];
  const { diagnostics, what } = faults;
  const message = secret
    ? printPositionOnly(diagnostics, what)
    : printForPeople(expression, diagnostics, what);
  return [{ path, message }];
}
