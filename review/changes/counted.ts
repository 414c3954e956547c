import { joinAnd } from "../../provider/words";

/** Formats a number with thousands separated: 10,483. */
export function grouped(count: number): string {
  return count < 1000 ? String(count) : count.toLocaleString("en");
}

/** Formats a count with its noun: `1 rule`, `2,000 rules`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** Lists numbers of steps by operation: `3 create steps, 1 update step and 2 delete steps`. */
export function countedSteps(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([operation, count]) => counted(count, `${operation} step`));
  return joinAnd(parts);
}
