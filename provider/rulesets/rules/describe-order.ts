import { longestIncreasing } from "./longest-increasing";

/** Unchanged rules that are named beside each change; longer runs of them are counted. */
const NEIGHBOURS = 2;

/**
 * Describes the order of rules after a change, in one line: `office, old-php (new), admin-area (moved)`. The engine shows rules by
 * name, so its own preview does not show the order. Returns nothing if no rule is new or moves, or if there is only one rule.
 *
 * @param before refs in the order of the state; empty if the resource is new
 * @param after refs in the order of the program
 */
export function describeOrder(before: readonly string[], after: readonly string[]): string | undefined {
  if (after.length < 2) return undefined;
  const places = new Map(before.map((ref, place) => [ref, place]));
  const kept = after.filter((ref) => places.has(ref));
  const inOrder = longestIncreasing(kept.map((ref) => places.get(ref) ?? 0));
  const staying = new Set(inOrder.map((index) => kept[index]));
  if (staying.size === after.length) return undefined;
  // Without an earlier order, nothing needs to be marked.
  if (before.length === 0) return after.join(", ");

  const parts: string[] = [];
  let run: string[] = [];
  for (const ref of after) {
    if (staying.has(ref)) {
      run.push(ref);
      continue;
    }
    parts.push(...shortened(run, parts.length === 0, false), `${ref} (${places.has(ref) ? "moved" : "new"})`);
    run = [];
  }
  return [...parts, ...shortened(run, parts.length === 0, true)].join(", ");
}

/** Counts the middle of a run of rules that stay: what is next to a change is enough to place the change. */
function shortened(run: readonly string[], isFirst: boolean, isLast: boolean): string[] {
  const head = isFirst ? 0 : NEIGHBOURS;
  const tail = isLast ? 0 : NEIGHBOURS;
  const hidden = run.length - head - tail;
  // A count in place of a single rule would save nothing.
  if (hidden < 2) return [...run];
  return [...run.slice(0, head), `… ${hidden} rules …`, ...run.slice(run.length - tail)];
}
