import type { Ranges } from "../unicode/ranges";

/** The last code points with one, two, three and four UTF-8 bytes. */
const SIZE_LIMITS = [0x7f, 0x7ff, 0xffff, 0x10ffff];
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const CONTINUATION_BITS = 6;
const CONTINUATION_MASK = 0x3f;

/** One range of bytes for each byte of a UTF-8 sequence. */
export type ByteSequence = readonly (readonly [first: number, last: number])[];

/** Returns the sequences of byte ranges that match the UTF-8 of a set of characters. Surrogates are left out. */
export function utf8Sequences(ranges: Ranges): ByteSequence[] {
  return ranges.flatMap(([first, last]) => withoutSurrogates(first, last)).flatMap(([a, b]) => split(a, b));
}

function withoutSurrogates(first: number, last: number): [number, number][] {
  const parts: [number, number][] = [
    [first, Math.min(last, FIRST_SURROGATE - 1)],
    [Math.max(first, LAST_SURROGATE + 1), last],
  ];
  return parts.filter(([a, b]) => a <= b);
}

/** Splits a range until it is the product of one range per byte. */
function split(first: number, last: number): ByteSequence[] {
  for (const limit of SIZE_LIMITS) {
    if (first <= limit && last > limit) return [...split(first, limit), ...split(limit + 1, last)];
  }
  const size = encode(first).length;
  for (let level = 1; level < size; level += 1) {
    const mask = (1 << (CONTINUATION_BITS * level)) - 1;
    if ((first & ~mask) === (last & ~mask)) continue;
    if ((first & mask) !== 0) return [...split(first, first | mask), ...split((first | mask) + 1, last)];
    if ((last & mask) !== mask) return [...split(first, (last & ~mask) - 1), ...split(last & ~mask, last)];
  }
  const from = encode(first);
  const to = encode(last);
  return [from.map((byte, index) => [byte, to[index] ?? byte] as const)];
}

function encode(codePoint: number): number[] {
  const [one = 0, two = 0, three = 0] = SIZE_LIMITS;
  if (codePoint <= one) return [codePoint];
  const continuation = (index: number) =>
    0x80 | ((codePoint >> (CONTINUATION_BITS * index)) & CONTINUATION_MASK);
  if (codePoint <= two) return [0xc0 | (codePoint >> 6), continuation(0)];
  if (codePoint <= three) return [0xe0 | (codePoint >> 12), continuation(1), continuation(0)];
  return [0xf0 | (codePoint >> 18), continuation(2), continuation(1), continuation(0)];
}
