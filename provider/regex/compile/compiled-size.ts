import { canBeEmpty, type Hir } from "./hir";
import { type Ranges, rangesOf } from "../unicode/ranges";
import { type ByteSequence, utf8Sequences } from "./utf8-automaton";

/** The reference implementation's limit for a compiled pattern, in bytes. */
export const COMPILED_SIZE_LIMIT = 10 * 2 ** 20;

/** Bytes that the `regex` crate counts for a state, for a transition of a class, and for a branch. */
const STATE = 32;
const TRANSITION = 8;
const BRANCH = 4;
/** The unanchored start and the match state. Captures are not compiled in. */
const FRAME = 5 * STATE;

/** A cache: a pattern can contain the same set many times. */
const characterSizes = new WeakMap<Ranges, number>();

/**
 * Returns the size in bytes that the `regex` crate counts for the automaton of a pattern. It computes the size without
 * building the automaton, so a huge pattern costs nothing.
 */
export function compiledSize(hir: Hir): number {
  return FRAME + sizeOf(hir);
}

function sizeOf(hir: Hir): number {
  switch (hir.kind) {
    case "empty":
    case "look":
      return STATE;
    case "byte":
      return byteSize(hir.ranges);
    case "character":
      return characterSize(hir.ranges);
    case "repeat":
      return repeatSize(hir.min, hir.max, sizeOf(hir.node), canBeEmpty(hir.node));
    case "concat":
      return Math.max(
        STATE,
        sumOf(
          hir.nodes.filter(({ kind }) => kind !== "empty"),
          0,
          0,
        ),
      );
    case "alternation":
      return alternationSize(hir.branches);
    case "capture":
      return sizeOf(hir.node);
  }
}

function byteSize(ranges: Ranges): number {
  const isLiteral = ranges.length === 1 && ranges.every(([first, last]) => first === last);
  return isLiteral ? STATE : 2 * STATE + TRANSITION * ranges.length;
}

/** Branches of a single byte are compiled as one set. Empty sets are excluded. */
function alternationSize(branches: readonly Hir[]): number {
  const sets = branches.map((branch) => (branch.kind === "byte" ? branch.ranges : []));
  if (sets.every(({ length }) => length > 0)) return byteSize(rangesOf(sets.flat()));
  return sumOf(branches, 2 * STATE, BRANCH);
}

/** Stops at the limit, which bounds the time for a pattern with a million classes. */
function sumOf(nodes: readonly Hir[], frame: number, perNode: number): number {
  let size = frame;
  for (const node of nodes) {
    size += sizeOf(node) + perNode;
    if (size > COMPILED_SIZE_LIMIT) break;
  }
  return size;
}

/** A counted repetition is compiled to that many copies. */
function repeatSize(min: number, max: number | undefined, size: number, emptyNode: boolean): number {
  const fork = STATE + 2 * BRANCH;
  if (max === undefined) {
    if (min === 0) return size + fork + (emptyNode ? fork + STATE : 0);
    return min * size + fork;
  }
  if (max === min) return max * size;
  // If no copy is required, there is an empty state, except for a single copy.
  const noCopies = min === 0 && max > 1 ? STATE : 0;
  return max * size + (max - min) * fork + STATE + noCopies;
}

function characterSize(ranges: Ranges): number {
  const size = characterSizes.get(ranges) ?? computeCharacterSize(ranges);
  characterSizes.set(ranges, size);
  return size;
}

/**
 * A single character has a state per byte. For a set, the reverse automaton is the larger one and not minimized: a state for
 * each distinct prefix of a sequence, a fork to all sequences, and an end.
 */
function computeCharacterSize(ranges: Ranges): number {
  const sequences = utf8Sequences(ranges);
  // Sequences are sorted, so those with the same prefix are adjacent.
  const states = sequences.reduce(
    (count, sequence, index) => count + sequence.length - sharedBytes(sequence, sequences[index - 1] ?? []),
    0,
  );
  const isLiteral = sequences.length === 1 && sequences[0]?.every(([first, last]) => first === last);
  if (isLiteral) return STATE * states;
  return STATE * states + STATE + BRANCH * sequences.length + STATE;
}

/** Returns the length of the common prefix with the sequence before. */
function sharedBytes(sequence: ByteSequence, before: ByteSequence): number {
  return sequence.findIndex(([first, last], at) => before[at]?.[0] !== first || before[at][1] !== last);
}
