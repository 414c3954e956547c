/** Whether a value has more levels of objects and arrays. A value that contains itself has. Works level by level, since a recursion could exhaust the stack. */
export function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1)
    level = level.flatMap((one): unknown[] =>
      typeof one === "object" && one !== null ? Object.values(one) : [],
    );
  return level.length > 0;
}
