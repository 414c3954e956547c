/**
 * A longest strictly increasing part of `values`, as indexes into it, ascending. Rules that stand in such a part of the live
 * order can stay where they are; every other has to move.
 */
export function longestIncreasing(values: readonly number[]): number[] {
  // tails[n] ends the best part of length n + 1; previous chains each end to the one before it.
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
