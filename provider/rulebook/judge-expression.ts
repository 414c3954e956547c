import {
  checkPlace,
  type Diagnostic,
  type ExpressionKind,
  type Place,
  type FilterResult,
  isOfPackets,
  type Language,
  lintFilter,
  type NameScope,
  parseFilter,
  parseValueExpression,
  severityOfRule,
  type ValueResult,
  wantedValue,
} from "../filter";
import type { Finding } from "./finding";

/** The number of code units of expressions whose trees are kept. */
const MAX_KEPT = 2_000_000;

/** The results of parsing, kept by what was parsed: many constraints read each expression, and many zones have the same rules. */
class Parsed<T> {
  readonly #results = new Map<unknown, Map<string, T>>();
  #size = 0;

  /** `variant` is what the result depends on besides the expression, which is the key as it is: a copy would take as much memory again. */
  get(variant: unknown, expression: string, parse: () => T): T {
    const known = this.#results.get(variant)?.get(expression);
    if (known !== undefined) return known;
    if (this.#size > MAX_KEPT) {
      this.#results.clear();
      this.#size = 0;
    }
    const result = parse();
    const results = this.#results.get(variant) ?? new Map<string, T>();
    this.#results.set(variant, results.set(expression, result));
    this.#size += expression.length;
    return result;
  }
}

const conditions = new Parsed<FilterResult>();
const values = new Parsed<ValueResult>();

/** What is wrong with an expression in its place. */
export interface ExpressionFaults {
  /** How messages call the expression. */
  readonly what: ExpressionKind;
  readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]];
}

/** Parses an expression as its purpose needs it: a condition, or a value of the right type. Equal texts share one tree. */
export function parseExpression(expression: string, place: Place): FilterResult | ValueResult {
  const wanted = place.purpose && wantedValue(place.purpose);
  if (wanted === undefined) return parseCondition(expression, place);
  const { language } = place;
  return values.get(variantOf(wanted, language), expression, () =>
    parseValueExpression(expression, wanted, language),
  );
}

/** Parses the expression of a condition. Equal texts share one tree. */
export function parseCondition(expression: string, { phase, language }: NameScope = {}): FilterResult {
  // Other phases do not differ in what the language has.
  return conditions.get(variantOf(isOfPackets(phase), language), expression, () =>
    parseFilter(expression, { phase, language }),
  );
}

function variantOf(variant: unknown, language: Language | undefined): unknown {
  return language === undefined ? variant : `${String(variant)} ${language.key}`;
}

/** Returns the errors of an expression: of the language first, then what the service does not allow in its place. */
export function judgeExpression(expression: string, place: Place): ExpressionFaults | undefined {
  const what = place.purpose && wantedValue(place.purpose) ? "value expression" : "filter expression";
  const parsed = parseExpression(expression, place);
  if (!parsed.valid) return { what, diagnostics: parsed.diagnostics };
  const [first, ...others] = checkPlace(parsed.ast, expression, place);
  return first && { what, diagnostics: [first, ...others] };
}

/** Returns what is suspicious about an expression in its place: nothing, if it is not valid. The findings have an empty path. */
export function lintExpression(expression: string, place: Place): Finding[] {
  const parsed = parseExpression(expression, place);
  if (!parsed.valid) return [];
  return lintFilter(parsed.ast, expression, place).map(({ rule: id, message, span, remedy, refused }) => ({
    id,
    source: "lint",
    path: "",
    message,
    span,
    // The service is known to refuse what a limit finds.
    severity: refused === true ? "error" : severityOfRule(id),
    ...(remedy && { remedy }),
  }));
}
