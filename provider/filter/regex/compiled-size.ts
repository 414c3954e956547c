import { canBeEmpty, type Hir } from "./hir";
import { utf8Automaton, type Utf8Node } from "./utf8-automaton";

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
      return characterSize(utf8Automaton(hir.ranges));
    case "repeat":
      return repeatSize(hir.min, hir.max, sizeOf(hir.node), canBeEmpty(hir.node));
    case "concat":
      return sumOf(hir.nodes, 0, 0);
    case "alternation":
      return sumOf(hir.branches, 2 * STATE, BRANCH);
    case "capture":
      return 2 * STATE + sizeOf(hir.node);
  }
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
  return max * size + (max > min ? (max - min) * fork + STATE : 0);
}

/** A single character is a state for each byte; a set, one for each node of its automaton, and one for its end. */
function characterSize(root: Utf8Node): number {
  const nodes = nodesOf(root);
  if ([...nodes].every(({ moves: [move, ...others] }) => others.length === 0 && move?.first === move?.last)) {
    return STATE * nodes.size;
  }
  return [...nodes].reduce((size, { moves }) => size + STATE + TRANSITION * moves.length, STATE);
}

function nodesOf(root: Utf8Node): Set<Utf8Node> {
  const nodes = new Set([root]);
  for (const { moves } of nodes) for (const { next } of moves) if (next !== undefined) nodes.add(next);
  return nodes;
}
