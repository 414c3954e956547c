import type { Span } from "./ast";
import {
  countMismatch,
  expectedLiteral,
  expectedName,
  type Cause,
  type ExpectedName,
} from "../diagnostics/causes";
import type { CharacterSet } from "./characters";
import { Fault } from "../diagnostics/fault";
import { codePointUnits } from "./source";

const NUL = 0;

/** A place in a text, and the steps that every part of the grammar takes from it. TAB is no space here. */
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

  /** The UTF-16 unit at a distance from here; behind the end it is NUL, which the grammar has no use for. */
  code(distance = 0): number {
    const at = this.position + distance;
    return at < this.end ? this.text.charCodeAt(at) : NUL;
  }

  /** The same as a text, empty behind the end. */
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
    let at = this.position;
    while (at < this.end && isSpace(this.text.charCodeAt(at))) at += 1;
    this.position = at;
  }

  /** Where the run of such characters that begins here ends; here, where there is none. */
  endOfRun(characters: CharacterSet): number {
    let at = this.position;
    while (at < this.end && characters.has(this.text.charCodeAt(at))) at += 1;
    return at;
  }

  /** Steps over a run of such characters; at least one is needed. */
  expectRun(name: ExpectedName, characters: CharacterSet): void {
    const end = this.endOfRun(characters);
    if (end === this.position) throw this.fault(expectedName(name));
    this.position = end;
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
  fault(cause: Cause, start = this.position, shown?: Span): Fault {
    return new Fault(cause, { start, end: this.end }, shown);
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d;
}
