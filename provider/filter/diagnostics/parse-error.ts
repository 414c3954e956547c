import type { Span } from "../parse/ast";
import type { Cause } from "./cause";

/** A parse error or type error. `parseFilter` catches it and turns it into a diagnostic. */
export class ParseError extends Error {
  constructor(
    readonly reason: Cause,
    /** The span that the reference implementation reports. */
    readonly span: Span,
    /** The span to show to people, if the reported one misses the problem. */
    readonly shown: Span = span,
  ) {
    super(reason.text);
  }
}
