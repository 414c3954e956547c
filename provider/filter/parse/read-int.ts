import type { IntLiteral, IntRange } from "./ast";
import type { IntProblem } from "../diagnostics/cause";
import { incompatibleRangeBounds, parseInt } from "../diagnostics/syntax-causes";
import { type CharacterSet, DECIMAL_DIGITS, HEX_DIGITS, OCTAL_DIGITS } from "./characters";
import { ParseError } from "../diagnostics/parse-error";
import type { Reader } from "./reader";

const INT64: Bounds = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** No 64-bit integer has more digits in any radix. Longer texts are too large without further parsing. */
const MAX_DIGITS = 22;
const DIGITS: Readonly<Record<Radix, CharacterSet>> = { 8: OCTAL_DIGITS, 10: DECIMAL_DIGITS, 16: HEX_DIGITS };
const ZERO = 0x30;
const NINE = 0x39;
/** The ASCII bit that makes a letter lower-case. */
const LOWER_CASE = 0x20;
/** The hex digit "a" is ten. */
const BEFORE_A = 0x61 - 10;
const EXPECTED = "an integer of 64 bits: 42, -7, 0x1f (hex) or 017 (octal)";

type Radix = 8 | 10 | 16;

interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

/** `integer = "0x" hex { hex } | "0" { octal } | [ "-" ] digit { digit } ;` It must fit into 64 bits. */
export function readInt(reader: Reader): IntLiteral {
  const start = reader.position;
  const value = readNumber(reader);
  return { kind: "int", type: "Int", value, span: reader.spanFrom(start) };
}

/** `int-range = integer [ ".." integer ] ;` */
export function readIntRange(reader: Reader): IntRange {
  const start = reader.position;
  const first = readNumber(reader);
  const last = reader.accept("..") ? readNumber(reader) : first;
  const span = reader.spanFrom(start);
  if (last < first) throw new ParseError(incompatibleRangeBounds(), span);
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

function readNumber(reader: Reader): bigint {
  if (reader.accept("0x")) return readDigits(reader, reader.position, 16);
  if (reader.peek() === "0") return readDigits(reader, reader.position, 8);
  const start = reader.position;
  reader.accept("-");
  return readDigits(reader, start, 10);
}

/** Consumes all hex digits whatever the radix, so that an invalid digit is reported as part of the number. */
function readDigits(reader: Reader, start: number, radix: Radix): bigint {
  reader.expectRun("digit", HEX_DIGITS);
  const span = reader.spanFrom(start);
  const value = parseDigits(reader.text.slice(span.start, span.end), radix, INT64);
  if (typeof value === "string")
    throw new ParseError(parseInt(value, radix, "this is not an integer", EXPECTED), span);
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
