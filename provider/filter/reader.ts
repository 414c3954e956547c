import type { Span } from "./ast";
import { countMismatch, expectedLiteral, expectedName, type Cause, type ExpectedName } from "./causes";
import { Fault } from "./fault";
import { codePointUnits } from "./source";

/** A place in a text, and the steps that every part of the grammar takes from it. TAB is no space here. */
export class Reader {
  position: number;

  constructor(
    readonly text: string,
    { start, end }: Span,
  ) {
    this.position = start;
    this.end = end;
  }

  readonly end: number;

  get atEnd(): boolean {
    return this.position >= this.end;
  }

  /** The UTF-16 unit at a distance from here, or an empty text behind the end. */
  peek(distance = 0): string {
    const at = this.position + distance;
    return at < this.end ? this.text.charAt(at) : "";
  }

  startsWith(token: string): boolean {
    return this.position + token.length <= this.end && this.text.startsWith(token, this.position);
  }

  /** Steps over a token where it stands here. */
  accept(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.position += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.accept(token)) throw this.fault(expectedLiteral(token));
  }

  skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.position)) && this.position < this.end) this.position += 1;
  }

  /** The run of characters that pass the test; at least one is needed. */
  takeWhile(name: ExpectedName, test: (code: number) => boolean): string {
    const start = this.position;
    while (this.position < this.end && test(this.text.charCodeAt(this.position))) this.position += 1;
    if (this.position === start) throw this.fault(expectedName(name));
    return this.text.slice(start, this.position);
  }

  /** Exactly so many characters, whatever they are. */
  take(count: number): string {
    const start = this.position;
    for (let taken = 0; taken < count; taken += 1) {
      if (this.atEnd) throw this.fault(countMismatch(count, taken), start);
      this.position += codePointUnits(this.text, this.position);
    }
    return this.text.slice(start, this.position);
  }

  spanFrom(start: number): Span {
    return { start, end: this.position };
  }

  /** A fault that covers the rest of the input, as most of the engine's do. */
  fault(cause: Cause, start = this.position): Fault {
    return new Fault(cause, { start, end: this.end });
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d;
}
