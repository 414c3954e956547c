import { holdsBetween, isWordByte, OUTSIDE } from "./looks";
import { parseRegex } from "../parse/parse-regex";
import { buildProgram, type Program } from "../compile/program";
import { close, Simulation, step } from "./simulation";
import { StateSet } from "./state-set";
import { translate } from "../compile/translate";

const LF = 0x0a;
const CR = 0x0d;
/** Stand for all bytes that look-arounds do not tell apart. */
const WORD_BYTE = 0x61;
const OTHER_BYTE = 0x20;
/**
 * So many program states are kept in all search states together; a search that comes to what is not known then goes on
 * without a memory. So the memory does not grow with the bytes, nor with the states of a pattern times those of its search.
 */
const MAX_KEPT = 500_000;

/** Says whether a pattern is found anywhere in some bytes. The time is linear in the bytes. */
export type RegexMatcher = (bytes: Uint8Array) => boolean;

/** A set of states that a search can be in, with what was read last; its ways on are found when they are needed. */
interface SearchState {
  /** States whose look-arounds and forks are not followed yet: that needs the byte that comes next. */
  readonly seeds: Int32Array;
  readonly before: number;
  /** For each byte, and for the end, the state that follows. */
  readonly next: (SearchState | undefined)[];
}

/** @throws RegexSyntaxError where the pattern is not valid: whoever parsed the expression has seen to that. */
export function compileRegex(pattern: string): RegexMatcher {
  return compileProgram(buildProgram(translate(parseRegex(pattern), pattern)));
}

export function compileProgram(program: Program): RegexMatcher {
  const simulation = new Simulation(program);
  // Such look-arounds depend on more than two bytes.
  if (program.looksAtCharacters) return (bytes) => simulation.run(bytes);
  const search = new Search(program, simulation);
  return (bytes) => search.run(bytes);
}

class Search {
  private readonly found = newState();
  private readonly dead = newState();
  private readonly start: SearchState;
  private readonly states = new Map<string, SearchState>();
  private readonly reached: StateSet;
  private readonly stepped: StateSet;
  private kept = 0;

  constructor(
    private readonly program: Program,
    private readonly simulation: Simulation,
  ) {
    this.start = newState([program.start]);
    this.reached = new StateSet(program.states.length);
    this.stepped = new StateSet(program.states.length);
  }

  run(bytes: Uint8Array): boolean {
    let state = this.start;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      let next = state.next[byte];
      if (next === undefined) {
        if (this.kept > MAX_KEPT) return this.simulation.run(bytes, state.seeds, at);
        next = this.advance(state, byte);
      }
      if (next === this.found) return true;
      if (next === this.dead) return false;
      state = next;
    }
    return (state.next[OUTSIDE] ?? this.advance(state, OUTSIDE)) === this.found;
  }

  private advance(state: SearchState, byte: number): SearchState {
    const following = this.follow(state, byte);
    state.next[byte] = following;
    return following;
  }

  private follow({ seeds, before }: SearchState, byte: number): SearchState {
    const { program, reached, stepped } = this;
    reached.clear();
    reached.addAll(seeds);
    if (close(program, reached, (look) => holdsBetween(look, before, byte))) return this.found;
    if (byte === OUTSIDE) return this.dead;
    step(program, reached, byte, stepped);
    return stepped.size === 0 ? this.dead : this.stateOf(stepped.sorted(), likeness(byte));
  }

  private stateOf(seeds: Int32Array, before: number): SearchState {
    const key = `${before}:${seeds.join()}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    this.kept += seeds.length;
    const state = newState(seeds, before);
    this.states.set(key, state);
    return state;
  }
}

function newState(seeds: Iterable<number> = [], before = OUTSIDE): SearchState {
  return { seeds: Int32Array.from(seeds), before, next: [] };
}

function likeness(byte: number): number {
  if (byte === LF || byte === CR) return byte;
  return isWordByte(byte) ? WORD_BYTE : OTHER_BYTE;
}
