import { toLatin1 } from "../evaluate/latin1";
import type { BytesLiteral, Comparison } from "../parse/ast";
import { walkFilter } from "../parse/walk-filter";
import { fieldType } from "../scheme/fields";
import type { FilterWarning, LintContext } from "./filter-warning";

/** What a template string of a program makes of values that are no text. */
const LOST = new Set(["undefined", "null", "NaN", "[object Object]", "[object Promise]"]);
/** Fields that never have such a text as their value, in contrast to headers and cookies, which a broken client may send. */
const NEVER_LOST = new Set(["cf.zone.name", "http.host", "http.request.method", "ip.src.country"]);

/** Warns about texts that a program has made of an undefined value, or that are the name of a field. */
export function warnOfProgramValues({ ast }: LintContext): FilterWarning[] {
  const warnings: FilterWarning[] = [];
  walkFilter(ast, (node) => {
    if (node.kind !== "comparison" || node.left.source.kind !== "field") return;
    const { name } = node.left.source;
    for (const literal of literalsOf(node.test)) {
      const message = messageOf(name, toLatin1(literal.bytes));
      if (message !== undefined) warnings.push({ rule: "impossible-value", message, span: literal.span });
    }
  });
  return warnings;
}

function messageOf(field: string, text: string): string | undefined {
  if (NEVER_LOST.has(field) && LOST.has(text))
    return `${field} never equals ${JSON.stringify(text)}: the program has put an undefined value, or an object, into the expression.`;
  if (!text.includes(".") || fieldType(text) === undefined) return undefined;
  return `${JSON.stringify(text)} is a text here, not the field ${text}: a field can be compared only with a value.`;
}

function literalsOf(test: Comparison["test"]): BytesLiteral[] {
  if (test.kind === "oneOf") return test.items.filter((item) => item.kind === "bytes");
  return test.kind === "ordering" && test.literal.kind === "bytes" ? [test.literal] : [];
}
