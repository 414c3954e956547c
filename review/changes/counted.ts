/** Formats a number with thousands separated: 10,483. */
export function grouped(count: number): string {
  return count.toLocaleString("en");
}

/** Formats a count with its noun: `1 rule`, `2,000 rules`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
