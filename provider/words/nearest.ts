import { joinQuotedOr } from "./join";

/**
 * Returns up to three candidates that resemble `word`, nearest first. The edit distance is at most a third of the length of
 * `word`; case, blanks, `_` and `-` are ignored.
 */
export function nearestWords(word: string, candidates: Iterable<string>): string[] {
  const plain = fold(word);
  const limit = Math.max(1, Math.round(plain.length / 3));
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, away: editDistance(plain, fold(candidate), limit + 1, 2) }))
    .filter(({ away }) => away <= limit)
    .sort((a, b) => a.away - b.away)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Returns `; did you mean "phase"?` to append to an error message, or "" if no candidate resembles `word`. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  return meantText(nearestWords(word, candidates));
}

/** Returns `; did you mean "a" or "b"?` to append to an error message, or "" if there are no words. */
export function meantText(words: readonly string[]): string {
  return words.length > 0 ? `; did you mean ${joinQuotedOr(words)}?` : "";
}

/** Returns the name with the smallest edit distance from a word, at most `most`; case is ignored. The first of equals wins. */
export function nearestWithin(word: string, names: readonly string[], most: number): string | undefined {
  const lower = word.toLowerCase();
  // Each match lowers the limit, so the nearest name wins.
  let limit = most + 1;
  let best: string | undefined;
  for (const name of names) {
    const distance = editDistance(lower, name, limit, 1);
    if (distance >= limit) continue;
    limit = distance;
    best = name;
  }
  return best;
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}

/**
 * Returns the Damerau-Levenshtein distance (optimal string alignment); with swaps that cost 2, the Levenshtein distance. From `limit` on,
 * the result may be too small, but it is never below `limit`.
 */
function editDistance(from: string, to: string, limit: number, swapCost: 1 | 2): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column += 1) {
      const replace = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swap = swapped ? (beforeLast[column - 2] ?? Infinity) + swapCost : Infinity;
      const distance = Math.min(replace, swap, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(distance);
      if (distance < least) least = distance;
    }
    // A swap uses the row before the last one, so the distance can still be one lower.
    if (least > limit) return least;
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
