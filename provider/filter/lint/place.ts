import { findRefusals } from "../limits/find-refusals";
import { LIMITS } from "../limits/refusal";
import type { FilterWarning, LintContext } from "./filter-warning";

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
