/**
 * Returns the indexes of a longest strictly increasing subsequence of `values`, in ascending order. Applied to the live positions of
 * rules in their wanted order, these are the most rules that need not move.
 */
export function longestIncreasing(values: readonly number[]): number[] {
  // tails[n] is the last index of the best subsequence of length n + 1; previous[i] is the index before i in its subsequence.
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    const length = firstNotBelow(tails, values, value);
    previous[index] = tails[length - 1];
    tails[length] = index;
  }
  const indexes: number[] = [];
  for (let index = tails.at(-1); index !== undefined; index = previous[index]) indexes.unshift(index);
  return indexes;
}

function firstNotBelow(tails: readonly number[], values: readonly number[], value: number): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tail = tails[middle];
    if (tail !== undefined && (values[tail] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
