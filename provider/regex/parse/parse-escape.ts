import type { Assertion, NamedClass, RegexNode } from "./ast";
import type { PatternReader } from "./pattern-reader";

const META_CHARACTERS = "\\.+*?()|[]{}^$#&-~";
const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  ["A", "textStart"],
  ["z", "textEnd"],
  ["B", "notWordBoundary"],
  ["<", "wordStart"],
  [">", "wordEnd"],
]);
const WORD_BOUNDARIES: ReadonlyMap<string, Assertion> = new Map([
  ["start", "wordStart"],
  ["end", "wordEnd"],
  ["start-half", "wordStartHalf"],
  ["end-half", "wordEndHalf"],
]);
const CONTROL_CHARACTERS: ReadonlyMap<string, number> = new Map([
  ["a", 0x07],
  ["f", 0x0c],
  ["t", 0x09],
  ["n", 0x0a],
  ["r", 0x0d],
  ["v", 0x0b],
]);
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);
const UNEXPECTED_END = "incomplete escape sequence, reached end of pattern prematurely";
const MAX_CODE_POINT = 0x10ffff;

export type RegexPrimitive = Extract<RegexNode, { kind: "char" | "dot" | "assertion" | "perl" | "unicode" }>;

/** Parses an escape. The reader is at the backslash. */
export function parseEscape(reader: PatternReader): RegexPrimitive {
  const start = reader.position;
  if (!reader.step()) throw reader.error(UNEXPECTED_END, reader.spanFrom(start));
  const character = reader.character;
  if (/^[0-9]$/.test(character)) {
    throw reader.error("backreferences are not supported", { start, end: reader.characterSpan.end });
  }
  if (HEX_DIGITS.has(character)) return parseHex(reader, start);
  if (character === "p" || character === "P") return parseUnicodeClass(reader, start);
  const perl = /^[dsw]$/i.test(character) ? perlClass(reader, start) : undefined;
  if (perl !== undefined) return perl;
  reader.step();
  return parseOneLetter(reader, start, character);
}

function parseOneLetter(reader: PatternReader, start: number, character: string): RegexPrimitive {
  const control = CONTROL_CHARACTERS.get(character);
  if (control !== undefined) return char(control, reader, start);
  const assertion =
    character === "b" ? (parseWordBoundary(reader, start) ?? "wordBoundary") : ASSERTIONS.get(character);
  if (assertion !== undefined) {
    return { kind: "assertion", assertion, span: reader.spanFrom(start), height: 0 };
  }
  if (!isEscapable(character)) throw reader.error("unrecognized escape sequence", reader.spanFrom(start));
  return char(character.codePointAt(0) ?? 0, reader, start);
}

/** Letters and digits are reserved for future escapes, and `<` and `>` are word boundaries. */
function isEscapable(character: string): boolean {
  if (META_CHARACTERS.includes(character)) return true;
  return /^[\0-\x7F]$/.test(character) && !/^[0-9A-Za-z<>]$/.test(character);
}

/** Parses the braces of `\b{start}`. Returns `undefined` if the braces are a repetition of `\b`. */
function parseWordBoundary(reader: PatternReader, escapeStart: number): Assertion | undefined {
  if (!reader.at("{")) return undefined;
  const start = reader.position;
  if (!reader.stepAndSkipSpace()) {
    throw reader.error(
      "found either the beginning of a special word boundary or a bounded repetition on a \\b with an opening brace, but no closing brace",
      reader.spanFrom(escapeStart),
    );
  }
  const contentStart = reader.position;
  let name = "";
  while (/^[-A-Za-z]$/.test(reader.character)) {
    name += reader.character;
    reader.stepAndSkipSpace();
  }
  if (name === "") {
    reader.position = start;
    return undefined;
  }
  if (!reader.at("}")) {
    throw reader.error(
      "special word boundary assertion is either unclosed or contains an invalid character",
      reader.spanFrom(start),
    );
  }
  const content = reader.spanFrom(contentStart);
  reader.step();
  const kind = WORD_BOUNDARIES.get(name);
  if (kind === undefined) {
    throw reader.error(
      "unrecognized special word boundary assertion, valid choices are: start, end, start-half or end-half",
      content,
    );
  }
  return kind;
}

function perlClass(reader: PatternReader, start: number): NamedClass {
  const letter = reader.character;
  const lower = letter.toLowerCase();
  reader.step();
  const name = lower === "d" || lower === "s" ? lower : "w";
  return { kind: "perl", name, negated: letter !== lower, span: reader.spanFrom(start), height: 0 };
}

function parseUnicodeClass(reader: PatternReader, start: number): NamedClass {
  const negated = reader.character === "P";
  if (!reader.stepAndSkipSpace()) throw reader.error(UNEXPECTED_END);
  let query = reader.character;
  if (query === "{") {
    query = "";
    while (reader.stepAndSkipSpace() && !reader.at("}")) query += reader.character;
    if (reader.atEnd) throw reader.error(UNEXPECTED_END);
    reader.step();
  } else {
    if (query === "\\") throw reader.error("invalid Unicode character class", reader.characterSpan);
    reader.stepAndSkipSpace();
  }
  return { kind: "unicode", query, negated, span: reader.spanFrom(start), height: 0 };
}

function parseHex(reader: PatternReader, start: number): RegexPrimitive {
  const letter = reader.character;
  if (!reader.stepAndSkipSpace()) throw reader.error(UNEXPECTED_END);
  if (reader.character === "{") return char(parseHexBrace(reader), reader, start);
  const digitsStart = reader.position;
  const count = HEX_DIGITS.get(letter) ?? 0;
  let digits = "";
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && !reader.stepAndSkipSpace()) throw reader.error(UNEXPECTED_END);
    digits += hexDigit(reader);
  }
  reader.stepAndSkipSpace();
  const codePoint = scalarValue(digits, reader, digitsStart);
  return { ...char(codePoint, reader, start), byte: letter === "x" };
}

function parseHexBrace(reader: PatternReader): number {
  const brace = reader.position;
  let digits = "";
  while (reader.stepAndSkipSpace() && !reader.at("}")) digits += hexDigit(reader);
  if (reader.atEnd) throw reader.error(UNEXPECTED_END, reader.spanFrom(brace));
  const end = reader.position;
  reader.stepAndSkipSpace();
  if (digits === "") throw reader.error("hexadecimal literal empty", reader.spanFrom(brace));
  return scalarValue(digits, reader, brace + 1, end);
}

function hexDigit(reader: PatternReader): string {
  if (!/^[0-9a-fA-F]$/.test(reader.character)) {
    throw reader.error("invalid hexadecimal digit", reader.characterSpan);
  }
  return reader.character;
}

function scalarValue(digits: string, reader: PatternReader, start: number, end = reader.position): number {
  const significant = digits.replace(/^0+/, "");
  const value = significant.length > 8 ? Infinity : Number.parseInt(`0${significant}`, 16);
  if (value > MAX_CODE_POINT || (value >= 0xd800 && value <= 0xdfff)) {
    throw reader.error("hexadecimal literal is not a Unicode scalar value", { start, end });
  }
  return value;
}

function char(codePoint: number, reader: PatternReader, start: number): Extract<RegexNode, { kind: "char" }> {
  return { kind: "char", codePoint, byte: false, span: reader.spanFrom(start), height: 0 };
}
