import { classesBy, DEAD, FULL } from "../../../regex";
import { toLatin1 } from "../../evaluate/byte-functions";
import type { Meter } from "../meter";
import type { Language } from "./language";

/** A word must be in the language, or must not be. */
export interface WordCondition {
  readonly language: Language;
  readonly holds: boolean;
}

/** A word that meets all conditions, or the indexes of conditions that no word meets together. */
export type FoundWord =
  | { readonly kind: "word"; readonly word: Uint8Array }
  | { readonly kind: "conflict"; readonly core: readonly number[] };

/** What all words are like, besides the conditions. */
export interface WordLimits {
  readonly base: readonly Language[];
  /** Which words of lists are possible, if that is known. */
  readonly accepts: ((word: Uint8Array) => boolean) | undefined;
}

/** So many listed words are compared with a word, rather than building an automaton. */
const FEW = 8;
/** With so many conditions that hold, the product has too many states to be tried first. */
const MANY = 4;
/** How many conditions that a word violates are added to the product at once. */
const ADDED_AT_ONCE = 4;
const STATE_BYTES = 300;

/** Bytes in the order in which they are preferred in words. */
const PREFERRED = [
  ...new Set([
    ...Buffer.from(
      "abcdefghijklmnopqrstuvwxyz0123456789-_./ABCDEFGHIJKLMNOPQRSTUVWXYZ=&:@~+,;%!*()$'[]? \"#<>\\^`{|}",
    ),
    ...Array(256).keys(),
  ]),
];

/**
 * Finds a word that meets all conditions within the limits. Conditions enter the product of automata only when a word
 * without them violates them.
 * @throws BudgetSpentError
 */
export function findWord(conditions: readonly WordCondition[], limits: WordLimits, meter: Meter): FoundWord {
  const listed = shortestList(conditions);
  if (listed !== undefined) return findListed(listed, conditions, limits, meter);
  const fixed = limits.base.map((language): WordCondition => ({ language, holds: true }));
  const easy = conditions.flatMap(({ language: { guess }, holds }) => (holds && guess ? [guess] : []));
  const found = easy.find((word) =>
    [...fixed, ...conditions].every((condition) => meets(word, condition, meter)),
  );
  if (found !== undefined) return { kind: "word", word: found };
  const active = new Set<number>();
  conditions.forEach(({ holds }, index) => {
    if (holds) active.add(index);
  });
  const guessed = active.size < MANY ? undefined : guessWord([...fixed, ...conditions], meter);
  if (guessed !== undefined) return { kind: "word", word: guessed };
  for (;;) {
    const product = [...fixed, ...[...active].flatMap((index) => conditions[index] ?? [])];
    const word = shortestWord(product, meter);
    if (word === undefined) return { kind: "conflict", core: [...active] };
    const violated = conditions.flatMap((condition, index) =>
      active.has(index) || meets(word, condition, meter) ? [] : [index],
    );
    if (violated.length === 0) return { kind: "word", word };
    for (const index of violated.slice(0, ADDED_AT_ONCE)) active.add(index);
  }
}

/** Returns the index of the condition that leaves the fewest words, if one leaves only listed words. */
function shortestList(conditions: readonly WordCondition[]): number | undefined {
  let shortest: { readonly index: number; readonly length: number } | undefined;
  conditions.forEach(({ language: { words }, holds }, index) => {
    if (!holds || words === undefined) return;
    if (shortest === undefined || words.length < shortest.length) shortest = { index, length: words.length };
  });
  return shortest?.index;
}

function findListed(
  listed: number,
  conditions: readonly WordCondition[],
  { base, accepts }: WordLimits,
  meter: Meter,
): FoundWord {
  const core = new Set([listed]);
  const violated = violationBy(conditions, core, meter);
  for (const word of conditions[listed]?.language.words ?? []) {
    if (accepts?.(word) === false || !base.every(({ automaton }) => automaton.run(word))) continue;
    const index = violated(word);
    if (index === undefined) return { kind: "word", word };
    core.add(index);
  }
  return { kind: "conflict", core: [...core] };
}

/**
 * Returns a function that finds a condition which a word violates, one of the core if possible. Words that must not be are looked up, since
 * there may be many.
 */
