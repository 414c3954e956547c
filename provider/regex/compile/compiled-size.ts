import { canBeEmpty, type Hir } from "./hir";
import { type Ranges, rangesOf } from "../unicode/ranges";
import { type ByteSequence, utf8Sequences } from "./utf8-sequences";

/** The engine's limit on the memory of a compiled pattern, in bytes. */
export const COMPILED_SIZE_LIMIT = 10 * 2 ** 20;

/** What Rust's regex library counts for a state, for a transition of a class, and for a branch. */
const STATE = 32;
const TRANSITION = 8;
const BRANCH = 4;
/** The unanchored start and the match; captures are not compiled in. */
const FRAME = 5 * STATE;

/** Of sets of characters. The same set may stand in a pattern many times. */
const characterSizes = new WeakMap<Ranges, number>();

/**
 * The memory that Rust's regex library counts for a pattern when it builds its automaton, in bytes. It is computed
 * and not measured: nothing is built, so a pattern that would be huge costs nothing.
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

/** Branches that are a byte each are compiled as one set. One that nothing fits is none of these. */
function alternationSize(branches: readonly Hir[]): number {
  const sets = branches.map((branch) => (branch.kind === "byte" ? branch.ranges : []));
  if (sets.every(({ length }) => length > 0)) return byteSize(rangesOf(sets.flat()));
  return sumOf(branches, 2 * STATE, BRANCH);
}

/** Beyond the limit it does not matter how far: a pattern of a million classes is not computed to its end. */
function sumOf(nodes: readonly Hir[], frame: number, perNode: number): number {
  let size = frame;
  for (const node of nodes) {
    size += sizeOf(node) + perNode;
    if (size > COMPILED_SIZE_LIMIT) break;
  }
  return size;
}

/** A repetition is written out: as many copies as it counts. */
function repeatSize(min: number, max: number | undefined, size: number, emptyNode: boolean): number {
  const fork = STATE + 2 * BRANCH;
  if (max === undefined) {
    if (min === 0) return size + fork + (emptyNode ? fork + STATE : 0);
    return min * size + fork;
  }
  if (max === min) return max * size;
  // Without copies that have to be there, an empty state stands for them, unless there is but one copy.
  const noCopies = min === 0 && max > 1 ? STATE : 0;
  return max * size + (max - min) * fork + STATE + noCopies;
}

function characterSize(ranges: Ranges): number {
  const size = characterSizes.get(ranges) ?? computeCharacterSize(ranges);
  characterSizes.set(ranges, size);
  return size;
}

/**
 * A single character is a state for each byte. For a set, the automaton that reads backwards is the larger one, and it is
 * not minimised: a state for each beginning of a sequence, a fork into all of them, and an end.
 */
function computeCharacterSize(ranges: Ranges): number {
  const sequences = utf8Sequences(ranges);
  // Sequences come in order: those that begin alike are neighbours.
  const states = sequences.reduce(
    (count, sequence, index) => count + sequence.length - sharedBytes(sequence, sequences[index - 1] ?? []),
    0,
  );
  const isLiteral = sequences.length === 1 && sequences[0]?.every(([first, last]) => first === last);
  if (isLiteral) return STATE * states;
  return STATE * states + STATE + BRANCH * sequences.length + STATE;
}

/** How many byte ranges a sequence has in common with the one before it, from the first on. */
function sharedBytes(sequence: ByteSequence, before: ByteSequence): number {
  return sequence.findIndex(([first, last], at) => before[at]?.[0] !== first || before[at][1] !== last);
}
