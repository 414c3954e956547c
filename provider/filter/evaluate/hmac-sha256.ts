import { concatenate } from "./byte-functions";
import { sha256 } from "./sha256";

/** The block of SHA-256, in bytes. */
const BLOCK = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/** The message authentication code of RFC 2104 over SHA-256: 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const keyed = (pad: number, text: Uint8Array) =>
    sha256(concatenate([block.map((byte) => byte ^ pad), text]));
  return keyed(OUTER_PAD, keyed(INNER_PAD, message));
}
