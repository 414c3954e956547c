import type { Span } from "./ast";
import type { Cause } from "./causes";

/** Ends a parse from any depth. It never leaves the parser: its entry turns it into a diagnostic. */
export class Fault extends Error {
  override readonly name = "Fault";

  constructor(
    readonly reason: Cause,
    readonly span: Span,
  ) {
    super(reason.text);
  }
}
