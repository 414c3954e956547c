const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes of a text; a lone surrogate becomes the replacement character. */
export function encodeUtf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** The text that bytes stand for, or `undefined` where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}
