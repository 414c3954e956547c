import { type FilterNode, walkFilter } from "../parse/walk-filter";
import { FILTER_PLANS, type FilterPlan, type FilterWarning, type LintContext } from "./filter-warning";

interface Need {
  /** The field, function or operator that needs the plan. */
  readonly name: string;
  /** The smallest plan that includes it. */
  readonly plan: FilterPlan;
  readonly message: string;
}

/** Warns once about each feature that the plan of the zone does not include. Without a plan, every paid feature warns. */
export function warnOfPlan({ ast, plan }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  const level = plan === undefined ? -1 : FILTER_PLANS.indexOf(plan);
  walkFilter(ast, (node) => {
    const need = needOf(node);
    if (need === undefined || level >= FILTER_PLANS.indexOf(need.plan) || warnings.has(need.name)) return;
    warnings.set(need.name, { rule: "plan", message: need.message, span: node.span });
  });
  return [...warnings.values()];
}

function needOf(node: FilterNode): Need | undefined {
  if (node.kind === "comparison" && node.test.kind === "matches") {
    const message =
      "matches needs a Business or Enterprise plan, or WAF Advanced. wildcard and contains do not.";
    return { name: "matches", plan: "business", message };
  }
  if (node.kind === "call" && node.name === "is_timed_hmac_valid_v0")
    return { name: node.name, plan: "pro", message: "is_timed_hmac_valid_v0() needs a paid plan." };
  if (node.kind === "field" && node.name.startsWith("http.request.body."))
    return {
      name: node.name,
      plan: "enterprise",
      message: `The field ${node.name} needs an Enterprise plan.`,
    };
  if (node.kind === "field" && node.name.startsWith("cf.bot_management."))
    return {
      name: node.name,
      plan: "enterprise",
      message: `The field ${node.name} needs an Enterprise plan with Bot Management.`,
    };
  return undefined;
}
