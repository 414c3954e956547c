import { buildProgram, type Program } from "../compile/program";
import { Recent } from "../../recent";
import { sampleOf } from "../compile/sample";
import { translate } from "../compile/translate";
import { parseRegex } from "../parse/parse-regex";
import { holdsBetween, isWordByte, OUTSIDE } from "../search/looks";
import { close, StateSet, step } from "../search/simulation";
import { type Described, type Rules, type Spend } from "./lazy-automaton";

const LF = 0x0a;
const CR = 0x0d;
/** Representatives of all bytes that looks do not distinguish. */
const WORD_BYTE = 0x61;
const OTHER_BYTE = 0x20;

/** How many numbers are kept for one pattern, and for all recent ones: some megabytes. */
const MAX_KEPT = 50_000;
const MAX_KEPT_OF_ALL = 500_000;

/** A set of program states and the last byte. */
export interface SearchState {
  /** Program states before following looks and forks, which needs the next byte. */
  readonly seeds: Int32Array;
  /** A representative of the last byte. Without looks, the byte does not matter. */
  readonly before: number;
  readonly key: string;
  /** What follows by the class of the next byte, and behind the classes what follows at the end, as far as it is kept. */
  readonly followed: (Followed | undefined)[];
}

interface Followed {
  readonly state: Described<SearchState>;
  /** The steps that it took. They are taken again where it is found here: budgets must not depend on earlier questions. */
  readonly steps: number;
}

/** Follows all states of a program side by side. What was computed serves all automata of a pattern. The program has no Unicode looks. */
export class Follower {
  private readonly classes: Uint8Array;
  private readonly hasLooks: boolean;
  private readonly reached: StateSet;
  private readonly stepped: StateSet;
  private readonly states = new Map<string, SearchState>();
  private kept = 0;

  /** @param grow takes note of what is kept, in numbers */
  constructor(
    readonly program: Program,
    /** Bytes that the pattern probably matches, if some are known. */
    readonly sample: Uint8Array | undefined,
    private readonly grow: (size: number) => void,
  ) {
    const { states } = program;
    this.hasLooks = states.some(({ kind }) => kind === "look");
    this.reached = new StateSet(states.length);
    this.stepped = new StateSet(states.length);
    this.classes = classesOf(program, this.hasLooks);
  }

  /** Returns the rules of an automaton that accepts the bytes in which the pattern matches anywhere. */
  rules(spend: Spend): Rules<SearchState> {
    const follow = (state: SearchState, byte: number): Described<SearchState> => {
      const { state: next, steps } = this.follow(state, byte);
      spend(0, steps);
      return next;
    };
    return {
      start: this.stateOf(Int32Array.of(this.program.start), OUTSIDE),
      classes: this.classes,
      keyOf: ({ key }) => key,
      next: follow,
      accepts: (state) => follow(state, OUTSIDE) === "full",
    };
  }

  private follow(state: SearchState, byte: number): Followed {
    const index = byte === OUTSIDE ? this.classes.length : (this.classes[byte] ?? 0);
    const known = state.followed[index];
    if (known !== undefined) return known;
    const followed = this.compute(state, byte);
    if (this.keep(1)) state.followed[index] = followed;
    return followed;
  }

  private compute({ seeds, before }: SearchState, byte: number): Followed {
    const { program, reached, stepped } = this;
    reached.clear();
    reached.addAll(seeds);
    const isMatch = close(program, reached, (look) => holdsBetween(look, before, byte));
    const steps = reached.size;
    if (isMatch) return { state: "full", steps };
    if (byte === OUTSIDE) return { state: "dead", steps };
    step(program, reached, byte, stepped);
    if (stepped.size === 0) return { state: "dead", steps };
    return { state: this.stateOf(stepped.sorted(), representative(byte)), steps };
  }

  private stateOf(seeds: Int32Array, byte: number): SearchState {
    const before = this.hasLooks ? byte : OTHER_BYTE;
    const key = `${before}:${seeds.join()}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    const state: SearchState = { seeds, before, key, followed: [] };
    if (this.keep(key.length + seeds.length)) this.states.set(key, state);
    return state;
  }

  /** Whether there is room for so many numbers. Whoever has no room computes again. */
  private keep(size: number): boolean {
    if (this.kept + size > MAX_KEPT) return false;
    this.kept += size;
    this.grow(size);
    return true;
  }
}

const followers = new Recent<Follower>(MAX_KEPT_OF_ALL);

/** @throws RegexSyntaxError if `checkRegex` reports a syntax error for the pattern. */
export function followerOf(pattern: string): Follower {
  return followers.get(pattern, () => {
    const hir = translate(parseRegex(pattern), pattern);
    const program = buildProgram(hir);
    followers.grow(program.states.length);
    return new Follower(program, sampleOf(hir), followers.grow);
  });
}

/** Cuts the bytes where a range of the program begins or ends, and where looks distinguish neighbours. */
function classesOf({ states }: Program, hasLooks: boolean): Uint8Array {
  const begins = new Uint8Array(257);
  for (const state of states) {
    if (state.kind !== "bytes") continue;
    for (const { first, last } of state.moves) {
      begins[first] = 1;
      begins[last + 1] = 1;
    }
  }
  const classes = new Uint8Array(256);
  for (let byte = 1; byte < classes.length; byte += 1) {
    const isNew = begins[byte] === 1 || (hasLooks && representative(byte) !== representative(byte - 1));
    classes[byte] = (classes[byte - 1] ?? 0) + Number(isNew);
  }
  return classes;
}

function representative(byte: number): number {
  if (byte === LF || byte === CR) return byte;
  return isWordByte(byte) ? WORD_BYTE : OTHER_BYTE;
}
