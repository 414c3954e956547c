import { type Automaton, classesBy, type Described, FULL, LazyAutomaton, type Spend } from "../../../regex";

/** Accepts the words about which `decide` says yes, by which of the parts accept them. */
export function combine(
  parts: readonly Automaton[],
  decide: (accepted: readonly boolean[]) => boolean,
  spend: Spend,
): Automaton {
  const stateOf = (states: readonly number[]): Described<readonly number[]> => {
    if (states.some((state) => state > FULL)) return states;
    return decide(states.map((state) => state === FULL)) ? "full" : "dead";
  };
  return new LazyAutomaton<readonly number[]>(
    {
      start: stateOf(parts.map(({ start }) => start)),
      classes: classesBy((byte) => parts.map(({ classes }) => classes[byte]).join()),
      keyOf: (states) => states.join(),
      next: (states, byte) => {
        spend(0, parts.length);
        return stateOf(parts.map((part, index) => part.next(states[index] ?? 0, byte)));
      },
      accepts: (states) => decide(parts.map((part, index) => part.accepts(states[index] ?? 0))),
    },
    spend,
  );
}

/** Accepts the words that the automaton does not accept. */
export function complement(automaton: Automaton, spend: Spend): Automaton {
  return combine([automaton], ([accepted]) => accepted !== true, spend);
}
