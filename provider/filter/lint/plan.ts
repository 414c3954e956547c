import { type FilterNode, walkFilter } from "../parse/walk";
import { FILTER_PLANS, type FilterPlan, type FilterWarning, type LintContext } from "./warning";

interface Need {
  /** What needs the plan, once for each name. */
  readonly name: string;
  /** The smallest plan that has it. */
  readonly plan: FilterPlan;
  readonly message: string;
}

/** What only some plans have, each said once: nothing that the zone's plan has, where that is known. */
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
