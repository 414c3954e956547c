import type { Place } from "../limits/place";
import type { Expression, Span, ValueExpression } from "../parse/ast";

/** A change of an expression that keeps its meaning. */
export interface Remedy {
  /** What the change does, as an imperative without a full stop: `write ip.src.country`. */
  readonly text: string;
  /** Replacements in the expression, in the order of the text. They do not overlap. */
  readonly edits: readonly Edit[];
}

/** A replacement of a part of an expression. */
export interface Edit {
  /** JavaScript indexes of the expression. */
  readonly span: Span;
  readonly text: string;
}

/** A lint warning about a valid expression. */
export interface FilterWarning {
  readonly rule: FilterWarningRule;
  /** What is suspicious and what to write instead. The message quotes the expression. */
  readonly message: string;
  /** JavaScript indexes of the expression. */
  readonly span: Span;
  /** What removes the warning and keeps the meaning of the expression. */
  readonly remedy?: Remedy;
  /** The service is known to refuse the expression for this reason. The resources with rules report it as an error. */
  readonly refused?: boolean;
}

export const FILTER_WARNING_RULES = [
  "all-without-value",
  "byte-separator",
  "deprecated-field",
  "double-negation",
  "duplicate-item",
  "encoded-text",
  "header-name-case",
  "impossible-value",
  "length",
  "limit",
  "list",
  "mixed-operators",
  "or-instead-of-in",
  "overlapping-item",
  "pattern-in-text",
  "phase",
  "plain-regex",
  "plan",
  "reserved-address",
  "threat-score",
  "total-regex",
  "unescaped-dot",
  "unknown-name",
  "value",
  "wildcard-crosses-slash",
] as const;
export type FilterWarningRule = (typeof FILTER_WARNING_RULES)[number];

/** The lint rules whose findings are information: worth knowing, but not in each preview. */
const INFORMATION: ReadonlySet<FilterWarningRule> = new Set<FilterWarningRule>([
  "deprecated-field",
  "double-negation",
  "duplicate-item",
  "or-instead-of-in",
  "overlapping-item",
  "plain-regex",
  "total-regex",
  "unescaped-dot",
  "wildcard-crosses-slash",
]);

/** Returns the severity of what a lint rule finds. */
export function severityOfRule(rule: FilterWarningRule): "warning" | "information" {
  return INFORMATION.has(rule) ? "information" : "warning";
}

/**
 * What is linted. Without a phase, the lint rule `phase` reports nothing. Without a plan, every feature that is not in all plans is
 * reported.
 */
export interface LintContext extends Place {
  readonly ast: Expression | ValueExpression;
  readonly expression: string;
}

/** A lint rule. It yields warnings in the order of the text; the linter takes only the first ones. */
export type LintRule = (context: LintContext) => Iterable<FilterWarning>;

const ELLIPSIS = "…";
/** The length of a quoted part of an expression, in code points. */
export const MAX_QUOTED = 60;

/** Cuts a text to a number of code points for a message. */
export function clip(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : characters.slice(0, length).join("") + ELLIPSIS;
}

/** Quotes a part of an expression for a message. */
export function quoteOf(expression: string, { start, end }: Span): string {
  return clip(expression.slice(start, end), MAX_QUOTED);
}
