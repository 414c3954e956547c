/** A set of integers as ranges with inclusive ends. They are sorted and neither adjacent nor overlapping. */
export type Ranges = readonly (readonly [first: number, last: number])[];

/** Sorts ranges and merges those that are adjacent or overlap. */
export function rangesOf(ranges: readonly (readonly [number, number])[]): Ranges {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function union(a: Ranges, b: Ranges): Ranges {
  return rangesOf([...a, ...b]);
}

export function negate(ranges: Ranges, max: number): Ranges {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= max) gaps.push([next, max]);
  return gaps;
}

export function intersection(a: Ranges, b: Ranges): Ranges {
  const common: [number, number][] = [];
  let atA = 0;
  let atB = 0;
  for (;;) {
    const left = a[atA];
    const right = b[atB];
    if (left === undefined || right === undefined) return common;
    const first = Math.max(left[0], right[0]);
    const last = Math.min(left[1], right[1]);
    if (first <= last) common.push([first, last]);
    if (left[1] < right[1]) atA += 1;
    else atB += 1;
  }
}

export function difference(a: Ranges, b: Ranges, max: number): Ranges {
  return intersection(a, negate(b, max));
}

export function symmetricDifference(a: Ranges, b: Ranges, max: number): Ranges {
  return union(difference(a, b, max), difference(b, a, max));
}

export function contains(ranges: Ranges, value: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (value < range[0]) high = middle - 1;
    else if (value > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}
