import type { Expression, Span, Value } from "./ast";
import { nestingLimitExceeded } from "../diagnostics/causes";
import { Fault } from "../diagnostics/fault";
import { Reader } from "./reader";

const MAX_NESTING = 128;

/** The parts of the grammar that contain each other. They are separate files, so each gets the others from here. */
export interface Grammar {
  readonly parseExpression: (state: ParseState) => Expression;
  readonly parseValue: (state: ParseState) => Value;
}

/** What the parts of the parser share. */
export class ParseState {
  readonly reader: Reader;
  private depth = 0;

  constructor(
    text: string,
    span: Span,
    readonly grammar: Grammar,
  ) {
    this.reader = new Reader(text, span);
  }

  /** Runs a parser one level deeper, which began at `start`. Parentheses, not, any, all and calls count together. */
  nested<T>(parse: () => T, start = this.reader.position): T {
    if (this.depth >= MAX_NESTING) throw this.reader.fault(nestingLimitExceeded(MAX_NESTING), start);
    this.depth += 1;
    try {
      return parse();
    } finally {
      this.depth -= 1;
    }
  }

  /** Runs a parser that may fail: then nothing was read, and the answer is `undefined`. */
  attempt<T>(parse: () => T): T | undefined {
    const start = this.reader.position;
    try {
      return parse();
    } catch (problem) {
      if (!(problem instanceof Fault)) throw problem;
      this.reader.position = start;
      return undefined;
    }
  }
}
