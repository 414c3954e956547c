import { holdsAt } from "./looks";
import { parseRegex } from "../parse/parse-regex";
import { buildGroupProgram, type Program } from "../compile/program";
import { translate } from "../compile/translate";

/** A part of some bytes: `bytes.subarray(start, end)`. */
export interface GroupSpan {
  readonly start: number;
  readonly end: number;
}

/** The place of a match and of its groups in some bytes, the whole match first; `undefined` of a group without a part in it. */
export type GroupSpans = readonly (GroupSpan | undefined)[];

/** A way through the program, with the places that it has noted so far. */
interface Thread {
  readonly state: number;
  readonly places: readonly (number | undefined)[];
}

/**
 * Finds the first match of a pattern: of those that begin first, the one that the order of branches and the greed of
 * repetitions prefer. All ways are followed side by side, so the time is linear in the bytes.
 * @throws RegexSyntaxError where the pattern is not valid
 */
export function compileGroups(pattern: string): (bytes: Uint8Array) => GroupSpans | undefined {
  const program = buildGroupProgram(translate(parseRegex(pattern), pattern));
  return (bytes) => {
    const places = findPlaces(program, bytes);
    return places && spansOf(places, program.groups);
  };
}

function findPlaces(program: Program, bytes: Uint8Array): Thread["places"] | undefined {
  let threads: readonly Thread[] = [];
  let best: Thread["places"] | undefined;
  for (let at = 0; at <= bytes.length; at += 1) {
    // A match that begins here is worth less than what has begun before, and nothing once there is a match.
    const mayBegin = best === undefined && (at === 0 || !program.anchored);
    const begun = mayBegin ? [...threads, { state: program.start, places: [] }] : threads;
    if (begun.length === 0) break;
    const { taking, matched } = follow(program, begun, bytes, at);
    best = matched ?? best;
    threads = step(program, taking, bytes[at]);
  }
  return best;
}

/** The threads that wait for a byte, the preferred ones first, as far as the first one that is at its end. */
function follow(
  { states }: Program,
  threads: readonly Thread[],
  bytes: Uint8Array,
  at: number,
): { readonly taking: readonly Thread[]; readonly matched?: Thread["places"] } {
  const seen = new Set<number>();
  const taking: Thread[] = [];
  const waiting = [...threads].reverse();
  for (let thread = waiting.pop(); thread !== undefined; thread = waiting.pop()) {
    if (seen.has(thread.state)) continue;
    seen.add(thread.state);
    const { places } = thread;
    const state = states[thread.state];
    if (state === undefined || state.kind === "match") return { taking, matched: places };
    if (state.kind === "bytes") taking.push(thread);
    else if (state.kind === "fork") {
      waiting.push(...state.next.map((next) => ({ state: next, places })).reverse());
    } else if (state.kind === "note") {
      waiting.push({ state: state.next, places: noted(places, state.place, at) });
    } else if (holdsAt(state.look, bytes, at)) waiting.push({ state: state.next, places });
  }
  return { taking };
}

function step({ states }: Program, threads: readonly Thread[], byte: number | undefined): readonly Thread[] {
  if (byte === undefined) return [];
  return threads.flatMap(({ state: id, places }) => {
    const state = states[id];
    const moves = state?.kind === "bytes" ? state.moves : [];
    return moves
      .filter(({ first, last }) => byte >= first && byte <= last)
      .map(({ next }) => ({ state: next, places }));
  });
}

function noted(places: Thread["places"], place: number, at: number): Thread["places"] {
  const copy = [...places];
  copy[place] = at;
  return copy;
}

function spansOf(places: Thread["places"], groups: number): GroupSpans {
  return Array.from({ length: groups }, (_, group) => {
    const start = places[2 * group];
    const end = places[2 * group + 1];
    return start === undefined || end === undefined ? undefined : { start, end };
  });
}
