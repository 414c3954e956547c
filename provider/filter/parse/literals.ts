import { checkRegex } from "../../regex";
import { type Cause, type IntProblem, ParseError } from "./causes/cause";
import {
  doubleStar,
  expectedName,
  hostPartNotZero,
  incompatibleRangeBounds,
  invalidAddress,
  invalidCharacterEscape,
  invalidMask,
  invalidRawStringHashCount,
  invalidRegex,
  invalidWildcard,
  maskTooLong,
  missingEndingQuote,
  parseInt,
  regexTooBig,
  unrecognised,
} from "./causes/syntax-causes";
import type {
  BytesLiteral,
  IntLiteral,
  IntRange,
  IpAddress,
  IpLiteral,
  IpNetwork,
  IpRange,
  RegexLiteral,
  Span,
} from "./ast";
import { addressBits, networkOf, parseAddress, parseNetworkAddress, printAddress } from "./ip-address";
import {
  ADDRESS_CHARACTERS,
  type CharacterSet,
  DECIMAL_DIGITS,
  HEX_DIGITS,
  Lexer,
  OCTAL_DIGITS,
} from "./lexer";
import { codePointUnits } from "./source";
import { ByteWriter, encodeUtf8 } from "./utf8";

const QUOTE = 0x22;
const STAR = 0x2a;
const BACKSLASH = 0x5c;
const MAX_HASHES = 255;
const MAX_BYTE = 255;
const BYTE: Bounds = { min: 0n, max: BigInt(MAX_BYTE) };
const MASK: Bounds = { min: 0n, max: 255n };
const INT64: Bounds = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** No 64-bit integer has more digits in any radix. Longer texts are too large without further parsing. */
const MAX_DIGITS = 22;
const DIGITS: Readonly<Record<Radix, CharacterSet>> = { 8: OCTAL_DIGITS, 10: DECIMAL_DIGITS, 16: HEX_DIGITS };
const HEX = /^[0-9a-fA-F]+$/;
const OCTAL = /^[0-7]+$/;
const ZERO = 0x30;
const NINE = 0x39;
/** The ASCII bit that makes a letter lower-case. */
const LOWER_CASE = 0x20;
/** The hex digit "a" is ten. */
const BEFORE_A = 0x61 - 10;
/** Between bytes. The public reference implementation accepts all of them, newer builds only the colon. */
const SEPARATORS = ":-.";
const NOT_A_BYTE = "this is not a byte";
const EXPECTED_STRING = 'a string in double quotes, a raw string r"…", or bytes such as 61:62';
const STRING = 'a string in double quotes such as "example.com", or bytes such as 61:62';
const EXPECTED_INTEGER = "an integer of 64 bits: 42, -7, 0x1f (hex) or 017 (octal)";

type Radix = 8 | 10 | 16;

interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

/** Tells whether a `string` starts here. An `r` with another character after it starts a name. */
export function atString(lexer: Lexer): boolean {
  return lexer.peek() === '"' || lexer.startsWith('r"') || lexer.startsWith("r#");
}

/** `bytes = string | byte-string ;` `separators` are the characters that may be between bytes. */
export function readBytes(lexer: Lexer, separators = SEPARATORS): BytesLiteral {
  const isString = lexer.atEnd || lexer.peek() === '"' || lexer.peek() === "r";
  return isString ? readString(lexer) : readByteString(lexer, separators);
}

/** `string = quoted | raw ;` */
export function readString(lexer: Lexer): BytesLiteral {
  const start = lexer.position;
  if (lexer.atEnd) throw lexer.error(unrecognised("a string is missing", EXPECTED_STRING));
  if (lexer.accept('"')) {
    const bytes = readQuoted(lexer);
    return { kind: "bytes", type: "Bytes", bytes, notation: "quoted", span: lexer.spanFrom(start) };
  }
  if (lexer.accept("r")) {
    const bytes = encodeUtf8(readRaw(lexer));
    return { kind: "bytes", type: "Bytes", bytes, notation: "raw", span: lexer.spanFrom(start) };
  }
  throw lexer.error(expectedName('" or r'));
}

/** `raw = "r" { "#" } '"' … '"' { "#" } ;` with as many hashes at the end as at the start. The lexer is after the `r`. */
function readRaw(lexer: Lexer): string {
  const start = lexer.position;
  while (lexer.accept("#"));
  const hashes = lexer.position - start;
  if (hashes > MAX_HASHES) throw lexer.error(invalidRawStringHashCount, start);
  if (!lexer.accept('"')) throw lexer.error(expectedName('" or #'));
  const ending = `"${"#".repeat(hashes)}`;
  const from = lexer.position;
  const end = lexer.text.indexOf(ending, from);
  if (end === -1 || end + ending.length > lexer.end) throw lexer.error(missingEndingQuote, start);
  lexer.position = end + ending.length;
  return lexer.text.slice(from, end);
}

