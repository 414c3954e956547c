/** The number of rules that a message names. */
const MAX_NAMED = 3;

/** Lists paths of rules for a message: the first ones by name, the others by their number. */
export function listed(paths: readonly string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "";
  return `${paths.slice(0, MAX_NAMED).join(", ")}${more}`;
}
