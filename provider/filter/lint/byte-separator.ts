import { walkFilter } from "../parse/walk-filter";
import type { FilterWarning, LintContext } from "./filter-warning";

/** Warns about `-` and `.` between bytes in hex digits: some versions of the reference implementation accept only colons. */
export function warnOfByteSeparators({ ast, expression }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  walkFilter(ast, (node) => {
    if (node.kind !== "comparison") return;
    const { test } = node;
    const items =
      test.kind === "oneOf"
        ? test.items
        : test.kind === "ordering" || test.kind === "contains"
          ? [test.literal]
          : [];
    for (const item of items) {
      if (item.kind !== "bytes" || item.notation !== "hex") continue;
      const written = expression.slice(item.span.start, item.span.end);
      if (!/[-.]/.test(written)) continue;
      const message = `Newer versions of the service may accept only colons between bytes. Write ${written.replace(/[-.]/g, ":")}.`;
      warnings.push({ rule: "byte-separator", message, span: item.span });
    }
  });
  return warnings;
}
