import type { PatternSpan } from "./ast";

/** Ends the reading of a pattern. It never leaves this folder. */
export class RegexSyntaxError extends Error {
  override readonly name = "RegexSyntaxError";

  constructor(
    /** In the words of Rust's regex library. */
    readonly problem: string,
    readonly span: PatternSpan,
    /** Where the first of two things stands that may not both be there. */
    readonly original?: PatternSpan,
  ) {
    super(problem);
  }
}

/** Ends the reading of a pattern that is too big whatever follows. */
export class RegexSizeError extends Error {
  override readonly name = "RegexSizeError";
}
