import type { IntLiteral, IntRange } from "./ast";
import { incompatibleRangeBounds, parseInt, type IntProblem } from "./causes";
import { isHexDigit } from "./characters";
import { Fault } from "./fault";
import type { Reader } from "./reader";

const INT64: Bounds = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
/** No 64-bit number has more digits in any radix. Longer texts are too large without reading them as a number. */
const MAX_DIGITS = 22;
/** So many digits always fit a JavaScript number exactly. */
const SAFE_DIGITS = 12;
const EXPECTED = "an integer of 64 bits: 42, -7, 0x1f (hex) or 017 (octal)";

type Radix = 8 | 10 | 16;

interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

/** `[-]digits`, `0x` and hex digits, or octal digits after a leading 0. */
export function readInt(reader: Reader): IntLiteral {
  const start = reader.position;
  const value = readNumber(reader);
  return { kind: "int", type: "Int", value, span: reader.spanFrom(start) };
}

/** One number, or two with `..` between them. */
export function readIntRange(reader: Reader): IntRange {
  const start = reader.position;
  const first = readNumber(reader);
  const last = reader.accept("..") ? readNumber(reader) : first;
  const span = reader.spanFrom(start);
  if (last < first) throw new Fault(incompatibleRangeBounds(), span);
  return { kind: "intRange", first, last, span };
}

/** The number that digits stand for, or the problem that Rust's integer parser reports first. */
export function parseDigits(digits: string, radix: Radix, bounds: Bounds): bigint | IntProblem {
  const negative = digits.startsWith("-") && bounds.min < 0n;
  const magnitude = negative || digits.startsWith("+") ? digits.slice(1) : digits;
  if (digits === "") return "cannot parse integer from empty string";
  if (magnitude === "") return "invalid digit found in string";
  const valid = validPrefix(magnitude, radix);
  const value = toBigInt(valid, radix);
  const signed = negative && value !== undefined ? -value : value;
  // Overflow wins over a wrong digit that stands behind it.
  if (signed === undefined || signed > bounds.max || signed < bounds.min) {
    return negative ? "number too small to fit in target type" : "number too large to fit in target type";
  }
  return valid.length < magnitude.length ? "invalid digit found in string" : signed;
}

function readNumber(reader: Reader): bigint {
  if (reader.accept("0x")) return readDigits(reader, reader.position, 16);
  if (reader.peek() === "0") return readDigits(reader, reader.position, 8);
  const start = reader.position;
  reader.accept("-");
  return readDigits(reader, start, 10);
}

/** All hex digits are taken whatever the radix, so that a wrong one is reported as part of the number. */
function readDigits(reader: Reader, start: number, radix: Radix): bigint {
  reader.takeWhile("digit", isHexDigit);
  const span = reader.spanFrom(start);
  const value = parseDigits(reader.text.slice(span.start, span.end), radix, INT64);
  if (typeof value === "string")
    throw new Fault(parseInt(value, radix, "this is not an integer", EXPECTED), span);
  return value;
}

function validPrefix(digits: string, radix: Radix): string {
  const pattern = radix === 8 ? /^[0-7]*/ : radix === 10 ? /^[0-9]*/ : /^[0-9a-fA-F]*/;
  return pattern.exec(digits)?.[0] ?? "";
}

function toBigInt(digits: string, radix: Radix): bigint | undefined {
  const significant = digits.replace(/^0+/, "");
  if (significant.length > MAX_DIGITS) return undefined;
  if (significant.length <= SAFE_DIGITS) return BigInt(Number.parseInt(`0${significant}`, radix));
  const prefix = radix === 8 ? "0o" : radix === 10 ? "" : "0x";
  return BigInt(prefix + significant);
}
