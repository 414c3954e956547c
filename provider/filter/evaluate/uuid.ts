import { encodeUtf8 } from "../parse/utf8";

const UUID_BYTES = 16;

/** A UUID of version 4 made of the first 16 bytes of a source of randomness; missing where it has fewer. */
export function uuidFrom(source: Uint8Array): Uint8Array | undefined {
  if (source.length < UUID_BYTES) return undefined;
  const bytes = Buffer.from(source.subarray(0, UUID_BYTES));
  // The version stands in the upper half of byte 6, the variant in the upper two bits of byte 8.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return encodeUtf8(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
}
