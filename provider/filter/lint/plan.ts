import { walkFilter } from "../walk";
import type { FilterWarning, LintContext } from "./warning";

/** What only some plans have. The plan of a zone is not known here, so each is said once. */
export function warnOfPlan({ ast }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  const add = (name: string, message: string, span: FilterWarning["span"]) => {
    if (!warnings.has(name)) warnings.set(name, { rule: "plan", message, span });
  };
  walkFilter(ast, (node) => {
    if (node.kind === "comparison" && node.test.kind === "matches") {
      add("matches", "matches needs a Business or Enterprise plan. wildcard and contains do not.", node.span);
    }
    if (node.kind === "call" && node.name === "is_timed_hmac_valid_v0") {
      add(node.name, "is_timed_hmac_valid_v0() needs a paid plan.", node.span);
    }
  });
  return [...warnings.values()];
}
