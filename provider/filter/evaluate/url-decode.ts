import { encodeUtf8 } from "../parse/utf8";

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const LETTER_U = 0x75;
/** Sizes of %XX and %uXXXX. */
const BYTE_ESCAPE = 3;
const UNICODE_ESCAPE = 6;

/** Option `r` decodes until nothing changes, option `u` also decodes %uXXXX. Malformed escapes are unchanged. */
export function urlDecode(bytes: Uint8Array, options: string): Uint8Array {
  if (!bytes.includes(PERCENT) && !bytes.includes(PLUS)) return bytes;
  const decoder = new Decoder(bytes.length, options.includes("u"), options.includes("r"));
  for (let index = 0; index < bytes.length; index += 1) decoder.take(bytes[index] ?? 0);
  return decoder.decoded();
}

/**
 * Decodes an escape when its last byte is added, and with `r` decodes the result again. Escapes do not overlap, so this gives
 * the same result as repeated passes over the whole text, in linear time.
 */
class Decoder {
  private readonly bytes: Uint8Array;
  private length = 0;
  /** Bytes before this index are decoded output that must not be decoded again. */
  private settled = 0;

  constructor(
    size: number,
    private readonly unicode: boolean,
    private readonly repeated: boolean,
  ) {
    this.bytes = new Uint8Array(size);
  }

  take(byte: number): void {
    this.add(byte === PLUS ? SPACE : byte);
    while (this.decodeEnd() && this.repeated);
  }

  decoded(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private add(byte: number): void {
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** Decodes the escape at the end of the output. Returns whether there was one. */
  private decodeEnd(): boolean {
    const byte = this.isEscape(BYTE_ESCAPE) ? this.hexNumber(2) : undefined;
    if (byte !== undefined) {
      this.replaceEnd(BYTE_ESCAPE, [byte === PLUS && this.repeated ? SPACE : byte]);
      return true;
    }
    const isUnicode =
      this.unicode &&
      this.isEscape(UNICODE_ESCAPE) &&
      this.bytes[this.length - UNICODE_ESCAPE + 1] === LETTER_U;
    const unit = isUnicode ? this.hexNumber(4) : undefined;
    if (unit === undefined) return false;
    const isPlus = unit === PLUS && this.repeated;
    this.replaceEnd(UNICODE_ESCAPE, isPlus ? [SPACE] : encodeUtf8(String.fromCharCode(unit)));
    return true;
  }

  private isEscape(size: number): boolean {
    const start = this.length - size;
    return start >= this.settled && this.bytes[start] === PERCENT;
  }

  private replaceEnd(size: number, decoded: Iterable<number>): void {
    this.length -= size;
    for (const byte of decoded) this.add(byte);
    if (!this.repeated) this.settled = this.length;
  }

  private hexNumber(digits: number): number | undefined {
    let value = 0;
    for (let at = this.length - digits; at < this.length; at += 1) {
      const digit = hexDigit(this.bytes[at] ?? 0);
      if (digit === undefined) return undefined;
      value = value * 16 + digit;
    }
    return value;
  }
}

/** Returns the value of a hexadecimal digit, or undefined for any other byte. */
export function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
