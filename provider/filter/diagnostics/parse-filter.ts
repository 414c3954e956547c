import type { Expression, ValueExpression } from "../parse/ast";
import { ParseError } from "../parse/causes/cause";
import { Parser } from "../parse/parser";
import { trimmedSpan } from "../parse/source";
import { readValueExpression, type WantedValue } from "../parse/value-expression";
import type { Language, NameScope } from "../scheme/identifiers";
import { diagnose, type Diagnostic } from "./diagnostic";
import { findFurtherErrors } from "./further-errors";

/** The syntax tree of a filter expression, or the diagnostics if it is not valid. */
export type FilterResult =
  | { readonly valid: true; readonly ast: Expression }
  | { readonly valid: false; readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]] };

/** The syntax tree of a value expression, or the diagnostic if it is not valid. */
export type ValueResult =
  | { readonly valid: true; readonly ast: ValueExpression }
  | { readonly valid: false; readonly diagnostics: readonly [Diagnostic] };

/**
 * Parses a filter expression and checks its types, as the reference implementation does. The first diagnostic is the one that
 * the reference implementation reports. The others are independent errors in later conditions. In a phase that processes packets,
 * the fields of packets are known too. With a language, so are its declared names, and unknown names may be valid. Never throws.
 */
export function parseFilter(expression: string, { phase, language }: NameScope = {}): FilterResult {
  const scope = { phase, language };
  try {
    return { valid: true, ast: new Parser(expression, trimmedSpan(expression), scope).parseFilter() };
  } catch (problem) {
    if (!(problem instanceof ParseError)) throw problem;
    const further = findFurtherErrors(expression, problem, scope);
    const diagnosed = further.map((error) => diagnose(expression, error));
    return { valid: false, diagnostics: [diagnose(expression, problem), ...diagnosed] };
  }
}

/**
 * Parses a value expression, such as the target of a redirect, and checks its type. The diagnostic is the first error. Never
 * throws.
 */
export function parseValueExpression(
  expression: string,
  wanted: WantedValue,
  language?: Language,
): ValueResult {
  try {
    return { valid: true, ast: readValueExpression(expression, wanted, language) };
  } catch (problem) {
    if (!(problem instanceof ParseError)) throw problem;
    return { valid: false, diagnostics: [diagnose(expression, problem)] };
  }
}
