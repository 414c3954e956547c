import { counted, joinAnd } from "../../provider/words";

/** Lists numbers of steps by operation: `3 create steps, 1 update step and 2 delete steps`. */
export function countedSteps(counts: Readonly<Record<string, number>>): string {
  return joinAnd(Object.entries(counts).map(([operation, count]) => counted(count, `${operation} step`)));
}
