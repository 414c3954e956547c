import type { Expression, Span } from "../ast";

/** Something doubtful in an expression that is valid. */
export interface FilterWarning {
  readonly rule: FilterWarningRule;
  /** Sentences that say what it is, and what to write instead. They quote the expression. */
  readonly message: string;
  /** Where it is, as JavaScript indexes of the expression. */
  readonly span: Span;
}

export type FilterWarningRule =
  "deprecated-field" | "duplicate-item" | "length" | "mixed-operators" | "phase" | "plan";

export interface LintContext {
  readonly ast: Expression;
  readonly expression: string;
  /** The phase of the ruleset that the expression is for: `http_request_firewall_custom`. */
  readonly phase: string | undefined;
}

export type LintRule = (context: LintContext) => FilterWarning[];
