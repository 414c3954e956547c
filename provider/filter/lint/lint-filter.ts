import type { Expression, ValueExpression } from "../parse/ast";
import { warnOfDeprecatedFields } from "./deprecated-field";
import { warnOfImpossibleValues } from "./impossible-value";
import { warnOfMixedOperators } from "./mixed-operators";
import { warnOfProgramValues } from "./program-value";
import { warnOfLength, warnOfPlace, warnOfPlan } from "./service-limits";
import { warnOfSetItems } from "./set-items";
import { warnOfValue } from "./value";
import type { FilterWarning, LintOptions, LintRule } from "./filter-warning";

const RULES: readonly LintRule[] = [
  warnOfDeprecatedFields,
  warnOfImpossibleValues,
  warnOfLength,
  warnOfMixedOperators,
  warnOfPlace,
  warnOfPlan,
  warnOfProgramValues,
  warnOfSetItems,
  warnOfValue,
];
/** The limit per lint rule. */
const MAX_WARNINGS = 10;

/** Returns lint warnings for a valid expression in the order of the text, at most ten per lint rule. */
export function lintFilter(
  ast: Expression | ValueExpression,
  expression: string,
  options: LintOptions = {},
): FilterWarning[] {
  const context = { ...options, ast, expression };
  return RULES.flatMap((rule) => firstOf(rule(context))).sort((a, b) => a.span.start - b.span.start);
}

function firstOf(warnings: Iterable<FilterWarning>): FilterWarning[] {
  const first: FilterWarning[] = [];
  for (const warning of warnings) {
    first.push(warning);
    if (first.length === MAX_WARNINGS) break;
  }
  return first;
}
