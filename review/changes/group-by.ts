/** Returns items in groups with the same key, in the order of their first items. */
export function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => readonly string[],
): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
