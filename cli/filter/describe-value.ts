import {
  checkPlace,
  type ExpressionPurpose,
  fieldsOf,
  type FilterPlan,
  lintFilter,
  printForPeople,
} from "../../provider/filter";
import { parseExpression } from "../../provider/rulebook";

/** The members of a rule that are value expressions. */
export const VALUES = [
  "path",
  "query",
  "header",
  "target",
  "tags",
  "credential",
] as const satisfies readonly ExpressionPurpose[];

interface ValuePlace {
  readonly purpose: ExpressionPurpose;
  readonly phase?: string;
  readonly plan?: FilterPlan;
}

/** Returns whether a value expression is valid, and its errors or warnings as text. */
export function describeValue(expression: string, place: ValuePlace): { valid: boolean; text: string } {
  const parsed = parseExpression(expression, place);
  const errors = parsed.valid ? checkPlace(parsed.ast, expression, place) : parsed.diagnostics;
  if (!parsed.valid || errors.length > 0)
    return { valid: false, text: printForPeople(expression, errors, "value expression") };
  const fields = fieldsOf(parsed.ast);
  const reads = fields.length === 0 ? "It reads no fields." : `It reads ${fields.join(", ")}.`;
  const warnings = lintFilter(parsed.ast, expression, place).map(({ message }) => `Warning: ${message}`);
  return { valid: true, text: [`The value expression is valid. ${reads}`, ...warnings].join("\n") };
}
