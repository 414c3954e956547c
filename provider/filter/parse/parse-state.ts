import type { Expression, Span, Value } from "./ast";
import { nestingLimitExceeded, notUtf8 } from "../diagnostics/syntax-causes";
import { ParseError } from "../diagnostics/parse-error";
import { Reader } from "./reader";

const MAX_NESTING = 128;

/** Mutually recursive productions. They are in different files, so they call each other through the state. */
export interface Grammar {
  readonly parseExpression: (state: ParseState) => Expression;
  readonly parseValue: (state: ParseState) => Value;
}

/** The state of one parse: the reader, the nesting depth and the grammar. */
export class ParseState {
  readonly reader: Reader;
  private depth = 0;

  constructor(
    text: string,
    span: Span,
    readonly grammar: Grammar,
    /** The phase, which decides which fields there are. */
    readonly phase?: string,
  ) {
    this.reader = new Reader(text, span);
    const lone = text.slice(span.start, span.end).search(/\p{Surrogate}/u);
    // The service never receives such a text: a request is UTF-8.
    if (lone >= 0) throw new ParseError(notUtf8(), { start: span.start + lone, end: span.start + lone + 1 });
  }

  /** Runs a parser one level deeper. Parentheses, not, any, all and calls share one limit. */
  nested<T>(parse: () => T, start = this.reader.position): T {
    if (this.depth >= MAX_NESTING) throw this.reader.error(nestingLimitExceeded(MAX_NESTING), start);
    this.depth += 1;
    try {
      return parse();
    } finally {
      this.depth -= 1;
    }
  }

  /** Runs a parser. If it fails, resets the reader and returns `undefined`. */
  attempt<T>(parse: () => T): T | undefined {
    const start = this.reader.position;
    try {
      return parse();
    } catch (problem) {
      if (!(problem instanceof ParseError)) throw problem;
      this.reader.position = start;
      return undefined;
    }
  }
}
