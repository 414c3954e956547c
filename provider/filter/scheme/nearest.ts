/** Returns the name with the smallest edit distance from a word, at most `most`; case is ignored. The first of equals wins. */
export function nearestOf(word: string, names: readonly string[], most: number): string | undefined {
  const lower = word.toLowerCase();
  // Each match lowers the limit, so the nearest name wins.
  let limit = most + 1;
  let best: string | undefined;
  for (const name of names) {
    if (Math.abs(name.length - lower.length) >= limit) continue;
    const distance = editDistance(lower, name, limit);
    if (distance >= limit) continue;
    limit = distance;
    best = name;
  }
  return best;
}

/**
 * Returns the Damerau-Levenshtein distance (optimal string alignment). A distance of `limit` or more may be returned as any
 * number from `limit` on.
 */
function editDistance(from: string, to: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column += 1) {
      const replace = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swap = swapped ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity;
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
