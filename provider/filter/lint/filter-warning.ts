import type { Expression, Span } from "../parse/ast";

/** A lint warning about a valid expression. */
export interface FilterWarning {
  readonly rule: FilterWarningRule;
  /** What is suspicious and what to write instead. The message quotes the expression. */
  readonly message: string;
  /** JavaScript indexes of the expression. */
  readonly span: Span;
}

export const FILTER_WARNING_RULES = [
  "deprecated-field",
  "duplicate-item",
  "impossible-value",
  "length",
  "mixed-operators",
  "overlapping-item",
  "phase",
  "plan",
] as const;
export type FilterWarningRule = (typeof FILTER_WARNING_RULES)[number];

/** In ascending order: each plan includes the features of those before it. */
export const FILTER_PLANS = ["free", "pro", "business", "enterprise"] as const;
export type FilterPlan = (typeof FILTER_PLANS)[number];

export interface LintOptions {
  /** The phase of the ruleset. Without it, the lint rule `phase` reports nothing. */
  readonly phase?: string;
  /** The plan of the zone. Without it, every feature that is not in all plans is reported. */
  readonly plan?: FilterPlan;
}

export interface LintContext extends LintOptions {
  readonly ast: Expression;
  readonly expression: string;
}

/** A lint rule. It yields warnings in the order of the text; the linter takes only the first ones. */
export type LintRule = (context: LintContext) => Iterable<FilterWarning>;
