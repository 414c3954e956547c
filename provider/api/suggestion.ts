import { joinQuotedOr } from "../words";

/**
 * Returns up to three candidates that resemble `word`, nearest first. The edit distance is at most a third of the length of
 * `word`; case, blanks, `_` and `-` are ignored.
 */
export function nearest(word: string, candidates: Iterable<string>): string[] {
  const plain = fold(word);
  const limit = Math.max(1, Math.round(plain.length / 3));
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, away: distance(plain, fold(candidate), limit) }))
    .filter(({ away }) => away <= limit)
    .sort((a, b) => a.away - b.away)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Returns `; did you mean "phase"?` to append to an error message, or "" if no candidate resembles `word`. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found.length > 0 ? `; did you mean ${joinQuotedOr(found)}?` : "";
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}

// Levenshtein distance, row by row; Infinity if the lengths alone differ by more than the limit.
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, left] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, right] of Array.from(b).entries()) {
      next.push(Math.min(at(next, j) + 1, at(row, j + 1) + 1, at(row, j) + (left === right ? 0 : 1)));
    }
    row = next;
  }
  return at(row, row.length - 1);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
