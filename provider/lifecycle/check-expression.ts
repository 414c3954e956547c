import type { Problem } from "../api/problem";
import { isUnknown } from "../api/unknown";
import { MAX_EXPRESSION_LENGTH, parseFilter, printForPeople, printPositionOnly } from "../filter";

/** Reports parse errors of a filter expression with code frames; of a secret expression, only their positions. */
export function checkExpression(path: string, expression: unknown, secret: boolean): Problem[] {
  if (isUnknown(expression)) return [];
  if (typeof expression !== "string") return [{ path, message: "must be a filter expression" }];
  const length = Array.from(expression).length;
  if (length > MAX_EXPRESSION_LENGTH) {
    return [{ path, message: `has ${length} characters; the API takes at most ${MAX_EXPRESSION_LENGTH}` }];
  }
  const result = parseFilter(expression);
  if (result.valid) return [];
  const message = secret
    ? printPositionOnly(result.diagnostics)
    : printForPeople(expression, result.diagnostics);
  return [{ path, message }];
}
