import { holdsAt, holdsBetween, isWordByte, OUTSIDE } from "./looks";
import { parseRegex } from "./parse";
import { buildProgram, type Program } from "./program";
import { translate } from "./translate";

const LF = 0x0a;
const CR = 0x0d;
/** Stand for all bytes that look-arounds do not tell apart. */
const WORD_BYTE = 0x61;
const OTHER_BYTE = 0x20;
/**
 * So many program states are kept in all search states together; where a search needs more, it forgets them and begins to
 * collect anew. So the memory does not grow with the bytes, nor with the states of a pattern times those of its search.
 */
const MAX_KEPT = 500_000;

/** Says whether a pattern is found anywhere in some bytes. The time is linear in the bytes. */
export type RegexMatcher = (bytes: Uint8Array) => boolean;

/** A set of states that a search can be in, with what was read last; its ways on are found when they are needed. */
interface SearchState {
  /** States whose look-arounds and forks are not followed yet: that needs the byte that comes next. */
  readonly seeds: readonly number[];
  readonly before: number;
  /** For each byte, and for the end, the state that follows. */
  readonly next: (SearchState | undefined)[];
}

/** @throws RegexFault where the pattern is not valid: whoever parsed the expression has seen to that. */
export function compileRegex(pattern: string): RegexMatcher {
  const program = buildProgram(translate(parseRegex(pattern), pattern));
  if (program.looksAtCharacters) return (bytes) => simulate(program, bytes);
  const search = new Search(program);
  return (bytes) => search.run(bytes);
}

class Search {
  private readonly found: SearchState = { seeds: [], before: OUTSIDE, next: [] };
  private readonly dead: SearchState = { seeds: [], before: OUTSIDE, next: [] };
  private states = new Map<string, SearchState>();
  private kept = 0;

  constructor(private readonly program: Program) {}

  run(bytes: Uint8Array): boolean {
    let state = this.stateOf([this.program.start], OUTSIDE);
    for (const byte of bytes) {
      state = state.next[byte] ?? this.advance(state, byte);
      if (state === this.found) return true;
      if (state === this.dead) return false;
    }
    return (state.next[OUTSIDE] ?? this.advance(state, OUTSIDE)) === this.found;
  }

  private advance(state: SearchState, byte: number): SearchState {
    const following = this.follow(state, byte);
    state.next[byte] = following;
    return following;
  }

  private follow({ seeds, before }: SearchState, byte: number): SearchState {
    const reached = close(this.program, seeds, (look) => holdsBetween(look, before, byte));
    if (reached === "match") return this.found;
    if (byte === OUTSIDE) return this.dead;
    const next = step(this.program, reached, byte);
    if (!this.program.anchored) next.add(this.program.start);
    return next.size === 0 ? this.dead : this.stateOf([...next], likeness(byte));
  }

  private stateOf(seeds: number[], before: number): SearchState {
    const key = `${before}:${seeds.sort((a, b) => a - b).join()}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    if (this.kept > MAX_KEPT) {
      this.states = new Map();
      this.kept = 0;
    }
    this.kept += seeds.length;
    const state: SearchState = { seeds, before, next: [] };
    this.states.set(key, state);
    return state;
  }
}

/** Without a memory: for patterns whose look-arounds depend on more than two bytes. */
function simulate(program: Program, bytes: Uint8Array): boolean {
  let seeds = new Set([program.start]);
  for (let at = 0; ; at += 1) {
    const reached = close(program, seeds, (look) => holdsAt(look, bytes, at));
    if (reached === "match") return true;
    const byte = bytes[at];
    if (byte === undefined) return false;
    seeds = step(program, reached, byte);
    if (!program.anchored) seeds.add(program.start);
    if (seeds.size === 0) return false;
  }
}

/** The states that take bytes and are reached from the seeds without one. */
function close(
  { states }: Program,
  seeds: Iterable<number>,
  holds: (look: Parameters<typeof holdsBetween>[0]) => boolean,
): Set<number> | "match" {
  const seen = new Set<number>();
  const taking = new Set<number>();
  const waiting = [...seeds];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const state = states[id];
    if (state === undefined || state.kind === "match") return "match";
    if (state.kind === "bytes") taking.add(id);
    else if (state.kind === "fork") waiting.push(...state.next);
    else if (state.kind === "note" || holds(state.look)) waiting.push(state.next);
  }
  return taking;
}

function step({ states }: Program, from: ReadonlySet<number>, byte: number): Set<number> {
  const next = new Set<number>();
  for (const id of from) {
    const state = states[id];
    if (state?.kind !== "bytes") continue;
    for (const move of state.moves) if (byte >= move.first && byte <= move.last) next.add(move.next);
  }
  return next;
}

function likeness(byte: number): number {
  if (byte === LF || byte === CR) return byte;
  return isWordByte(byte) ? WORD_BYTE : OTHER_BYTE;
}
