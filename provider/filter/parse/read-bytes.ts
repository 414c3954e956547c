import type { BytesLiteral } from "./ast";
import {
  expectedName,
  invalidCharacterEscape,
  invalidRawStringHashCount,
  missingEndingQuote,
  parseInt,
  unrecognised,
} from "../diagnostics/syntax-causes";
import { ParseError } from "../diagnostics/parse-error";
import { parseDigits } from "./read-int";
import type { Reader } from "./reader";
import { codePointUnits } from "./source";
import { ByteWriter, encodeUtf8 } from "./utf8";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MAX_HASHES = 255;
const MAX_BYTE = 255;
const BYTE = { min: 0n, max: BigInt(MAX_BYTE) };
const HEX = /^[0-9a-fA-F]+$/;
const OCTAL = /^[0-7]+$/;
const HEX_DIGITS = 2;
const OCTAL_DIGITS = 3;
const NOT_A_BYTE = "this is not a byte";
const SEPARATOR = ":";
const EXPECTED_STRING = 'a string in double quotes, a raw string r"…", or bytes such as 61:62';
const STRING = 'a string in double quotes such as "example.com", or bytes such as 61:62';

/** `bytes = string | byte-string ;` */
export function readBytes(reader: Reader): BytesLiteral {
  const isString = reader.atEnd || reader.peek() === '"' || reader.peek() === "r";
  return isString ? readString(reader) : readByteString(reader);
}

/** `string = quoted | raw ;` */
export function readString(reader: Reader): BytesLiteral {
  const start = reader.position;
  if (reader.atEnd) throw reader.error(unrecognised("a string is missing", EXPECTED_STRING));
  if (reader.accept('"')) {
    const bytes = readQuoted(reader);
    return { kind: "bytes", type: "Bytes", bytes, notation: "quoted", span: reader.spanFrom(start) };
  }
  if (reader.accept("r")) {
    const bytes = encodeUtf8(readRaw(reader));
    return { kind: "bytes", type: "Bytes", bytes, notation: "raw", span: reader.spanFrom(start) };
  }
  throw reader.error(expectedName('" or r'));
}

/** `raw = "r" { "#" } '"' … '"' { "#" } ;` with as many hashes at the end as at the start. The reader is after the `r`. */
export function readRaw(reader: Reader): string {
  const start = reader.position;
  while (reader.accept("#"));
  const hashes = reader.position - start;
  if (hashes > MAX_HASHES) throw reader.error(invalidRawStringHashCount(), start);
  if (!reader.accept('"')) throw reader.error(expectedName('" or #'));
  const ending = `"${"#".repeat(hashes)}`;
  const from = reader.position;
  const end = reader.text.indexOf(ending, from);
  if (end === -1 || end + ending.length > reader.end) throw reader.error(missingEndingQuote(), start);
  reader.position = end + ending.length;
  return reader.text.slice(from, end);
}

/** `quoted = '"' { character | escape } '"' ;` The reader is after the opening quote. */
function readQuoted(reader: Reader): Uint8Array {
  const start = reader.position;
  let writer: ByteWriter | undefined;
  for (;;) {
    const plainStart = reader.position;
    const plainEnd = endOfPlain(reader);
    reader.position = plainEnd;
    if (reader.atEnd) throw reader.error(missingEndingQuote(), start);
    const ends = reader.accept('"');
    // Fast path: most strings have no escape.
    if (ends && writer === undefined) return encodeUtf8(reader.text, plainStart, plainEnd);
    writer ??= new ByteWriter();
    writer.writeText(reader.text.slice(plainStart, plainEnd));
    if (ends) return writer.toBytes();
    reader.expect("\\");
    writer.writeByte(readEscape(reader, start));
  }
}

/** Returns the offset of the next quote or backslash, or the end. */
function endOfPlain({ text, position, end }: Reader): number {
  for (let at = position; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH) return at;
  }
  return end;
}

/** `escape = "\" ( '"' | "\" | "x" hex hex | octal octal octal ) ;` The reader is after the backslash. */
function readEscape(reader: Reader, stringStart: number): number {
  const escape = reader.peek();
  if (escape === "") throw reader.error(missingEndingQuote(), stringStart);
  if (escape >= "0" && escape <= "7")
    return readFixedByte(reader, 8, NOT_A_BYTE, "three octal digits, at most 377");
  const start = reader.position;
  reader.position += codePointUnits(reader.text, start);
  if (escape === "x") return readFixedByte(reader, 16, NOT_A_BYTE, "two hex digits");
  if (escape === '"' || escape === "\\") return escape.charCodeAt(0);
  throw new ParseError(invalidCharacterEscape(), reader.spanFrom(start));
}

/** `byte-string = hex hex ":" hex hex { ":" hex hex } ;` */
function readByteString(reader: Reader): BytesLiteral {
  const start = reader.position;
  const bytes = [readFixedByte(reader, 16, "this is not a string", STRING)];
  const separatorAt = reader.position;
  if (reader.take(1) !== SEPARATOR) {
    throw new ParseError(expectedName("byte separator"), reader.spanFrom(separatorAt));
  }
  do bytes.push(readFixedByte(reader, 16, NOT_A_BYTE, "two hex digits"));
  while (reader.accept(SEPARATOR));
  return {
    kind: "bytes",
    type: "Bytes",
    bytes: Uint8Array.from(bytes),
    notation: "hex",
    span: reader.spanFrom(start),
  };
}

function readFixedByte(reader: Reader, radix: 8 | 16, plain: string, expected: string): number {
  const start = reader.position;
  const text = reader.take(radix === 8 ? OCTAL_DIGITS : HEX_DIGITS);
  const byte = (radix === 8 ? OCTAL : HEX).test(text) ? Number.parseInt(text, radix) : NaN;
  if (byte <= MAX_BYTE) return byte;
  const value = parseDigits(text, radix, BYTE);
  if (typeof value === "string")
    throw new ParseError(parseInt(value, radix, plain, expected), reader.spanFrom(start));
  return Number(value);
}
