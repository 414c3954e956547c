import { canBeEmpty, type Hir } from "./hir";
import { type ByteSequence, utf8Sequences } from "./utf8-sequences";

/** The engine's limit on the memory of a compiled pattern, in bytes. */
export const COMPILED_SIZE_LIMIT = 10 * 2 ** 20;

/** What Rust's regex library counts for a state, for a transition of a class, and for a branch. */
const STATE = 32;
const TRANSITION = 8;
const BRANCH = 4;
/** The unanchored start, the captures of the whole, and the match. */
const FRAME = 6 * STATE;

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
    case "byte": {
      const [range] = hir.ranges;
      const isLiteral = hir.ranges.length === 1 && range !== undefined && range[0] === range[1];
      return isLiteral ? STATE : 2 * STATE + TRANSITION * hir.ranges.length;
    }
    case "character":
      return characterSize(utf8Sequences(hir.ranges));
    case "repeat":
      return repeatSize(hir.min, hir.max, sizeOf(hir.node), canBeEmpty(hir.node));
    case "concat":
      return hir.nodes.reduce((size, node) => size + sizeOf(node), 0);
    case "alternation":
      return hir.branches.reduce((size, branch) => size + sizeOf(branch) + BRANCH, 2 * STATE);
    case "capture":
      return 2 * STATE + sizeOf(hir.node);
  }
}

/** A repetition is written out: as many copies as it counts. */
function repeatSize(min: number, max: number | undefined, size: number, emptyNode: boolean): number {
  const fork = STATE + 2 * BRANCH;
  if (max === undefined) {
    if (min === 0) return size + fork + (emptyNode ? fork + STATE : 0);
    return min * size + fork;
  }
  return max * size + (max > min ? (max - min) * fork + STATE : 0);
}

/** One state for each distinct tail of the sequences, one for the beginning, one for the end. */
function characterSize(sequences: readonly ByteSequence[]): number {
  const single = sequences.length === 1 ? sequences[0] : undefined;
  if (single?.every(([first, last]) => first === last)) return STATE * single.length;
  const tails = new Set<string>();
  for (const sequence of sequences) {
    for (let from = 1; from < sequence.length; from += 1) tails.add(sequence.slice(from).join(";"));
  }
  return (tails.size + 2) * STATE + (tails.size + sequences.length) * TRANSITION;
}
