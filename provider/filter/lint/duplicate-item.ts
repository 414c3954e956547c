import type { SetItem } from "../ast";
import { printFilter } from "../print-filter";
import { printSetItem } from "../print-literal";
import { walkFilter } from "../walk";
import type { FilterWarning, LintContext } from "./warning";

/** Items that a set holds more than once: the later one was probably meant to be another. */
export function warnOfDuplicateItems({ ast }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  walkFilter(ast, (node) => {
    if (node.kind !== "comparison" || node.test.kind !== "oneOf") return;
    const left = printFilter({ ...node, test: { kind: "truth" } });
    const seen = new Set<string>();
    for (const item of node.test.items) {
      const text = identityOf(item);
      if (seen.has(text)) {
        const message = `The set that ${left} is compared with holds ${printSetItem(item)} more than once. Remove it, or correct it.`;
        warnings.push({ rule: "duplicate-item", message, span: item.span });
      }
      seen.add(text);
    }
  });
  return warnings;
}

/** Equal for items that mean the same, however they are written. */
function identityOf(item: SetItem): string {
  return item.kind === "bytes" ? printSetItem({ ...item, notation: "hex" }) : printSetItem(item);
}
