import { type FilterPlan, type FilterWarning, lintFilter, parseFilter } from "../../../../provider/filter";

/** Returns the lint warnings for a valid expression. */
export function lint(expression: string, phase?: string, plan?: FilterPlan): FilterWarning[] {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(parsed.diagnostics[0].cause);
  return lintFilter(parsed.ast, expression, {
    ...(phase !== undefined && { phase }),
    ...(plan !== undefined && { plan }),
  });
}

export function messages(expression: string, phase?: string): string[] {
  return lint(expression, phase).map(({ message }) => message);
}
