import { getIdentifier } from "../../filter/scheme/identifiers";
import { constraints, type Violation, violation } from "../constraint";

export const STATIC_VALUES = constraints({
  "value-is-expression": {
    says: "`value` is sent as it is written. A field or a call of a function belongs in `expression`.",
    source: "developers docs, rules/transform; that the text was meant as an expression is a guess",
    confidence: "inferred",
  },
  "value-placeholder": {
    says: "`value` is sent as it is written. References such as `$1` belong in `expression`, in regex_replace or wildcard_replace.",
    source: "developers docs, rules/url-forwarding; that the text was meant as a reference is a guess",
    confidence: "inferred",
  },
});

/** Whether a static text is a field with a dot in its name, or a call of a function. */
export function looksLikeExpression(value: string): boolean {
  const [, field, call] =
    /^\s*(?:([a-z0-9_]+(?:\.[a-z0-9_]+)+)(?:\[.*\])?|([a-z0-9_]+)\(.*\))\s*$/s.exec(value) ?? [];
  return getIdentifier(field ?? call ?? "") !== undefined;
}

/** Reports a static text that was probably meant to be computed. */
export function checkStaticValue(value: string, path: Violation["path"]): Violation[] {
  if (looksLikeExpression(value)) {
    const message = "is sent as it is written, although it looks like an expression; write it as expression";
    return [violation(STATIC_VALUES["value-is-expression"], path, message)];
  }
  if (!/\$(?:\d|\{\d)/.test(value)) return [];
  const message =
    "is sent as it is written, with its $ references; write an expression with wildcard_replace or regex_replace";
  return [violation(STATIC_VALUES["value-placeholder"], path, message)];
}
