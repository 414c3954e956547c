import { type Automaton, classesBy, type Described, LazyAutomaton, type Spend } from "../../../regex";
import type { OrderingOperator } from "../../parse/ast";

/** Accepts every value. */
export function anyWord(): Automaton {
  return constant("full");
}

/** Accepts no value. */
export function noWord(): Automaton {
  return constant("dead");
}

function constant(state: "full" | "dead"): Automaton {
  return new LazyAutomaton<number>({
    start: state,
    classes: new Uint8Array(256),
    keyOf: Number,
    next: () => state,
    accepts: () => false,
  });
}

/** Accepts these words. */
export function oneOf(words: readonly Uint8Array[], spend: Spend): Automaton {
  const nodes: { readonly next: Map<number, number>; isEnd: boolean }[] = [{ next: new Map(), isEnd: false }];
  for (const word of words) {
    let at = 0;
    for (const byte of word) {
      const known = nodes[at]?.next.get(byte);
      const following = known ?? nodes.push({ next: new Map(), isEnd: false }) - 1;
      nodes[at]?.next.set(byte, following);
      at = following;
    }
    const end = nodes[at];
    if (end) end.isEnd = true;
  }
  return countingAutomaton(
    {
      classes: classesOf(words),
      next: (at, byte) => nodes[at]?.next.get(byte) ?? "dead",
      accepts: (at) => nodes[at]?.isEnd === true,
    },
    spend,
  );
}

/** Accepts the words that start with `prefix`. */
export function startingWith(prefix: Uint8Array, spend: Spend): Automaton {
  if (prefix.length === 0) return anyWord();
  return countingAutomaton(
    {
      classes: classesOf([prefix]),
      next: (at, byte) => {
        if (prefix[at] !== byte) return "dead";
        return at + 1 === prefix.length ? "full" : at + 1;
      },
      accepts: () => false,
    },
    spend,
  );
}

/** Accepts the words that contain `part`. */
export function containing(part: Uint8Array, spend: Spend): Automaton {
  if (part.length === 0) return anyWord();
  const follow = matcherOf(part);
  return countingAutomaton(
    {
      classes: classesOf([part]),
      next: (at, byte) => {
        const following = follow(at, byte);
        return following === part.length ? "full" : following;
      },
      accepts: () => false,
    },
    spend,
  );
}

/** Accepts the words that end with `suffix`. */
export function endingWith(suffix: Uint8Array, spend: Spend): Automaton {
  if (suffix.length === 0) return anyWord();
  return countingAutomaton(
    {
      classes: classesOf([suffix]),
      next: matcherOf(suffix),
      accepts: (at) => at === suffix.length,
    },
    spend,
  );
}

/** Accepts the words that are before or behind a word in the order of bytes, in which a prefix is smaller than the longer word. */
export function ordered(
  operator: Exclude<OrderingOperator, "eq" | "ne">,
  word: Uint8Array,
  spend: Spend,
): Automaton {
  const isBefore = operator === "lt" || operator === "le";
  const isSameAccepted = operator === "le" || operator === "ge";
  return countingAutomaton(
    {
      classes: classesBy((byte) => (word.includes(byte) ? byte : -1 - countBelow(word, byte))),
      next: (at, byte) => {
        const own = word[at];
        // A longer word with this one as its beginning is behind it.
        if (own === undefined) return isBefore ? "dead" : "full";
        if (byte === own) return at + 1;
        return byte < own === isBefore ? "full" : "dead";
      },
      accepts: (at) => (at === word.length ? isSameAccepted : isBefore),
    },
    spend,
  );
}

/** Whether two equal words pass the comparison, and whether two pass if the first is smaller. */
const PASSES: Readonly<
  Record<OrderingOperator, { readonly equal: boolean; readonly smaller: boolean | undefined }>
> = {
  eq: { equal: true, smaller: undefined },
  ne: { equal: false, smaller: undefined },
  lt: { equal: false, smaller: true },
  le: { equal: true, smaller: true },
  gt: { equal: false, smaller: false },
  ge: { equal: true, smaller: false },
};

/** Accepts the words whose images under two mappings of bytes pass a comparison. */
export function comparingImages(
  operator: OrderingOperator,
  left: (byte: number) => number,
  right: (byte: number) => number,
  spend: Spend,
): Automaton {
  const { equal, smaller } = PASSES[operator];
  // The first bytes that differ decide.
  const order = (byte: number) => Math.sign(left(byte) - right(byte));
  return countingAutomaton(
    {
      classes: classesBy(order),
      next: (state, byte) => {
        if (order(byte) === 0) return state;
        return (smaller === undefined ? !equal : order(byte) < 0 === smaller) ? "full" : "dead";
      },
      accepts: () => equal,
    },
    spend,
  );
}

/** Accepts words by their length. Words longer than `greatest` are treated as if they had one byte more than that. */
export function withLength(accepts: (length: number) => boolean, greatest: number, spend: Spend): Automaton {
  const rest = accepts(greatest + 1) ? "full" : "dead";
  return countingAutomaton(
    { classes: new Uint8Array(256), next: (at) => (at < greatest ? at + 1 : rest), accepts },
    spend,
  );
}

/** An automaton whose states are numbers from 0. */
function countingAutomaton(
  rules: {
    readonly classes: Uint8Array;
    readonly next: (state: number, byte: number) => Described<number>;
    readonly accepts: (state: number) => boolean;
  },
  spend: Spend,
): Automaton {
  return new LazyAutomaton({ ...rules, start: 0, keyOf: Number }, spend);
}

/** Each byte of the words is a class, and all others together are one. */
function classesOf(words: readonly Uint8Array[]): Uint8Array {
  const used = new Uint8Array(256);
  for (const word of words) for (const byte of word) used[byte] = 1;
  return classesBy((byte) => (used[byte] === 1 ? byte : -1));
}

function countBelow(word: Uint8Array, byte: number): number {
  return new Set(word.filter((one) => one < byte)).size;
}

/** Returns how many bytes of `word` are matched after one more byte, as Knuth, Morris and Pratt compute it. */
function matcherOf(word: Uint8Array): (matched: number, byte: number) => number {
  const borders = new Int32Array(word.length + 1);
  borders[0] = -1;
  const advance = (from: number, byte: number | undefined): number => {
    let at = from;
    while (at >= 0 && word[at] !== byte) at = borders[at] ?? -1;
    return at + 1;
  };
  for (let at = 1; at <= word.length; at += 1) borders[at] = advance(borders[at - 1] ?? -1, word[at - 1]);
  return (matched, byte) => advance(matched === word.length ? (borders[matched] ?? 0) : matched, byte);
}
