import { withThousands } from "./count";

/** Joins words as a sentence does: `a`, `a and b`, `a, b and c`. */
export function joinAnd(words: readonly string[]): string {
  return joinWith("and", words);
}

/** Joins words as a sentence does: `a`, `a or b`, `a, b or c`. */
export function joinOr(words: readonly string[]): string {
  return joinWith("or", words);
}

/** Joins words in quotation marks: `"a"`, `"a" or "b"`, `"a", "b" or "c"`. */
export function joinQuotedOr(words: readonly string[]): string {
  return joinOr(words.map((word) => JSON.stringify(word)));
}

/** Joins the first words, and counts the rest: `a, b and 3 more`. Without a rest, only commas separate them. */
export function joinFirst(words: readonly string[], most: number, restText?: RestText): string {
  return words.length > most ? joinAnd(firstWords(words, most, restText)) : words.join(", ");
}

/** Returns the first words, and a last one that counts the rest, if there is a rest. */
export function firstWords(
  words: readonly string[],
  most: number,
  restText: RestText = (count) => `${withThousands(count)} more`,
): string[] {
  const rest = words.length - most;
  return rest > 0 ? [...words.slice(0, most), restText(rest)] : [...words];
}

/** Says in words how many are left out: `3 more`. */
type RestText = (count: number) => string;

function joinWith(conjunction: string, words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}
