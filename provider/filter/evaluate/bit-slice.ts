/** The longest slice and the highest offset that the service takes, in bits. */
const MAX_SLICE = 32n;
const MAX_OFFSET = 2040n;

/** What is wrong with the bounds of a slice of bits, or `undefined`. */
export function bitSliceProblem(start: bigint, end: bigint): string | undefined {
  if (start < 0n || end <= start) {
    return `it takes the bits from ${start} up to, but not including, ${end}, which are none`;
  }
  if (end - start > MAX_SLICE)
    return `a slice has at most ${MAX_SLICE} bits, and this one has ${end - start}`;
  return end > MAX_OFFSET ? `an offset is at most ${MAX_OFFSET}, and this one is ${end}` : undefined;
}

/** The bits from `start` up to, but not including, `end` as a number, the first bit the highest; missing where bytes end before. */
export function bitSlice(bytes: Uint8Array, start: number, end: number): bigint | undefined {
  if (end > bytes.length * 8) return undefined;
  let value = 0n;
  for (let bit = start; bit < end; bit += 1) {
    const byte = bytes[bit >> 3] ?? 0;
    value = (value << 1n) | BigInt((byte >> (7 - (bit & 7))) & 1);
  }
  return value;
}
