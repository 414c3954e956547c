import type { Span } from "../parse/ast";
import type { Cause } from "./causes";

/** Ends a parse from any depth. It never leaves the parser: its entry turns it into a diagnostic. */
export class Fault extends Error {
  constructor(
    readonly reason: Cause,
    /** Where the engine puts it. */
    readonly span: Span,
    /** What people are shown, where the engine points beside it. */
    readonly shown: Span = span,
  ) {
    super(reason.text);
  }
}
