import type { Place } from "../limits/place";
import type { Expression, Span, ValueExpression } from "../parse/ast";
import type { FilterNodes } from "../parse/walk-filter";
import { clipCodePoints } from "../../words";

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

/** The ids of all lint rules. `edge-platform explain` explains each. */
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
  "never-empty",
  "or-instead-of-in",
  "overlapping-item",
  "pattern-in-text",
  "phase",
  "plain-regex",
  "plan",
  "reserved-address",
  "threat-score",
  "threat-score-branch",
  "total-regex",
  "unescaped-dot",
  "unknown-name",
  "value",
  "wildcard-crosses-slash",
] as const;
/** The id of a lint rule. */
export type FilterWarningRule = (typeof FILTER_WARNING_RULES)[number];

/**
 * The lint rules whose findings are worth knowing, but not in each preview, with the reason as a clause. A warning is a condition that
 * may select other requests than its author believes, or that the service may refuse.
 */
export const INFORMATION: Readonly<Partial<Record<FilterWarningRule, string>>> = {
  "deprecated-field": "the field works under both names",
  "double-negation": "the meaning is clear",
  "duplicate-item": "the set is the same without the item",
  "never-empty": "there are no requests that the comparison could miss",
  "or-instead-of-in": "the meaning is the same",
  "overlapping-item": "the set is the same without the smaller item",
  "plain-regex": "the meaning is the same",
  "threat-score-branch": "the other conditions still decide",
  "total-regex": "a whole condition that is always true is a hazard",
  "unescaped-dot": "the pattern matches what is meant",
  "wildcard-crosses-slash": "only a skip is a hole, which is a hazard",
};

/** Returns the severity of what a lint rule finds. */
export function severityOfRule(rule: FilterWarningRule): "warning" | "information" {
  return INFORMATION[rule] === undefined ? "warning" : "information";
}

/**
 * What is linted. Without a phase, the lint rule `phase` reports nothing. Without a plan, every feature that is not in all plans is
 * reported.
 */
export interface LintContext extends Place {
  readonly ast: Expression | ValueExpression;
  readonly expression: string;
  /** All nodes of the expression. */
  readonly nodes: FilterNodes;
}

/** A lint rule. It yields warnings in the order of the text; the linter takes only the first ones. */
export type LintRule = (context: LintContext) => Iterable<FilterWarning>;

/** The length of a quoted part of an expression, in code points. */
export const MAX_QUOTED = 60;

/** Quotes a part of an expression for a message. */
export function quoteOf(expression: string, { start, end }: Span): string {
  return clipCodePoints(expression.slice(start, end), MAX_QUOTED);
}
