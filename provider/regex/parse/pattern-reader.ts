import type { PatternSpan } from "./ast";
import { RegexSyntaxError, RegexSizeError } from "./regex-error";

const WHITE_SPACE = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/;

/** Each node needs at least one state, and a compiled pattern within the size limit has no more states than this. */
const MAX_NODES = 327_680;

/** A cursor over a pattern. With the flag `x`, methods with `Space` in their name also skip white space and comments. */
export class PatternReader {
  position = 0;
  ignoresSpace = false;

  private nodes = 0;

  constructor(readonly pattern: string) {}

  /** @throws RegexSizeError if the pattern has too many nodes. */
  countNode(): void {
    this.nodes += 1;
    if (this.nodes > MAX_NODES) throw new RegexSizeError();
  }

  get atEnd(): boolean {
    return this.position >= this.pattern.length;
  }

  /** The character at the cursor, or an empty string at the end. */
  get character(): string {
    return this.atEnd ? "" : this.pattern.slice(this.position, this.position + this.units);
  }

  at(character: string): boolean {
    return this.character === character;
  }

  /** Moves one character forward. Returns whether there is another character. */
  step(): boolean {
    if (!this.atEnd) this.position += this.units;
    return !this.atEnd;
  }

  stepAndSkipSpace(): boolean {
    if (!this.step()) return false;
    this.skipSpace();
    return !this.atEnd;
  }

  accept(prefix: string): boolean {
    if (!this.pattern.startsWith(prefix, this.position)) return false;
    this.position += prefix.length;
    return true;
  }

  skipSpace(): void {
    if (!this.ignoresSpace) return;
    while (!this.atEnd) {
      if (this.atWhiteSpace()) this.step();
      else if (this.character === "#") this.skipComment();
      else break;
    }
  }

  atWhiteSpace(): boolean {
    return WHITE_SPACE.test(this.character);
  }

  /** Returns the next character. */
  peek(): string {
    return this.characterAt(this.position + this.units);
  }

  /** Returns the next character, with the flag `x` the one after white space and comments. */
  peekAfterSpace(): string {
    if (!this.ignoresSpace || this.atEnd) return this.peek();
    const here = this.position;
    this.step();
    this.skipSpace();
    const found = this.character;
    this.position = here;
    return found;
  }

  spanFrom(start: number): PatternSpan {
    return { start, end: this.position };
  }

  /** The span of the character at the cursor. */
  get characterSpan(): PatternSpan {
    return { start: this.position, end: this.position + this.character.length };
  }

  error(problem: string, span: PatternSpan = this.spanFrom(this.position)): RegexSyntaxError {
    return new RegexSyntaxError(problem, span);
  }

  private get units(): number {
    return unitsAt(this.pattern, this.position);
  }

  private characterAt(offset: number): string {
    if (offset >= this.pattern.length) return "";
    return this.pattern.slice(offset, offset + unitsAt(this.pattern, offset));
  }

  private skipComment(): void {
    const end = this.pattern.indexOf("\n", this.position);
    this.position = end === -1 ? this.pattern.length : end + 1;
  }
}

/** How many UTF-16 units the code point at an offset takes. */
function unitsAt(text: string, offset: number): 1 | 2 {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}
