import { MAX_EXPRESSION_LENGTH } from "../parse/parse-filter";
import { codePointLength, offsetOfCodePoint } from "../parse/source";
import type { FilterWarning, LintContext } from "./warning";

/** The service refuses expressions that its own language allows. */
export function warnOfLength({ expression }: LintContext): FilterWarning[] {
  const length = codePointLength(expression, 0, expression.length);
  if (length <= MAX_EXPRESSION_LENGTH) return [];
  const message = `The expression has ${length} characters; the service takes at most ${MAX_EXPRESSION_LENGTH}. Move values to a list, or make two rules of it.`;
  const start = offsetOfCodePoint(expression, MAX_EXPRESSION_LENGTH);
  return [{ rule: "length", message, span: { start, end: expression.length } }];
}
