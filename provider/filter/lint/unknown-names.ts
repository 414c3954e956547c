import { helpWithName } from "../diagnostics/suggest/help-with-name";
import type { Call, Field } from "../parse/ast";
import { LANGUAGE_DATE } from "../scheme/language-date";
import type { FilterWarning, LintContext } from "./filter-warning";

/** Warns once about each name that neither the table nor the user knows. Without a language that allows them, they are parse errors. */
export function warnOfUnknownNames({ expression, nodes }: LintContext): FilterWarning[] {
  const warnings = new Map<string, FilterWarning>();
  const unknown = [...nodes.field, ...nodes.call].filter(({ outside }) => outside === "unknown");
  for (const node of unknown.sort((a, b) => a.span.start - b.span.start))
    if (!warnings.has(node.name)) warnings.set(node.name, warningOf(node, expression));
  return [...warnings.values()];
}

function warningOf({ kind, name, span }: Field | Call, expression: string): FilterWarning {
  const end = span.start + name.length;
  const { suggestion, hint = "Declare it in edge:fields to have its type checked." } = helpWithName(
    name,
    expression.slice(end),
  );
  const what = kind === "field" ? "field" : "function";
  const message =
    `${name} is not a ${what} of the language of ${LANGUAGE_DATE}, so only the service can judge it. ` +
    (suggestion === undefined ? hint : `Did you mean ${suggestion}?`);
  return { rule: "unknown-name", message, span: { start: span.start, end } };
}
