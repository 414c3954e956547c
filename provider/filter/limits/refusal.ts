import type { Cause } from "../parse/causes/cause";
import type { Span } from "../parse/ast";

/**
 * The limits of expressions: the lint rule that warns of each, and whether it is certain, that is, documented or observed. An
 * inferred limit is only a warning. The rule book names the source of each.
 */
export const LIMITS = {
  "expression-field": { rule: "phase", certain: true },
  "expression-field-unlisted": { rule: "phase", certain: false },
  "expression-function": { rule: "phase", certain: true },
  "expression-function-unlisted": { rule: "phase", certain: false },
  "credential-function": { rule: "phase", certain: true },
  "list-name": { rule: "list", certain: true },
  "list-managed": { rule: "list", certain: true },
  "list-missing": { rule: "list", certain: true },
  "list-other-kind": { rule: "list", certain: true },
  "list-addresses": { rule: "list", certain: true },
  "list-account": { rule: "list", certain: true },
  "field-account": { rule: "phase", certain: true },
  "list-redirect-field": { rule: "list", certain: true },
  "list-kind": { rule: "list", certain: false },
  "function-once": { rule: "limit", certain: true },
  "function-literal": { rule: "limit", certain: true },
  "function-flags": { rule: "limit", certain: true },
  "function-pattern": { rule: "limit", certain: true },
  "function-references": { rule: "limit", certain: true },
  "function-undocumented": { rule: "limit", certain: false },
  "function-query": { rule: "limit", certain: true },
} as const satisfies Readonly<Record<string, { rule: "limit" | "list" | "phase"; certain: boolean }>>;
/** The name of a limit, which is also the id of its constraint in the rule book. */
export type ExpressionLimit = keyof typeof LIMITS;

/** A part of a valid expression that the service does not allow in its place. */
export interface Refusal {
  readonly limit: ExpressionLimit;
  readonly span: Span;
  readonly cause: Cause;
  /** The whole problem as sentences, for a lint warning. */
  readonly message: string;
}

interface Explanation {
  /** What is allowed, as the end of "expected …". */
  readonly expected: string;
  /** The whole problem and what to do, as sentences. */
  readonly message: string;
  /** What to do, as a sentence, if `expected` does not say it. */
  readonly hint?: string;
}

/** Makes a refusal. `problem` is a phrase in the style of the service: `the use of field ssl is not allowed`. */
export function refusal(
  limit: ExpressionLimit,
  span: Span,
  problem: string,
  { expected, message, hint }: Explanation,
): Refusal {
  const cause: Cause = {
    causeClass: "NotAllowed",
    text: problem,
    expected,
    ...(hint !== undefined && { hint }),
  };
  return { limit, span, cause, message };
}

/** Returns a refusal that has the text of a parse error of the service. */
export function refusalBy(limit: ExpressionLimit, cause: Cause, span: Span): Refusal {
  const [first = ""] = (cause.plain ?? cause.text).split("\n");
  const message = `${first.charAt(0).toUpperCase()}${first.slice(1)}: expected ${cause.expected}.`;
  return { limit, span, cause, message };
}
