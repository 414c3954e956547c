import type { Span } from "./ast";
import type { Cause, ExpectedName } from "../diagnostics/cause";
import { countMismatch, expectedLiteral, expectedName } from "../diagnostics/syntax-causes";
import type { CharacterSet } from "./characters";
import { ParseError } from "../diagnostics/parse-error";
import { codePointUnits } from "./source";

const NUL = 0;

/** A cursor over a span of a text. Space is only " ", "\n" and "\r": the grammar has no TAB. */
export class Reader {
  position: number;
  readonly end: number;

  constructor(
    readonly text: string,
    { start, end }: Span,
  ) {
    this.position = start;
    this.end = end;
  }

  get atEnd(): boolean {
    return this.position >= this.end;
  }

  /** Returns the UTF-16 unit at a distance from the cursor, or NUL past the end; the grammar does not use NUL. */
  code(distance = 0): number {
    const at = this.position + distance;
    return at < this.end ? this.text.charCodeAt(at) : NUL;
  }

  /** Returns the character at the cursor, or an empty string at the end. */
  peek(): string {
    return this.position < this.end ? this.text.charAt(this.position) : "";
  }

  startsWith(token: string): boolean {
    const { text, position } = this;
    if (position + token.length > this.end) return false;
    for (let index = 0; index < token.length; index += 1) {
      if (text.charCodeAt(position + index) !== token.charCodeAt(index)) return false;
    }
    return true;
  }

  /** Consumes a token if it is at the cursor. */
  accept(token: string): boolean {
    if (!this.startsWith(token)) return false;
    this.position += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.accept(token)) throw this.error(expectedLiteral(token));
  }

  skipSpace(): void {
    let at = this.position;
    while (at < this.end && isSpace(this.text.charCodeAt(at))) at += 1;
    this.position = at;
  }

  /** Returns the end of the run of characters at the cursor. An empty run ends at the cursor. */
  endOfRun(characters: CharacterSet): number {
    let at = this.position;
    while (at < this.end && characters.has(this.text.charCodeAt(at))) at += 1;
    return at;
  }

  /** Consumes a run of at least one character. */
  expectRun(name: ExpectedName, characters: CharacterSet): void {
    const end = this.endOfRun(characters);
    if (end === this.position) throw this.error(expectedName(name));
    this.position = end;
  }

  /** Consumes exactly `count` code points. */
  take(count: number): string {
    const start = this.position;
    for (let taken = 0; taken < count; taken += 1) {
      if (this.atEnd) throw this.error(countMismatch(count, taken), start);
      this.position += codePointUnits(this.text, this.position);
    }
    return this.text.slice(start, this.position);
  }

  spanFrom(start: number): Span {
    return { start, end: this.position };
  }

  /** Makes an error that covers the rest of the input, as most errors of the reference implementation do. */
  error(cause: Cause, start = this.position, shown?: Span): ParseError {
    return new ParseError(cause, { start, end: this.end }, shown);
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d;
}
