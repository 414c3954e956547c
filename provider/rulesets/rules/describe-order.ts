import { longestIncreasing } from "./longest-increasing";

/** Unchanged rules that are named beside each change; longer runs of them are counted. */
const NEIGHBOURS = 2;

/** The end of the label of a rule of another owner. */
export const FOREIGN = " (foreign)";

/**
 * Describes the order of rules after a change, in one line: `office, old-php (new), admin-area (moved)`. The engine shows rules by
 * name, so its own preview does not show the order. Removed rules follow. Returns nothing if no rule is new or moves and no foreign rule
 * is removed, or if there is only one rule.
 *
 * @param before refs in the live order; empty if there are no rules. Those of foreign rules end with FOREIGN
 * @param after refs in the order after the update
 */
export function describeOrder(before: readonly string[], after: readonly string[]): string | undefined {
  if (after.length < 2) return undefined;
  const places = new Map(before.map((ref, place) => [ref, place]));
  const kept = after.filter((ref) => places.has(ref));
  const inOrder = longestIncreasing(kept.map((ref) => places.get(ref) ?? 0));
  const staying = new Set(inOrder.map((index) => kept[index]));
  const removed = before.filter((ref) => !after.includes(ref));
  if (staying.size === after.length && !removed.some(isForeign)) return undefined;
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
  const order = [...parts, ...shortened(run, parts.length === 0, true)].join(", ");
  return removed.length > 0 ? `${order}; removed: ${removed.join(", ")}` : order;
}

/** Whether a label is that of a rule of another owner, whose removal the engine does not show. */
function isForeign(label: string): boolean {
  return label.endsWith(FOREIGN);
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
