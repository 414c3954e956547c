import {
  checkPlace,
  type Diagnostic,
  type ExpressionKind,
  type ExpressionPlace,
  type FilterResult,
  parseFilter,
  parseValueExpression,
  type ValueResult,
  wantedValue,
} from "../filter";

/** What is wrong with an expression in its place. */
export interface ExpressionFaults {
  /** How messages call the expression. */
  readonly what: ExpressionKind;
  readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]];
}

/** Parses an expression as its purpose needs it: a condition, or a value of the right type. */
export function parseExpression(expression: string, place: ExpressionPlace): FilterResult | ValueResult {
  const wanted = place.purpose && wantedValue(place.purpose);
  return wanted === undefined ? parseFilter(expression, place) : parseValueExpression(expression, wanted);
}

/** Returns the errors of an expression: of the language first, then what the service does not allow in its place. */
export function judgeExpression(expression: string, place: ExpressionPlace): ExpressionFaults | undefined {
  const what = place.purpose && wantedValue(place.purpose) ? "value expression" : "filter expression";
  const parsed = parseExpression(expression, place);
  if (!parsed.valid) return { what, diagnostics: parsed.diagnostics };
  const [first, ...others] = checkPlace(parsed.ast, expression, place);
  return first && { what, diagnostics: [first, ...others] };
}
