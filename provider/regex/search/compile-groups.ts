import { holdsAt } from "./looks";
import { parseRegex } from "../parse/parse-regex";
import { buildGroupProgram, type Program } from "../compile/program";
import { translate } from "../compile/translate";

/** A part of some bytes: `bytes.subarray(start, end)`. */
export interface GroupSpan {
  readonly start: number;
  readonly end: number;
}

/** The spans of the whole match and of each group. A group that took no part in the match is `undefined`. */
export type GroupSpans = readonly (GroupSpan | undefined)[];

/** A state of the program with the group offsets noted on the way to it. */
interface Thread {
  readonly state: number;
  readonly offsets: readonly (number | undefined)[];
}

/**
 * Compiles a pattern to a function that finds the first match and its capture groups: the leftmost match, and of those the one that the order of branches and
 * greediness prefer. All threads advance in parallel, so the time is linear in the bytes.
 * @throws RegexSyntaxError if `checkRegex` reports a syntax error for the pattern.
 */
export function compileGroups(pattern: string): (bytes: Uint8Array) => GroupSpans | undefined {
  const program = buildGroupProgram(translate(parseRegex(pattern), pattern));
  return (bytes) => {
    const offsets = findOffsets(program, bytes);
    return offsets && spansOf(offsets, program.groups);
  };
}

function findOffsets(program: Program, bytes: Uint8Array): Thread["offsets"] | undefined {
  let threads: readonly Thread[] = [];
  let best: Thread["offsets"] | undefined;
  for (let at = 0; at <= bytes.length; at += 1) {
    // A new thread has the lowest priority. Once there is a match, it could never win.
    const mayStart = best === undefined && (at === 0 || !program.anchored);
    const started = mayStart ? [...threads, { state: program.start, offsets: [] }] : threads;
    if (started.length === 0) break;
    const { waitingForByte, matched } = follow(program, started, bytes, at);
    best = matched ?? best;
    threads = step(program, waitingForByte, bytes[at]);
  }
  return best;
}

/** Follows forks and looks. Returns the threads that wait for a byte, in order of priority, up to the first match. */
function follow(
  { states }: Program,
  threads: readonly Thread[],
  bytes: Uint8Array,
  at: number,
): { readonly waitingForByte: readonly Thread[]; readonly matched?: Thread["offsets"] } {
  const seen = new Set<number>();
  const waitingForByte: Thread[] = [];
  const pending = [...threads].reverse();
  for (let thread = pending.pop(); thread !== undefined; thread = pending.pop()) {
    if (seen.has(thread.state)) continue;
    seen.add(thread.state);
    const { offsets } = thread;
    const state = states[thread.state];
    if (state === undefined || state.kind === "match") return { waitingForByte, matched: offsets };
    if (state.kind === "bytes") waitingForByte.push(thread);
    else if (state.kind === "fork") {
      pending.push(...state.next.map((next) => ({ state: next, offsets })).reverse());
    } else if (state.kind === "note") {
      pending.push({ state: state.next, offsets: noted(offsets, state.slot, at) });
    } else if (holdsAt(state.look, bytes, at)) pending.push({ state: state.next, offsets });
  }
  return { waitingForByte };
}

function step({ states }: Program, threads: readonly Thread[], byte: number | undefined): readonly Thread[] {
  if (byte === undefined) return [];
  return threads.flatMap(({ state: id, offsets }) => {
    const state = states[id];
    const moves = state?.kind === "bytes" ? state.moves : [];
    return moves
      .filter(({ first, last }) => byte >= first && byte <= last)
      .map(({ next }) => ({ state: next, offsets }));
  });
}

function noted(offsets: Thread["offsets"], slot: number, at: number): Thread["offsets"] {
  const copy = [...offsets];
  copy[slot] = at;
  return copy;
}

function spansOf(offsets: Thread["offsets"], groups: number): GroupSpans {
  return Array.from({ length: groups }, (_, group) => {
    const start = offsets[2 * group];
    const end = offsets[2 * group + 1];
    return start === undefined || end === undefined ? undefined : { start, end };
  });
}
