/** Formats a number with thousands separated: 10,483. */
export function withThousands(count: number): string {
  return count < 1000 ? String(count) : count.toLocaleString("en-US");
}

/** Formats a count with its noun: `1 rule`, `2,000 rules`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${withThousands(count)} ${count === 1 ? noun : plural}`;
}
