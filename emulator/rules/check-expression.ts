import { ErrorCode, type Notice } from "../../provider/api";
import { MAX_EXPRESSION_LENGTH, parseFilter, printEngine } from "../../provider/filter";
import { invalidValue } from "../decode";

/** Reports the problems of an expression in a rule, in the words of the rulesets service. */
export function checkExpression(expression: string, field: string, pointer: string): Notice[] {
  if (expression.trim() === "") {
    const reason = "the expression cannot be blank";
    return [invalidValue(expression, field, reason, pointer, ErrorCode.blankExpression)];
  }
  // The limit is in code points. Counting them is slow, so only texts that can exceed the limit are counted.
  if (expression.length > MAX_EXPRESSION_LENGTH && Array.from(expression).length > MAX_EXPRESSION_LENGTH) {
    const reason = `it is longer than ${MAX_EXPRESSION_LENGTH} characters`;
    return [invalidValue(expression, field, reason, pointer)];
  }
  const parsed = parseFilter(expression);
  if (parsed.valid) return [];
  const text = printEngine(expression, parsed.diagnostics[0]);
  // The expression is not shortened: the text of the parse error points into it.
  const message = `'${expression}' is not a valid value for ${field} because could not parse filter expression: ${text}`;
  return [{ message, source: { pointer } }];
}
