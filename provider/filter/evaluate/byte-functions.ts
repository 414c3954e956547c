import { encodeUtf8 } from "../utf8";
import { toLatin1 } from "./latin1";
import { sameBytes } from "./runtime-value";

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const LETTER_U = 0x75;
const ASCII_CASE_DISTANCE = 0x20;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

export function lowerAscii(bytes: Uint8Array): Uint8Array {
  return shiftCase(bytes, 0x41, 0x5a, ASCII_CASE_DISTANCE);
}

export function upperAscii(bytes: Uint8Array): Uint8Array {
  return shiftCase(bytes, 0x61, 0x7a, -ASCII_CASE_DISTANCE);
}

export function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return prefix.length <= bytes.length && prefix.every((byte, index) => bytes[index] === byte);
}

export function endsWith(bytes: Uint8Array, suffix: Uint8Array): boolean {
  return suffix.length <= bytes.length && startsWith(bytes.subarray(bytes.length - suffix.length), suffix);
}

/** Every byte that is none of the given ones. */
export function removeBytes(bytes: Uint8Array, removed: Uint8Array): Uint8Array {
  return bytes.filter((byte) => !removed.includes(byte));
}

export function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(pieces));
}

/** Byte indexes, the end excluded; negative ones count from the end, and all are clamped. */
export function substring(bytes: Uint8Array, start: bigint, end: bigint | undefined): Uint8Array {
  const from = clamp(start, bytes.length);
  const to = end === undefined ? bytes.length : clamp(end, bytes.length);
  return from < to ? bytes.slice(from, to) : new Uint8Array();
}

/** At most so many parts; what is left over stays in the last one. */
export function split(bytes: Uint8Array, separator: Uint8Array, limit: number): Uint8Array[] {
  const buffer = Buffer.from(bytes);
  const parts: Uint8Array[] = [];
  let from = 0;
  while (parts.length < limit - 1) {
    const at = buffer.indexOf(separator, from);
    if (at === -1) break;
    parts.push(bytes.slice(from, at));
    from = at + separator.length;
  }
  parts.push(bytes.slice(from));
  return parts;
}

export function join(parts: readonly Uint8Array[], separator: Uint8Array): Uint8Array {
  return concatenate(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));
}

/** `r` decodes until nothing changes; `u` also decodes %uXXXX. What is malformed stays. */
export function urlDecode(bytes: Uint8Array, options: string): Uint8Array {
  const unicode = options.includes("u");
  let decoded = decodeOnce(bytes, unicode);
  if (!options.includes("r")) return decoded;
  for (let last = bytes; !sameBytes(last, decoded);) {
    last = decoded;
    decoded = decodeOnce(decoded, unicode);
  }
  return decoded;
}

/** Without padding unless `p`; `u` is the URL-safe alphabet. */
export function encodeBase64(bytes: Uint8Array, options: string): Uint8Array {
  const text = Buffer.from(bytes).toString("base64");
  const padded = options.includes("p") ? text : text.replace(/=+$/, "");
  return encodeUtf8(options.includes("u") ? padded.replace(/\+/g, "-").replace(/\//g, "_") : padded);
}

/** The standard alphabet, padding optional; missing where the text is malformed. */
export function decodeBase64(bytes: Uint8Array): Uint8Array | undefined {
  const text = toLatin1(bytes);
  return BASE64.test(text) ? Uint8Array.from(Buffer.from(text, "base64")) : undefined;
}

/** A loop, because `map` of typed arrays takes ten times as long. */
function shiftCase(bytes: Uint8Array, first: number, last: number, distance: number): Uint8Array {
  const shifted = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    shifted[index] = byte >= first && byte <= last ? byte + distance : byte;
  }
  return shifted;
}

function decodeOnce(bytes: Uint8Array, unicode: boolean): Uint8Array {
  const decoded: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const isUnicode = unicode && bytes[at + 1] === LETTER_U;
    const digits = isUnicode ? 4 : 2;
    const value = byte === PERCENT ? hexNumber(bytes, at + (isUnicode ? 2 : 1), digits) : undefined;
    if (value === undefined) {
      decoded.push(byte === PLUS ? SPACE : byte);
    } else {
      if (isUnicode) decoded.push(...encodeUtf8(String.fromCharCode(value)));
      else decoded.push(value);
      at += digits + (isUnicode ? 1 : 0);
    }
  }
  return Uint8Array.from(decoded);
}

function hexNumber(bytes: Uint8Array, start: number, digits: number): number | undefined {
  const text = toLatin1(bytes.subarray(start, start + digits));
  return text.length === digits && /^[0-9a-fA-F]+$/.test(text) ? Number.parseInt(text, 16) : undefined;
}

function clamp(index: bigint, length: number): number {
  const at = index < 0n ? index + BigInt(length) : index;
  if (at < 0n) return 0;
  return at > BigInt(length) ? length : Number(at);
}
