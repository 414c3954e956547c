import { encodeUtf8 } from "../parse/utf8";

const ASCII_CASE_DISTANCE = 0x20;
const UUID_BYTES = 16;
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

/** Returns the bytes that are not in `removed`. */
export function removeBytes(bytes: Uint8Array, removed: Uint8Array): Uint8Array {
  return bytes.filter((byte) => !removed.includes(byte));
}

/** ASCII white space: tab, line feed, vertical tab, form feed, carriage return and space. */
const WHITE_SPACE = Uint8Array.of(0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20);

/** Removes bytes of a set from the start. */
export function trimStart(bytes: Uint8Array, cut: Uint8Array = WHITE_SPACE): Uint8Array {
  const start = bytes.findIndex((byte) => !cut.includes(byte));
  return start === -1 ? new Uint8Array() : bytes.subarray(start);
}

/** Removes bytes of a set from the end. */
export function trimEnd(bytes: Uint8Array, cut: Uint8Array = WHITE_SPACE): Uint8Array {
  return bytes.subarray(0, bytes.findLastIndex((byte) => !cut.includes(byte)) + 1);
}

export function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(pieces));
}

/** `end` is exclusive. Negative indexes count from the end, and all indexes are clamped. */
export function substring(bytes: Uint8Array, start: bigint, end: bigint | undefined): Uint8Array {
  return bytes.subarray(Number(start), end === undefined ? undefined : Number(end));
}

/** Splits into at most `limit` parts. The last part keeps the rest. */
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

/** Option `p` adds padding, option `u` uses the URL-safe alphabet. */
export function encodeBase64(bytes: Uint8Array, options: string): Uint8Array {
  const text = Buffer.from(bytes).toString("base64");
  const padded = options.includes("p") ? text : text.replace(/=+$/, "");
  return encodeUtf8(options.includes("u") ? padded.replace(/\+/g, "-").replace(/\//g, "_") : padded);
}

/** Decodes the standard alphabet with optional padding. The result is missing if the text is malformed. */
export function decodeBase64(bytes: Uint8Array): Uint8Array | undefined {
  const text = toLatin1(bytes);
  return BASE64.test(text) ? Buffer.from(text, "base64") : undefined;
}

/** Removes the arguments with one of these names from a query string. Names are compared without decoding. */
export function removeQueryArgs(query: Uint8Array, names: readonly Uint8Array[]): Uint8Array {
  const removed = new Set(names.map(toLatin1));
  const kept = toLatin1(query)
    .split("&")
    .filter((argument) => !removed.has(argument.split("=", 1)[0] ?? ""));
  return fromLatin1(kept.join("&"));
}

/** Makes a version 4 UUID from the first 16 bytes of a random source. The result is missing if the source is shorter. */
export function uuidFrom(source: Uint8Array): Uint8Array | undefined {
  if (source.length < UUID_BYTES) return undefined;
  const bytes = Buffer.from(source.subarray(0, UUID_BYTES));
  // The upper half of byte 6 is the version, the upper two bits of byte 8 are the variant.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return encodeUtf8(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
}

/** Returns the same array if nothing changes, which is the common case for request fields. */
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

/** Converts bytes to a string with one character per byte, so that string functions work on them. */
export function toLatin1(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("latin1");
}

/** Converts a string from `toLatin1` back to bytes. */
export function fromLatin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** Returns a Buffer that shares the memory of the bytes. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
