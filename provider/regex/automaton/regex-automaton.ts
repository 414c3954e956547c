import { buildProgram, type Program } from "../compile/program";
import { translate } from "../compile/translate";
import { parseRegex } from "../parse/parse-regex";
import { holdsBetween, isWordByte, OUTSIDE } from "../search/looks";
import { close, StateSet, step } from "../search/simulation";
import { type Automaton, type Described, LazyAutomaton, type Rules, type Spend } from "./lazy-automaton";

const LF = 0x0a;
const CR = 0x0d;
/** Representatives of all bytes that looks do not distinguish. */
const WORD_BYTE = 0x61;
const OTHER_BYTE = 0x20;
/** An estimate of the memory of a program state. */
const PROGRAM_STATE_BYTES = 100;

/** A set of program states and the last byte. */
export interface SearchState {
  /** Program states before following looks and forks, which needs the next byte. */
  readonly seeds: Int32Array;
  readonly before: number;
}

/**
 * Compiles a pattern to an automaton that accepts the bytes in which the pattern matches anywhere. Undefined for patterns with Unicode
 * looks such as `(?u)\b`, which depend on more than two bytes.
 * @throws RegexSyntaxError if `checkRegex` reports a syntax error for the pattern.
 */
export function compileAutomaton(pattern: string, spend: Spend): Automaton | undefined {
  const program = buildProgram(translate(parseRegex(pattern), pattern));
  spend(program.states.length * PROGRAM_STATE_BYTES);
  return program.looksAtCharacters ? undefined : new LazyAutomaton(searchRules(program, spend), spend);
}

/** Returns the rules of the automaton that follows all states of a program side by side. The program has no Unicode looks. */
export function searchRules(program: Program, spend: Spend = () => undefined): Rules<SearchState> {
  const reached = new StateSet(program.states.length);
  const stepped = new StateSet(program.states.length);
  const follow = ({ seeds, before }: SearchState, byte: number): Described<SearchState> => {
    reached.clear();
    reached.addAll(seeds);
    const isMatch = close(program, reached, (look) => holdsBetween(look, before, byte));
    spend(0, reached.size);
    if (isMatch) return "full";
    if (byte === OUTSIDE) return "dead";
    step(program, reached, byte, stepped);
    return stepped.size === 0 ? "dead" : { seeds: stepped.sorted(), before: representative(byte) };
  };
  return {
    start: { seeds: Int32Array.of(program.start), before: OUTSIDE },
    classes: classesOf(program),
    keyOf: ({ seeds, before }) => `${before}:${seeds.join()}`,
    next: follow,
    accepts: (state) => follow(state, OUTSIDE) === "full",
  };
}

/** Cuts the bytes where a range of the program begins or ends, and where looks distinguish neighbours. */
function classesOf({ states }: Program): Uint8Array {
  const begins = new Uint8Array(257);
  for (const state of states) {
    if (state.kind !== "bytes") continue;
    for (const { first, last } of state.moves) {
      begins[first] = 1;
      begins[last + 1] = 1;
    }
  }
  const hasLooks = states.some(({ kind }) => kind === "look");
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
