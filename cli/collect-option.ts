/** Adds a value of a repeatable option of commander to the values before it. `before` is no list if a default or `--no-…` set it. */
export function collectOption(
  value: string,
  before: readonly string[] | boolean | undefined,
): readonly string[] {
  return [...(Array.isArray(before) ? (before as readonly string[]) : []), value];
}
