import { lazily } from "../../../lazily";
import { type Automaton, compileAutomaton, type Spend } from "../../../regex";
import type { LiteralTest } from "../../parse/ast";
import { complement } from "./combine";
import { anyWord, containing, oneOf, ordered } from "./literals";
import { matchingWildcard } from "./wildcard";

const STAR = 0x2a;

/** The words that pass a test. */
export interface Language {
  readonly automaton: Automaton;
  /** All the words, if they are few enough to be listed. */
  readonly words?: readonly Uint8Array[];
  /** A word that is probably in the language, and a shortest one then: trying it costs less than a search. */
  readonly guess?: Uint8Array;
}

/** Returns the words that pass a test of bytes. Undefined for patterns that no automaton describes, and tests of other types. */
export function languageOf(test: LiteralTest, spend: Spend): Language | undefined {
  switch (test.kind) {
    case "ordering": {
      if (test.literal.kind !== "bytes") return undefined;
      const { bytes } = test.literal;
      if (test.operator === "eq") return finite([bytes], spend);
      if (test.operator === "ne") return { automaton: complement(oneOf([bytes], spend), spend) };
      return { automaton: ordered(test.operator, bytes, spend) };
    }
    case "contains":
      return { automaton: containing(test.literal.bytes, spend), guess: test.literal.bytes };
    case "matches": {
      const automaton = compileAutomaton(test.pattern.pattern, spend);
      return automaton && { automaton };
    }
    case "wildcard":
      return wildcardLanguage(test.pattern.bytes, test.strict, spend);
    case "oneOf":
      return finite(
        test.items.flatMap((item) => (item.kind === "bytes" ? [item.bytes] : [])),
        spend,
      );
    default:
      return undefined;
  }
}

/** Returns the words that match a wildcard pattern. */
export function wildcardLanguage(pattern: Uint8Array, strict: boolean, spend: Spend): Language {
  return {
    automaton: matchingWildcard(pattern, strict, spend),
    guess: pattern.filter((byte) => byte !== STAR),
  };
}

export const ANY: Language = { automaton: anyWord() };

/** Most questions about listed words need no automaton, so it is built when it is first asked for. */
function finite(words: readonly Uint8Array[], spend: Spend): Language {
  const automaton = lazily(() => oneOf(words, spend));
  return {
    words,
    get automaton() {
      return automaton();
    },
  };
}
