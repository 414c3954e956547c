import { unmetNeeds } from "../limits/entitlements";
import { findRefusals } from "../limits/find-refusals";
import { LIMITS } from "../limits/refusal";
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

/** Warns once about each field, function or list that the service does not allow in the place of the expression. */
export function warnOfPlace({ ast, ...place }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  for (const { limit, message, span } of findRefusals(ast, place)) {
    if (warnings.has(message)) continue;
    const { rule, certain } = LIMITS[limit];
    warnings.set(message, { rule, message, span, ...(certain && { refused: true }) });
  }
  return [...warnings.values()];
}

/** Warns once about each feature that the plan of the zone does not include. Without a plan, every paid feature warns. */
export function warnOfPlan({ ast, ...place }: LintContext): FilterWarning[] {
  return unmetNeeds(ast, place).map(({ message, node }) => ({ rule: "plan", message, span: node.span }));
}