/** `quoted = '"' { character | escape } '"' ;` The lexer is after the opening quote. */
function readQuoted(lexer: Lexer): Uint8Array {
  const start = lexer.position;
  let writer: ByteWriter | undefined;
  for (;;) {
    const plainStart = lexer.position;
    const plainEnd = endOfPlain(lexer);
    lexer.position = plainEnd;
    if (lexer.atEnd) throw lexer.error(missingEndingQuote, start);
    const ends = lexer.accept('"');
    // Fast path: most strings have no escape.
    if (ends && writer === undefined) return encodeUtf8(lexer.text, plainStart, plainEnd);
    writer ??= new ByteWriter();
    writer.writeText(lexer.text.slice(plainStart, plainEnd));
    if (ends) return writer.toBytes();
    lexer.expect("\\");
    writer.writeByte(readEscape(lexer, start));
  }
}

/** Returns the offset of the next quote or backslash, or the end. */
function endOfPlain({ text, position, end }: Lexer): number {
  for (let at = position; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH) return at;
  }
  return end;
}

/** `escape = "\" ( '"' | "\" | "x" hex hex | octal octal octal ) ;` The lexer is after the backslash. */
function readEscape(lexer: Lexer, stringStart: number): number {
  const escape = lexer.peek();
  if (escape === "") throw lexer.error(missingEndingQuote, stringStart);
  if (escape >= "0" && escape <= "7")
    return readFixedByte(lexer, 8, NOT_A_BYTE, "three octal digits, at most 377");
  const start = lexer.position;
  lexer.position += codePointUnits(lexer.text, start);
  if (escape === "x") return readFixedByte(lexer, 16, NOT_A_BYTE, "two hex digits");
  if (escape === '"' || escape === "\\") return escape.charCodeAt(0);
  throw new ParseError(invalidCharacterEscape, lexer.spanFrom(start));
}

/** `byte-string = hex hex separator hex hex { separator hex hex } ; separator = ":" | "-" | "." ;` */
function readByteString(lexer: Lexer, separators: string): BytesLiteral {
  const start = lexer.position;
  const bytes = [readFixedByte(lexer, 16, "this is not a string", STRING)];
  const separatorAt = lexer.position;
  if (!separators.includes(lexer.take(1))) {
    throw new ParseError(expectedName("byte separator"), lexer.spanFrom(separatorAt));
  }
  do bytes.push(readFixedByte(lexer, 16, NOT_A_BYTE, "two hex digits"));
  while (acceptOneOf(lexer, separators));
  return {
    kind: "bytes",
    type: "Bytes",
    bytes: Uint8Array.from(bytes),
    notation: "hex",
    span: lexer.spanFrom(start),
  };
}

function acceptOneOf(lexer: Lexer, characters: string): boolean {
  const found = lexer.peek();
  return found !== "" && characters.includes(found) && lexer.accept(found);
}

function readFixedByte(lexer: Lexer, radix: 8 | 16, plain: string, expected: string): number {
  const start = lexer.position;
  const text = lexer.take(radix === 8 ? 3 : 2);
  const byte = (radix === 8 ? OCTAL : HEX).test(text) ? Number.parseInt(text, radix) : NaN;
  if (byte <= MAX_BYTE) return byte;
  const value = parseDigits(text, radix, BYTE);
  if (typeof value === "string")
    throw new ParseError(parseInt(value, radix, plain, expected), lexer.spanFrom(start));
  return Number(value);
}

/** `regex = '"' pattern '"' | raw ;` In quotes, `\"` is a quote; every other escape belongs to the pattern. */
export function readRegex(lexer: Lexer): RegexLiteral {
  const start = lexer.position;
  if (lexer.atEnd)
    throw lexer.error(unrecognised("a regular expression is missing", 'a regular expression: "…" or r"…"'));
  if (lexer.accept('"')) {
    const contentStart = lexer.position;
    const pattern = readQuotedPattern(lexer);
    checkPattern(pattern, { start: contentStart, end: lexer.position - 1 });
    return { kind: "regex", pattern, notation: "quoted", span: lexer.spanFrom(start) };
  }
  if (lexer.accept("r")) {
    const pattern = readRaw(lexer);
    // The reference implementation reports an invalid raw pattern at the text after it.
    checkPattern(pattern, { start: lexer.position, end: lexer.end }, lexer.spanFrom(start));
    return { kind: "regex", pattern, notation: "raw", span: lexer.spanFrom(start) };
  }
  throw lexer.error(expectedName('" or r'));
}

