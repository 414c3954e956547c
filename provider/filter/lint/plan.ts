import { unmetNeeds } from "../limits/entitlements";
import type { FilterWarning, LintContext } from "./filter-warning";

/** Warns once about each feature that the plan of the zone does not include. Without a plan, every paid feature warns. */
export function warnOfPlan({ ast, ...place }: LintContext): FilterWarning[] {
  return unmetNeeds(ast, place).map(({ message, node }) => ({ rule: "plan", message, span: node.span }));
}
