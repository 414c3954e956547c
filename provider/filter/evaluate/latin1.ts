/** Bytes as a text with one character for each, in which JavaScript's own searching and replacing works. */
export function toLatin1(bytes: Uint8Array): string {
  return bufferOf(bytes).toString("latin1");
}

/** The bytes of such a text. */
export function fromLatin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** The same bytes with the searches of Node, which are native. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
