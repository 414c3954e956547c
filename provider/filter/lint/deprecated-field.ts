import { fieldType } from "../scheme/fields";
import { walkFilter } from "../parse/walk-filter";
import type { FilterWarning, LintContext } from "./filter-warning";

const DEPRECATED = "ip.geoip.";
const REPLACEMENT = "ip.src.";

/** Warns about fields that have a documented replacement. */
export function warnOfDeprecatedFields({ ast }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  walkFilter(ast, (node) => {
    if (node.kind !== "field" || !node.name.startsWith(DEPRECATED) || warnings.has(node.name)) return;
    const replacement = REPLACEMENT + node.name.slice(DEPRECATED.length);
    if (fieldType(replacement) === undefined) return;
    const message = `The field ${node.name} is deprecated. Write ${replacement}.`;
    warnings.set(node.name, { rule: "deprecated-field", message, span: node.span });
  });
  return [...warnings.values()];
}
