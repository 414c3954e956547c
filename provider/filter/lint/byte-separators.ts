import type { BytesLiteral, Test } from "../parse/ast";
import { printBytes } from "../print/print-literal";
import type { FilterWarning, LintContext } from "./filter-warning";

const UNUSUAL = /[-.]/;

/** Warns about bytes with `-` or `.` between them, which builds of the reference implementation do not all accept. */
export function warnOfByteSeparators({ expression, nodes }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  const literals = [...nodes.bytes, ...nodes.comparison.flatMap(({ test }) => bytesOf(test))];
  const hex = literals.filter(({ notation }) => notation === "hex");
  for (const literal of hex.sort((a, b) => a.span.start - b.span.start)) {
    const written = expression.slice(literal.span.start, literal.span.end);
    if (!UNUSUAL.test(written)) continue;
    const message = `${written} is bytes, which the service may accept only with colons. Write ${printBytes(literal)}, or "${written}" if a text is meant.`;
    warnings.push({ rule: "byte-separator", message, span: literal.span });
  }
  return warnings;
}

function bytesOf(test: Test): BytesLiteral[] {
  if (test.kind === "oneOf") return test.items.filter((item) => item.kind === "bytes");
  if (test.kind !== "ordering" && test.kind !== "contains") return [];
  return test.literal.kind === "bytes" ? [test.literal] : [];
}