/** Reads up to the closing quote. A quote within `[...]` does not end the pattern. */
function readQuotedPattern(lexer: Lexer): string {
  const start = lexer.position;
  const pieces: string[] = [];
  let plainFrom = start;
  let inClass = false;
  for (;;) {
    if (lexer.atEnd) throw lexer.error(missingEndingQuote, start);
    const character = lexer.peek();
    if (character === '"' && !inClass) break;
    if (character === "\\") {
      lexer.position += 1;
      if (lexer.peek() === '"' && !inClass) {
        pieces.push(lexer.text.slice(plainFrom, lexer.position - 1));
        plainFrom = lexer.position;
      }
      lexer.position += codePointUnits(lexer.text, lexer.position);
      continue;
    }
    if (character === "[") inClass = true;
    if (character === "]") inClass = false;
    lexer.position += 1;
  }
  pieces.push(lexer.text.slice(plainFrom, lexer.position));
  lexer.position += 1;
  return pieces.join("");
}

function checkPattern(pattern: string, span: Span, shown?: Span): void {
  const problem = checkRegex(pattern);
  if (problem === undefined) return;
  const cause = problem.kind === "size" ? regexTooBig(problem.limit) : invalidRegex(problem.text);
  throw new ParseError(cause, span, shown);
}

/** `wildcard = string ;` in which `*` is any run of bytes, and `\*` and `\\` are the only escapes. */
export function readWildcard(lexer: Lexer): BytesLiteral {
  const start = lexer.position;
  const pattern = readString(lexer);
  const problem = wildcardProblem(pattern.bytes);
  if (problem !== undefined) throw lexer.error(problem, start);
  return pattern;
}

/** Returns why a wildcard is invalid, or `undefined`. */
export function wildcardProblem(pattern: Uint8Array): Cause | undefined {
  return escapeProblem(pattern) ?? (hasDoubleStar(pattern) ? doubleStar : undefined);
}

function escapeProblem(pattern: Uint8Array): Cause | undefined {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] !== BACKSLASH) continue;
    const escaped = pattern[at + 1];
    if (escaped === undefined) {
      return invalidWildcard(at, "incomplete escape sequence at the end of the wildcard");
    }
    if (escaped !== STAR && escaped !== BACKSLASH) return invalidWildcard(at, "invalid escape sequence");
    at += 1;
  }
  return undefined;
}

function hasDoubleStar(pattern: Uint8Array): boolean {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === BACKSLASH) at += 1;
    else if (pattern[at] === STAR && pattern[at + 1] === STAR) return true;
  }
  return false;
}

/** `integer = "0x" hex { hex } | "0" { octal } | [ "-" ] digit { digit } ;` It must fit into 64 bits. */
export function readInt(lexer: Lexer): IntLiteral {
  const start = lexer.position;
  const value = readNumber(lexer);
  return { kind: "int", type: "Int", value, span: lexer.spanFrom(start) };
}

/** `int-range = integer [ ".." integer ] ;` */
export function readIntRange(lexer: Lexer): IntRange {
  const start = lexer.position;
  const first = readNumber(lexer);
  const last = lexer.accept("..") ? readNumber(lexer) : first;
  const span = lexer.spanFrom(start);
  if (last < first) throw new ParseError(incompatibleRangeBounds, span);
  return { kind: "intRange", first, last, span };
}

/** Parses digits. Returns the first problem that Rust's integer parser reports, if there is one. */
export function parseDigits(digits: string, radix: Radix, bounds: Bounds): bigint | IntProblem {
  const negative = digits.startsWith("-") && bounds.min < 0n;
  const magnitude = negative || digits.startsWith("+") ? digits.slice(1) : digits;
  if (digits === "") return "cannot parse integer from empty string";
  if (magnitude === "") return "invalid digit found in string";
  const valid = validLength(magnitude, radix);
  const value = toBigInt(magnitude, valid, radix);
  const signed = negative && value !== undefined ? -value : value;
  // An overflow is reported before an invalid digit that comes after it.
  if (signed === undefined || signed > bounds.max || signed < bounds.min) {
    return negative ? "number too small to fit in target type" : "number too large to fit in target type";
  }
  return valid < magnitude.length ? "invalid digit found in string" : signed;
}

function readNumber(lexer: Lexer): bigint {
  if (lexer.accept("0x")) return readDigits(lexer, lexer.position, 16);
  if (lexer.peek() === "0") return readDigits(lexer, lexer.position, 8);
  const start = lexer.position;
  lexer.accept("-");
  return readDigits(lexer, start, 10);
}

/** Consumes all hex digits whatever the radix, so that an invalid digit is reported as part of the number. */
function readDigits(lexer: Lexer, start: number, radix: Radix): bigint {
  lexer.expectRun("digit", HEX_DIGITS);
  const span = lexer.spanFrom(start);
  const value = parseDigits(lexer.text.slice(span.start, span.end), radix, INT64);
  if (typeof value === "string")
    throw new ParseError(parseInt(value, radix, "this is not an integer", EXPECTED_INTEGER), span);
  return value;
}

