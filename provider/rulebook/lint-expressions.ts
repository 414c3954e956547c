import type { Members } from "../api/plain";
import { isUnknown } from "../api/unknown";
import { type ExpressionPlace, type FilterWarning, lintFilter } from "../filter";
import { expressionsOf } from "./expressions";
import { parseExpression } from "./judge-expression";

/** The warnings of one expression of a rule. */
export interface ExpressionWarnings {
  /** The names from the rule to the expression, as the reader writes them. */
  readonly path: readonly string[];
  readonly warnings: readonly FilterWarning[];
}

/** Lints the known expressions of a rule. What `judgeExpression` reports as an error is left out. */
export function lintExpressions(
  rule: Members,
  at: Omit<ExpressionPlace, "purpose">,
  nameOf: (wireName: string) => string,
): ExpressionWarnings[] {
  return expressionsOf(rule, nameOf).flatMap(({ path, purpose, expression }) => {
    if (typeof expression !== "string" || isUnknown(expression)) return [];
    const place = { ...at, purpose };
    const parsed = parseExpression(expression, place);
    if (!parsed.valid) return [];
    const warnings = lintFilter(parsed.ast, expression, place).filter(({ refused }) => refused !== true);
    return warnings.length === 0 ? [] : [{ path, warnings }];
  });
}
