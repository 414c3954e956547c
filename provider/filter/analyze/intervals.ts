/** Numbers from `first` to `last`, both inclusive. */
export interface Interval {
  readonly first: bigint;
  readonly last: bigint;
}

/** Returns the same numbers as intervals that are sorted and do not touch. */
export function union(intervals: readonly Interval[]): Interval[] {
  const result: { first: bigint; last: bigint }[] = [];
  for (const { first, last } of [...intervals].sort((a, b) => compare(a.first, b.first))) {
    const previous = result.at(-1);
    if (first > last) continue;
    if (previous === undefined || first > previous.last + 1n) result.push({ first, last });
    else if (last > previous.last) previous.last = last;
  }
  return result;
}

/** Returns the numbers of `domain` that are not in `intervals`. Both are results of `union`. */
export function without(domain: readonly Interval[], intervals: readonly Interval[]): Interval[] {
  return domain.flatMap(({ first, last }) => {
    const left: Interval[] = [];
    let start = first;
    for (const other of intervals) {
      if (other.last < start || other.first > last) continue;
      if (other.first > start) left.push({ first: start, last: other.first - 1n });
      start = other.last + 1n;
    }
    return start <= last ? [...left, { first: start, last }] : left;
  });
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