/** Returns how many digits of the radix a text starts with. */
function validLength(text: string, radix: Radix): number {
  const digits = DIGITS[radix];
  let length = 0;
  while (digits.has(text.charCodeAt(length))) length += 1;
  return length;
}

/** Returns the value of the first `length` digits, or `undefined` if it cannot fit into 64 bits. */
function toBigInt(text: string, length: number, radix: Radix): bigint | undefined {
  let value = 0;
  for (let index = 0; index < length; index += 1) value = value * radix + digitValue(text.charCodeAt(index));
  // The value only grows, so a safe integer means that every step was exact.
  if (value <= Number.MAX_SAFE_INTEGER) return BigInt(value);
  const significant = text.slice(0, length).replace(/^0+/, "");
  if (significant.length > MAX_DIGITS) return undefined;
  const prefix = radix === 8 ? "0o" : radix === 10 ? "" : "0x";
  return BigInt(prefix + significant);
}

function digitValue(code: number): number {
  return code <= NINE ? code - ZERO : (code | LOWER_CASE) - BEFORE_A;
}

/** `ip = address ;` Consumes every character that an address, a mask or a range can contain. */
export function readIp(lexer: Lexer): IpLiteral {
  const span = readChunk(lexer);
  const address = addressAt(lexer.text, span);
  return { kind: "ip", type: "Ip", address, span };
}

/** Reads an `ip`, or returns `undefined` without moving the lexer. */
export function acceptIp(lexer: Lexer): IpLiteral | undefined {
  const start = lexer.position;
  const end = lexer.endOfRun(ADDRESS_CHARACTERS);
  const address = parseAddress(lexer.text.slice(start, end));
  if (address === undefined) return undefined;
  lexer.position = end;
  return { kind: "ip", type: "Ip", address, span: lexer.spanFrom(start) };
}

/** `ip-item = net-address [ "/" mask ] | address ".." address ;` A network needs its base address. */
export function readIpItem(lexer: Lexer): IpLiteral | IpNetwork | IpRange {
  const span = readChunk(lexer);
  const chunk = lexer.text.slice(span.start, span.end);
  const dots = chunk.indexOf("..");
  return dots === -1 ? networkItem(chunk, span) : rangeItem(lexer.text, span, span.start + dots);
}

/** Parses a whole text as an `ip-item`. Returns `undefined` for any other text. */
export function parseIpItem(text: string): IpLiteral | IpNetwork | IpRange | undefined {
  const lexer = new Lexer(text, { start: 0, end: text.length });
  try {
    const item = readIpItem(lexer);
    return lexer.atEnd ? item : undefined;
  } catch (problem) {
    if (!(problem instanceof ParseError)) throw problem;
    return undefined;
  }
}

function readChunk(lexer: Lexer): Span {
  const start = lexer.position;
  lexer.expectRun("IP address character", ADDRESS_CHARACTERS);
  return lexer.spanFrom(start);
}

function addressAt(text: string, span: Span): IpAddress {
  const address = parseAddress(text.slice(span.start, span.end));
  if (address === undefined) throw new ParseError(invalidAddress, span);
  return address;
}

function rangeItem(text: string, span: Span, dots: number): IpRange {
  const first = addressAt(text, { start: span.start, end: dots });
  const last = addressAt(text, { start: dots + 2, end: span.end });
  if (first.family !== last.family || first.value > last.value)
    throw new ParseError(incompatibleRangeBounds, span);
  return { kind: "ipRange", first, last, span };
}

function networkItem(chunk: string, span: Span): IpLiteral | IpNetwork {
  // The last slash separates address and mask, but the reference implementation reports spans from the first one.
  const slash = chunk.lastIndexOf("/");
  const firstSlash = chunk.indexOf("/");
  const addressSpan = firstSlash === -1 ? span : { start: span.start, end: span.start + firstSlash };
  const address = parseNetworkAddress(slash === -1 ? chunk : chunk.slice(0, slash));
  if (address === undefined) throw new ParseError(invalidAddress, addressSpan);
  if (slash === -1) return { kind: "ip", type: "Ip", address, span };
  const mask = parseDigits(chunk.slice(slash + 1), 10, MASK);
  if (typeof mask === "string") {
    throw new ParseError(invalidMask(mask), { start: span.start + firstSlash + 1, end: span.end });
  }
  const prefix = Number(mask);
  if (prefix > addressBits(address.family)) throw new ParseError(maskTooLong(address.family, prefix), span);
  const network = networkOf(address, prefix);
  if (network.value !== address.value) {
    throw new ParseError(hostPartNotZero(`${printAddress(network)}/${prefix}`), addressSpan);
  }
  return { kind: "ipNetwork", address, prefix, span };
}
