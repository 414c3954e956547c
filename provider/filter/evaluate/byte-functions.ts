import { encodeUtf8 } from "../parse/utf8";
import { toLatin1 } from "./latin1";

const ASCII_CASE_DISTANCE = 0x20;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

export function lowerAscii(bytes: Uint8Array): Uint8Array {
  return shiftCase(bytes, 0x41, 0x5a, ASCII_CASE_DISTANCE);
}

export function upperAscii(bytes: Uint8Array): Uint8Array {
  return shiftCase(bytes, 0x61, 0x7a, -ASCII_CASE_DISTANCE);
}

export function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  for (let index = 0; index < prefix.length; index += 1) if (bytes[index] !== prefix[index]) return false;
  return true;
}

export function endsWith(bytes: Uint8Array, suffix: Uint8Array): boolean {
  return startsWith(bytes.subarray(bytes.length - suffix.length), suffix);
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
  return bytes.subarray(Number(start), end === undefined ? undefined : Number(end));
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

/** Without padding unless `p`; `u` is the URL-safe alphabet. */
export function encodeBase64(bytes: Uint8Array, options: string): Uint8Array {
  const text = Buffer.from(bytes).toString("base64");
  const padded = options.includes("p") ? text : text.replace(/=+$/, "");
  return encodeUtf8(options.includes("u") ? padded.replace(/\+/g, "-").replace(/\//g, "_") : padded);
}

/** The standard alphabet, padding optional; missing where the text is malformed. */
export function decodeBase64(bytes: Uint8Array): Uint8Array | undefined {
  const text = toLatin1(bytes);
  return BASE64.test(text) ? Buffer.from(text, "base64") : undefined;
}

/** Bytes without a letter of that case are given back as they are: most values of a request have none. */
function shiftCase(bytes: Uint8Array, first: number, last: number, distance: number): Uint8Array {
  let shifted: Uint8Array | undefined;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < first || byte > last) continue;
    shifted ??= new Uint8Array(bytes);
    shifted[index] = byte + distance;
  }
  return shifted ?? bytes;
}
