import { keccak_256 } from "@noble/hashes/sha3";
import { bytesToHex } from "@noble/hashes/utils";

/** Returns the Keccak-256 hash that Ethereum uses, in hexadecimal without `0x`. SHA3-256 differs in its padding. */
export function keccak256(message: Uint8Array): string {
  return bytesToHex(keccak_256(message));
}
