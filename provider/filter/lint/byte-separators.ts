import type { BytesLiteral, Test } from "../parse/ast";
import { walkFilter } from "../parse/walk-filter";
import { printBytes } from "../print/print-literal";
import type { FilterWarning, LintContext } from "./filter-warning";

const UNUSUAL = /[-.]/;

/** Warns about bytes with `-` or `.` between them, which builds of the reference implementation do not all accept. */
export function warnOfByteSeparators({ ast, expression }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  const check = (literal: BytesLiteral) => {
    const written = expression.slice(literal.span.start, literal.span.end);
    if (literal.notation !== "hex" || !UNUSUAL.test(written)) return;
    const message = `${written} is bytes, which the service may accept only with colons. Write ${printBytes(literal)}, or "${written}" if a text is meant.`;
    warnings.push({ rule: "byte-separator", message, span: literal.span });
  };
  walkFilter(ast, (node) => {
    if (node.kind === "bytes") check(node);
    if (node.kind === "comparison") bytesOf(node.test).forEach(check);
  });
  return warnings;
}

function bytesOf(test: Test): BytesLiteral[] {
  if (test.kind === "oneOf") return test.items.filter((item) => item.kind === "bytes");
  if (test.kind !== "ordering" && test.kind !== "contains") return [];
  return test.literal.kind === "bytes" ? [test.literal] : [];
}
