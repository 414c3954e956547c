import type { Span } from "./ast";
import { type Cause, ParseError } from "./causes/cause";
import { countMismatch, expectedLiteral, expectedName, type ExpectedName } from "./causes/syntax-causes";
import { codePointUnits } from "./source";

const NUL = 0;

/** A cursor over a span of a text. Space is only " ", "\n" and "\r": the grammar has no TAB. */
export class Lexer {
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

/** A set of ASCII characters. The grammar needs no others. */
export class CharacterSet {
  private readonly members = new Uint8Array(128);

  constructor(characters: string) {
    for (const character of characters) this.members[character.charCodeAt(0)] = 1;
  }

  /** Tells whether a UTF-16 unit is in the set. NaN, which `charCodeAt` returns past the end of a text, is not. */
  has(code: number): boolean {
    return code < 128 && this.members[code] === 1;
  }
}

const OCTAL = "01234567";
const DECIMAL = `${OCTAL}89`;
const HEX = `${DECIMAL}abcdefABCDEF`;

export const OCTAL_DIGITS = new CharacterSet(OCTAL);
export const DECIMAL_DIGITS = new CharacterSet(DECIMAL);
export const HEX_DIGITS = new CharacterSet(HEX);
const NAME_START = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
const WORD = `${DECIMAL}${NAME_START}`;
export const WORD_CHARACTERS = new CharacterSet(WORD);
/** The characters that start a name on the right of an operator. There, a digit starts a literal. */
export const NAME_STARTS = new CharacterSet(NAME_START);
/** The characters of names: words and dots. */
export const NAME_CHARACTERS = new CharacterSet(`${WORD}.`);
export const LIST_NAME_CHARACTERS = new CharacterSet(`${DECIMAL}abcdefghijklmnopqrstuvwxyz_.`);
/** The characters of addresses, mask lengths and ranges. */
export const ADDRESS_CHARACTERS = new CharacterSet(`${HEX}./:`);

interface Token<T> {
  readonly text: string;
  readonly meaning: T;
}

/** A list of tokens with their meanings. The first match wins, and there is no word boundary: `equals` starts with `eq`. */
export class Tokens<T> {
  /** Tokens by their first ASCII character. */
  private readonly byFirst: (readonly Token<T>[])[];

  constructor(tokens: readonly (readonly [text: string, meaning: T])[]) {
    const all = tokens.map(([text, meaning]) => ({ text, meaning }));
    this.byFirst = Array.from({ length: 128 }, (_, first) =>
      all.filter(({ text }) => text.charCodeAt(0) === first),
    );
  }

  /** Consumes the token at the cursor and returns its meaning, or returns `undefined`. */
  accept(lexer: Lexer): T | undefined {
    const candidates = this.byFirst[lexer.code()];
    if (candidates === undefined) return undefined;
    for (const { text, meaning } of candidates) if (lexer.accept(text)) return meaning;
    return undefined;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d;
}
