import type { Ranges } from "../unicode/ranges";
import { type ByteSequence, utf8Sequences } from "./utf8-sequences";

const automata = new WeakMap<Ranges, Utf8Node>();

/** A state within the bytes of one character. Nodes with the same moves are shared. */
export interface Utf8Node {
  readonly id: number;
  readonly moves: readonly Utf8Move[];
}

export interface Utf8Move {
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
