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
