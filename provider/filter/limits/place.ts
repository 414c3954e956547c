import type { WantedValue } from "../parse/parse-value-expression";

/** What an expression is for. `filter` selects requests, `counting` the requests that a rate limit counts; the others are values. */
export type ExpressionPurpose =
  "filter" | "counting" | "path" | "query" | "header" | "target" | "tags" | "credential";

const WANTED: { readonly [purpose in ExpressionPurpose]?: WantedValue } = {
  path: "text",
  query: "text",
  header: "text or ip",
  target: "text",
  tags: "list of text",
  credential: "text",
};

/** Where an expression stands. What is not known is not checked. */
export interface ExpressionPlace {
  /** The phase of the ruleset. */
  readonly phase?: string;
  /** The kind of the ruleset; `root` is the entry point of an account. */
  readonly kind?: string;
  /** Default: `filter`. */
  readonly purpose?: ExpressionPurpose;
}

/** Returns the value that an expression must compute for a purpose, or `undefined` for a filter and a counting expression. */
export function wantedValue(purpose: ExpressionPurpose): WantedValue | undefined {
  return WANTED[purpose];
}
