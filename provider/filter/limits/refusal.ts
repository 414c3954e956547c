import type { Cause } from "../diagnostics/cause";
import type { Span } from "../parse/ast";

/** A part of a valid expression that the service does not allow in its place. */
export interface Refusal {
  readonly span: Span;
  readonly cause: Cause;
  /** The lint rule that warns of it. */
  readonly rule: "limit" | "list" | "phase";
  /** The whole problem as sentences, for a lint warning. */
  readonly message: string;
  /** Whether the refusal is documented or was observed. Otherwise it is inferred, and only a warning. */
  readonly certain: boolean;
}

interface Explanation {
  /** Default: `phase`. */
  readonly rule?: Refusal["rule"];
  /** What is allowed, as the end of "expected …". */
  readonly expected: string;
  /** The whole problem and what to do, as sentences. */
  readonly message: string;
  /** What to do, as a sentence, if `expected` does not say it. */
  readonly hint?: string;
  readonly certain?: boolean;
}

/** Makes a refusal. `problem` is a phrase in the style of the service: `the use of field ssl is not allowed`. */
export function refusal(
  span: Span,
  problem: string,
  { rule = "phase", expected, message, hint, certain = true }: Explanation,
): Refusal {
  const cause: Cause = {
    causeClass: "NotAllowed",
    text: problem,
    expected,
    ...(hint !== undefined && { hint }),
  };
  return { span, cause, rule, message, certain };
}

/** Returns a refusal that has the text of a parse error of the service. */
export function refusalBy(cause: Cause, span: Span): Refusal {
  return {
    span,
    cause,
    rule: "limit",
    message: `${cause.plain ?? cause.text}: expected ${cause.expected}.`,
    certain: true,
  };
}
