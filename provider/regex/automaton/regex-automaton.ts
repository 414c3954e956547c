import { followerOf } from "./follower";
import { type Automaton, LazyAutomaton, type Spend } from "./lazy-automaton";

/** An estimate of the memory of a program state. */
const PROGRAM_STATE_BYTES = 100;

/**
 * Compiles a pattern to an automaton that accepts the bytes in which the pattern matches anywhere. Undefined for patterns with Unicode
 * looks such as `(?u)\b`, which depend on more than two bytes.
 * @throws RegexSyntaxError if `checkRegex` reports a syntax error for the pattern.
 */
export function compileAutomaton(pattern: string, spend: Spend): Automaton | undefined {
  const follower = followerOf(pattern);
  const { states, looksAtCharacters } = follower.program;
  spend(states.length * PROGRAM_STATE_BYTES);
  return looksAtCharacters ? undefined : new LazyAutomaton(follower.rules(spend), spend);
}

/**
 * Returns bytes that a pattern probably matches, without a search: only an evaluation tells whether it does.
 * @throws RegexSyntaxError if `checkRegex` reports a syntax error for the pattern.
 */
export function sampleOfPattern(pattern: string): Uint8Array | undefined {
  return followerOf(pattern).sample;
}
