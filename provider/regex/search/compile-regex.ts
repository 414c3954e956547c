import { holdsBetween, isWordByte, OUTSIDE } from "./looks";
import { parseRegex } from "../parse/parse-regex";
import { buildProgram, type Program } from "../compile/program";
import { close, Simulation, StateSet, step } from "./simulation";
import { translate } from "../compile/translate";

const LF = 0x0a;
const CR = 0x0d;
/** Representatives of all bytes that looks do not distinguish. */
const WORD_BYTE = 0x61;
const OTHER_BYTE = 0x20;
/**
 * The limit for program states in the cache of search states. At the limit, a search continues in the uncached simulation.
 * This bounds the memory for any pattern and any number of bytes.
 */
const MAX_CACHED = 500_000;

/** Tells whether a pattern matches anywhere in some bytes, in linear time. */
export type RegexMatcher = (bytes: Uint8Array) => boolean;

/** A state of the lazily built DFA: a set of program states and the last byte. */
interface SearchState {
  /** Program states before following looks and forks, which needs the next byte. */
  readonly seeds: Int32Array;
  readonly before: number;
  /** The known transitions, for each byte and for the end. */
  readonly next: (SearchState | undefined)[];
}

/**
 * Compiles a pattern to a function that tells whether the pattern matches anywhere in some bytes.
 * @throws RegexSyntaxError if `checkRegex` reports a syntax error for the pattern. The parser of filters has already checked it.
 */
export function compileRegex(pattern: string): RegexMatcher {
  return compileProgram(buildProgram(translate(parseRegex(pattern), pattern)));
}

export function compileProgram(program: Program): RegexMatcher {
  const simulation = new Simulation(program);
  // Unicode looks depend on more than two bytes, so the DFA cannot handle them.
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
  private cached = 0;

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
        if (this.cached > MAX_CACHED) return this.simulation.run(bytes, state.seeds, at);
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
    return stepped.size === 0 ? this.dead : this.stateOf(stepped.sorted(), representative(byte));
  }

  private stateOf(seeds: Int32Array, before: number): SearchState {
    const key = `${before}:${seeds.join()}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    this.cached += seeds.length;
    const state = newState(seeds, before);
    this.states.set(key, state);
    return state;
  }
}

function newState(seeds: Iterable<number> = [], before = OUTSIDE): SearchState {
  return { seeds: Int32Array.from(seeds), before, next: [] };
}

function representative(byte: number): number {
  if (byte === LF || byte === CR) return byte;
  return isWordByte(byte) ? WORD_BYTE : OTHER_BYTE;
}
