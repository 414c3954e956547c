import { type Follower, followerOf, type SearchState } from "../automaton/follower";
import { LazyAutomaton } from "../automaton/lazy-automaton";
import { Simulation } from "./simulation";

/**
 * The limit for the memory of search states, in bytes. At the limit, a search uses the uncached simulation. This bounds the
 * memory for any pattern and any number of bytes.
 */
const MAX_CACHED = 16 * 1024 * 1024;

/** Tells whether a pattern matches anywhere in some bytes, in linear time. */
export type RegexMatcher = (bytes: Uint8Array) => boolean;

/**
 * Compiles a pattern to a function that tells whether the pattern matches anywhere in some bytes.
 * @throws RegexSyntaxError if `checkRegex` reports a syntax error for the pattern. The parser of filters has already checked it.
 */
export function compileRegex(pattern: string): RegexMatcher {
  const follower = followerOf(pattern);
  const { program } = follower;
  const simulation = new Simulation(program);
  // Unicode looks depend on more than two bytes, so the DFA cannot handle them.
  if (program.looksAtCharacters) return (bytes) => simulation.run(bytes);
  const search = new Search(follower, simulation);
  return (bytes) => search.run(bytes);
}

class Search {
  private automaton: LazyAutomaton<SearchState> | undefined;
  private cached = 0;

  constructor(
    private readonly follower: Follower,
    private readonly simulation: Simulation,
  ) {}

  run(bytes: Uint8Array): boolean {
    // Many rules are compiled and never run.
    this.automaton ??= new LazyAutomaton(this.follower.rules(noSteps), (size) => {
      this.cached += size;
      if (this.cached > MAX_CACHED) throw new CacheFullError();
    });
    try {
      return this.automaton.run(bytes);
    } catch (problem) {
      if (problem instanceof CacheFullError) return this.simulation.run(bytes);
      throw problem;
    }
  }
}

function noSteps(): void {
  // A search has no budget.
}

/** The search needs a state for which the cache has no room. */
class CacheFullError extends Error {
  override readonly name = "CacheFullError";
}
