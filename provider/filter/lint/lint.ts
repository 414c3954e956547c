import type { Expression } from "../ast";
import { warnOfDeprecatedFields } from "./deprecated-field";
import { warnOfDuplicateItems } from "./duplicate-item";
import { warnOfLength } from "./length";
import { warnOfMixedOperators } from "./mixed-operators";
import { warnOfPhase } from "./phase";
import { warnOfPlan } from "./plan";
import type { FilterWarning, LintRule } from "./warning";

const RULES: readonly LintRule[] = [
  warnOfDeprecatedFields,
  warnOfDuplicateItems,
  warnOfLength,
  warnOfMixedOperators,
  warnOfPhase,
  warnOfPlan,
];

export interface LintOptions {
  /** The phase of the ruleset that the expression is for; without it, nothing is said about phases. */
  readonly phase?: string;
}

/** What is doubtful about an expression that is valid, in the order of the text. */
export function lintFilter(ast: Expression, expression: string, { phase }: LintOptions): FilterWarning[] {
  const context = { ast, expression, phase };
  return RULES.flatMap((rule) => rule(context)).sort((a, b) => a.span.start - b.span.start);
}
