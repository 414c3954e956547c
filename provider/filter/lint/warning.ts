import type { Expression, Span } from "../parse/ast";

/** Something doubtful in an expression that is valid. */
export interface FilterWarning {
  readonly rule: FilterWarningRule;
  /** Sentences that say what it is, and what to write instead. They quote the expression. */
  readonly message: string;
  /** Where it is, as JavaScript indexes of the expression. */
  readonly span: Span;
}

export const FILTER_WARNING_RULES = [
  "deprecated-field",
  "duplicate-item",
  "length",
  "mixed-operators",
  "overlapping-item",
  "phase",
  "plan",
] as const;
export type FilterWarningRule = (typeof FILTER_WARNING_RULES)[number];

/** From the smallest on: each has what those before it have. */
export const FILTER_PLANS = ["free", "pro", "business", "enterprise"] as const;
export type FilterPlan = (typeof FILTER_PLANS)[number];

export interface LintOptions {
  /** The phase of the ruleset that the expression is for; without it, nothing is said about phases. */
  readonly phase?: string;
  /** The plan of the zone; without it, whatever is not in every plan is told. */
  readonly plan?: FilterPlan;
}

export interface LintContext extends LintOptions {
  readonly ast: Expression;
  readonly expression: string;
}

/** Gives its warnings in the order of the text. Only the first ones are asked for. */
export type LintRule = (context: LintContext) => Iterable<FilterWarning>;
