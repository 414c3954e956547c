import { fieldType } from "../scheme/fields";
import type { FilterNode } from "../parse/walk";
import { walkFilter } from "../parse/walk";
import type { FilterWarning, LintContext } from "./warning";

const DEPRECATED = "ip.geoip.";
const REPLACEMENT = "ip.src.";

/** Fields whose documentation names another one to use instead. */
export function warnOfDeprecatedFields({ ast }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  walkFilter(ast, (node: FilterNode) => {
    if (node.kind !== "field" || !node.name.startsWith(DEPRECATED) || warnings.has(node.name)) return;
    const replacement = REPLACEMENT + node.name.slice(DEPRECATED.length);
    if (fieldType(replacement) === undefined) return;
    const message = `The field ${node.name} is deprecated. Write ${replacement}.`;
    warnings.set(node.name, { rule: "deprecated-field", message, span: node.span });
  });
  return [...warnings.values()];
}
