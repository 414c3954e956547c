import { type Automaton, classesBy, type Described, LazyAutomaton, type Spend } from "../../../regex";
import { tokensOf, ANY_RUN, lower } from "../../evaluate/wildcard";

/** Accepts the words that a wildcard matches. A state is the set of tokens that may come next. */
export function matchingWildcard(pattern: Uint8Array, strict: boolean, spend: Spend): Automaton {
  const tokens = tokensOf(pattern, strict);
  const fold = (byte: number) => (strict ? byte : lower(byte));
  const stateOf = (from: Iterable<number>): Described<readonly number[]> => {
    const reached = new Set(from);
    // A star may also match nothing. Iteration includes what is added meanwhile.
    for (const at of reached) if (tokens[at] === ANY_RUN) reached.add(at + 1);
    if (reached.size === 0) return "dead";
    const endsWithStar = tokens.at(-1) === ANY_RUN;
    return endsWithStar && reached.has(tokens.length) ? "full" : [...reached].sort((a, b) => a - b);
  };
  return new LazyAutomaton<readonly number[]>(
    {
      start: stateOf([0]),
      classes: classesBy((byte) => (tokens.includes(fold(byte)) ? fold(byte) : -1)),
      keyOf: (state) => state.join(),
      next: (state, byte) => {
        spend(0, state.length);
        return stateOf(
          state.flatMap((at) => {
            if (tokens[at] === ANY_RUN) return [at];
            return tokens[at] === fold(byte) ? [at + 1] : [];
          }),
        );
      },
      accepts: (state) => state.includes(tokens.length),
    },
    spend,
  );
}
