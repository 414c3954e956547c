const ENCODER = new TextEncoder();
/** Up to this length, a loop is faster than the encoder. */
const SHORT = 32;
/** The maximum number of UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;
const UTF8_DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Encodes a text or a part of it. A lone surrogate becomes the replacement character. */
export function encodeUtf8(text: string, start = 0, end = text.length): Uint8Array {
  const ascii = end - start <= SHORT ? encodeAscii(text, start, end) : undefined;
  return ascii ?? ENCODER.encode(text.slice(start, end));
}

/** Decodes bytes, or returns `undefined` if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8_DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Collects texts and single bytes in a growing buffer. */
export class ByteWriter {
  private buffer = new Uint8Array(SHORT);
  private length = 0;

  writeByte(byte: number): void {
    this.reserve(1);
    this.buffer[this.length] = byte;
    this.length += 1;
  }

  writeText(text: string): void {
    this.reserve(text.length * MAX_BYTES_PER_UNIT);
    this.length += ENCODER.encodeInto(text, this.buffer.subarray(this.length)).written;
  }

  toBytes(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    const larger = new Uint8Array(2 * (this.length + more));
    larger.set(this.buffer);
    this.buffer = larger;
  }
}

function encodeAscii(text: string, start: number, end: number): Uint8Array | undefined {
  const bytes = new Uint8Array(end - start);
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return undefined;
    bytes[at - start] = code;
  }
  return bytes;
}