function violationBy(
  conditions: readonly WordCondition[],
  core: ReadonlySet<number>,
  meter: Meter,
): (word: Uint8Array) => number | undefined {
  const excluded = new Map<string, number>();
  const others: number[] = [];
  conditions.forEach(({ language: { words }, holds }, index) => {
    if (holds || words === undefined) others.push(index);
    else for (const word of words) excluded.set(toLatin1(word), index);
    meter.spend(0, 1 + (words?.length ?? 0));
  });
  return (word) => {
    const known = excluded.get(toLatin1(word));
    if (known !== undefined) return known;
    const violated = others.filter((index) => {
      const condition = conditions[index];
      return condition !== undefined && !meets(word, condition, meter);
    });
    return violated.find((index) => core.has(index)) ?? violated[0];
  };
}

/** Tries the words that conditions demand, one after the other. */
function guessWord(conditions: readonly WordCondition[], meter: Meter): Uint8Array | undefined {
  const words = conditions
    .filter(({ holds }) => holds)
    .map((condition) => shortestWord([condition], meter) ?? new Uint8Array());
  const guesses = [Buffer.concat(words), Buffer.concat([...words].reverse())];
  return guesses.find((word) => conditions.every((condition) => meets(word, condition, meter)));
}

function meets(word: Uint8Array, { language, holds }: WordCondition, meter: Meter): boolean {
  const { words } = language;
  if (words === undefined || words.length > FEW) {
    meter.spend(0, 1 + word.length);
    return language.automaton.run(word) === holds;
  }
  meter.spend(0, 1 + words.length);
  return words.some((one) => Buffer.compare(one, word) === 0) === holds;
}

/** A state of the product, how it was reached, and from where. */
interface Reached {
  readonly states: readonly number[];
  readonly from: Reached | undefined;
  readonly byte: number;
}

/** Returns a shortest word that meets all conditions, or undefined if there is none. @throws BudgetSpentError */
export function shortestWord(conditions: readonly WordCondition[], meter: Meter): Uint8Array | undefined {
  const parts = conditions.map(({ language: { automaton }, holds }) => ({
    automaton,
    holds,
    lost: holds ? DEAD : FULL,
  }));
  const isFound = (states: readonly number[]) =>
    parts.every(({ automaton, holds }, index) => automaton.accepts(states[index] ?? DEAD) === holds);
  const bytes = representatives(parts.map(({ automaton }) => automaton.classes));
  return meter.borrow((spend) => {
    const start = parts.map(({ automaton }) => automaton.start);
    if (parts.some(({ lost }, index) => start[index] === lost)) return undefined;
    const queue: Reached[] = [{ states: start, from: undefined, byte: 0 }];
    const seen = new Set([keyOf(start)]);
    /** The states behind a byte. Most of them are lost or known, so they are copied only if they are new. */
    const next = [...start];
    const advance = (states: readonly number[], byte: number): boolean => {
      for (let index = 0; index < parts.length; index += 1) {
        const part = parts[index];
        const state = part?.automaton.next(states[index] ?? DEAD, byte) ?? DEAD;
        if (state === part?.lost) return false;
        next[index] = state;
      }
      return true;
    };
    // Iteration includes what is added meanwhile.
    for (const reached of queue) {
      meter.spend(0, parts.length * bytes.length);
      if (isFound(reached.states)) return wordOf(reached);
      for (const byte of bytes) {
        if (!advance(reached.states, byte)) continue;
        const key = keyOf(next);
        if (seen.has(key)) continue;
        spend(STATE_BYTES + 10 * next.length);
        seen.add(key);
        queue.push({ states: [...next], from: reached, byte });
      }
    }
    return undefined;
  });
}

/** So many numbers below `KEY_RANGE` are one number without loss. */
const KEY_PARTS = 3;
const KEY_RANGE = 1 << 17;

/** Identifies a state of a product. A number costs less than a text. */
function keyOf(states: readonly number[]): number | string {
  if (states.length > KEY_PARTS) return states.join();
  let key = 0;
  for (const state of states) {
    if (state >= KEY_RANGE) return states.join();
    key = key * KEY_RANGE + state;
  }
  return key;
}

/** Returns a preferred byte of each class that all classifications distinguish. */
function representatives(classifications: readonly Uint8Array[]): number[] {
  const joined = classifications.reduce(
    (all, classes) => classesBy((byte) => (all[byte] ?? 0) * 256 + (classes[byte] ?? 0)),
    new Uint8Array(256),
  );
  const seen = new Set<number>();
  return PREFERRED.filter((byte) => seen.size < seen.add(joined[byte] ?? 0).size);
}

function wordOf(last: Reached): Uint8Array {
  const bytes: number[] = [];
  for (let at = last; at.from !== undefined; at = at.from) bytes.push(at.byte);
  return Uint8Array.from(bytes.reverse());
}
