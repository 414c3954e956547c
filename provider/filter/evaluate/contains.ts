import { bufferOf } from "./latin1";

/** Up to so many bytes are looked through here: as long as most values are, that takes less than a call into Node. */
const SHORT = 64;

/** Whether bytes stand anywhere in others; no bytes stand everywhere. */
export function compileContains(needle: Uint8Array): (bytes: Uint8Array) => boolean {
  const buffer = Buffer.from(needle);
  return (bytes) => (bytes.length > SHORT ? bufferOf(bytes).includes(buffer) : shortContains(bytes, buffer));
}

function shortContains(bytes: Uint8Array, needle: Uint8Array): boolean {
  for (let start = 0; start + needle.length <= bytes.length; start += 1) {
    let same = 0;
    while (same < needle.length && bytes[start + same] === needle[same]) same += 1;
    if (same === needle.length) return true;
  }
  return false;
}
