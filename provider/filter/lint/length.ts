import { MAX_EXPRESSION_LENGTH } from "../parse/parser";
import { codePointLength, offsetOfCodePoint } from "../parse/source";
import type { FilterWarning, LintContext } from "./filter-warning";

/** Warns about an expression that is valid but too long for the service. */
export function warnOfLength({ expression }: LintContext): FilterWarning[] {
  const length = codePointLength(expression, 0, expression.length);
  if (length <= MAX_EXPRESSION_LENGTH) return [];
  const message = `The expression has ${length} characters; the service accepts at most ${MAX_EXPRESSION_LENGTH}. Move values to a list, or split the rule into two.`;
  const start = offsetOfCodePoint(expression, MAX_EXPRESSION_LENGTH);
  return [{ rule: "length", message, span: { start, end: expression.length } }];
}
