import type { Ranges } from "../unicode/ranges";

const automata = new WeakMap<Ranges, Utf8Node>();

/** A state within the bytes of one character. Nodes with the same moves are shared. */
export interface Utf8Node {
  readonly id: number;
  readonly moves: readonly Utf8Move[];
}

interface Utf8Move {
  readonly first: number;
  readonly last: number;
  /** `undefined` after the last byte. */
  readonly next: Utf8Node | undefined;
}

/** Returns the start of the minimal automaton for the UTF-8 of a set of characters. It is cached as long as the set lives. */
export function utf8Automaton(ranges: Ranges): Utf8Node {
  const automaton = automata.get(ranges) ?? buildAutomaton(ranges);
  automata.set(ranges, automaton);
  return automaton;
}

function buildAutomaton(ranges: Ranges): Utf8Node {
  const known = new Map<string, Utf8Node>();
  const build = (sequences: readonly ByteSequence[], depth: number): Utf8Node => {
    const moves = groupByByte(sequences, depth).map(([first, last, group]): Utf8Move => {
      const goesOn = group.some((sequence) => sequence.length > depth + 1);
      return { first, last, next: goesOn ? build(group, depth + 1) : undefined };
    });
    const key = moves.map(({ first, last, next }) => `${first}-${last}:${next?.id ?? ""}`).join();
    const node = known.get(key) ?? { id: known.size, moves };
    known.set(key, node);
    return node;
  };
  return build(utf8Sequences(ranges), 0);
}

/** Sequences are sorted, and their ranges at one depth are equal or disjoint, so equal ones are adjacent. */
function groupByByte(sequences: readonly ByteSequence[], depth: number): [number, number, ByteSequence[]][] {
  const groups: [number, number, ByteSequence[]][] = [];
  for (const sequence of sequences) {
    const [first, last] = sequence[depth] ?? [0, 0];
    const group = groups.at(-1);
    if (group?.[0] === first && group[1] === last) group[2].push(sequence);
    else groups.push([first, last, [sequence]]);
  }
  return groups;
}

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
