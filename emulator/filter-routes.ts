import { MAX_EXPRESSION_LENGTH, parseFilter, printDocumented } from "../provider/filter";
import type { OperationAnswer } from "./envelope";
import { failures } from "./failures";
import type { Routes } from "./route";

/** Any valid credentials may validate expressions. */
export const filterRoutes: Routes<"validateExpression" | "validateExpressionByQuery"> = {
  validateExpression: (_, { body }) => validate(body.expression),
  validateExpressionByQuery: (_, { query }) => validate(query.expression),
};

function validate(expression: string): OperationAnswer<unknown> {
  if (expression.trim() === "") throw failures.expression("Filter expression cannot be blank");
  if (expression.length > MAX_EXPRESSION_LENGTH && Array.from(expression).length > MAX_EXPRESSION_LENGTH) {
    throw failures.expression(`Filter expression is longer than ${MAX_EXPRESSION_LENGTH} characters`);
  }
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw failures.expression(printDocumented(expression, parsed.diagnostics[0]));
  return { result: null };
}
