import type { PatternSpan } from "./ast";

/** A syntax error in a pattern. `checkRegex` turns it into a `RegexProblem`. */
export class RegexSyntaxError extends Error {
  override readonly name = "RegexSyntaxError";

  constructor(
    /** The message of the `regex` crate. */
    readonly problem: string,
    readonly span: PatternSpan,
    /** For duplicates, the span of the first one. */
    readonly original?: PatternSpan,
  ) {
    super(problem);
  }
}

/** A pattern that exceeds the size limit whatever follows. */
export class RegexSizeError extends Error {
  override readonly name = "RegexSizeError";
}
