import { didYouMean, type Position } from "../api";
import { longestIncreasing } from "./order";

/** Where our rules stand among those of others; names a rule of somebody else by its ref. */
export type Placement = "first" | "last" | { before: string } | { after: string };

/** Why a placement cannot be kept, with the ref that it names; none where it can. */
export function placementProblems(
  placement: Placement | undefined,
  ours: ReadonlySet<string>,
  others: readonly string[],
): { ref: string; message: string }[] {
  const ref = anchorOf(placement);
  if (ref === undefined || others.includes(ref)) return [];
  const why = ours.has(ref)
    ? "which is one of the rules to be placed"
    : `and the entry point has no rule of somebody else with that ref${didYouMean(ref, others)}`;
  return [{ ref, message: `position names ${JSON.stringify(ref)}, ${why}` }];
}

/**
 * The rules of `wanted` that have to move or are new, each with its position, to be carried out in this order; by refs. As many
 * as possible stay where they are. `live` is the present order of all refs, `wanted` the order of ours.
 */
export function placeRules(
  wanted: readonly string[],
  live: readonly string[],
  placement: Placement | undefined,
): Map<string, Position> {
  const staying = stayingRules(wanted, live, placement);
  const moves = new Map<string, Position>();
  for (const [index, ref] of wanted.entries()) {
    if (staying.has(ref)) continue;
    moves.set(ref, positionOf(index, wanted, staying, placement));
  }
  return moves;
}

/** The order that there is when the moves have been carried out. */
export function arrange(live: readonly string[], moves: ReadonlyMap<string, Position>): string[] {
  let order = [...live];
  for (const [ref, position] of moves) {
    const rest = order.filter((one) => one !== ref);
    order = rest.toSpliced(slotOf(position, rest), 0, ref);
  }
  return order;
}

function stayingRules(
  wanted: readonly string[],
  live: readonly string[],
  placement: Placement | undefined,
): Set<string> {
  const indexes = new Map(live.map((ref, index) => [ref, index]));
  const allowed = allowedIndexes(live, new Set(wanted), placement);
  const present = wanted.flatMap((ref) => {
    const index = indexes.get(ref);
    return index !== undefined && allowed(index) ? [{ ref, index }] : [];
  });
  const kept = longestIncreasing(present.map(({ index }) => index));
  return new Set(kept.map((at) => present[at]?.ref ?? ""));
}

function allowedIndexes(
  live: readonly string[],
  ours: ReadonlySet<string>,
  placement: Placement | undefined,
): (index: number) => boolean {
  const others = live.flatMap((ref, index) => (ours.has(ref) ? [] : [index]));
  if (placement === undefined) return () => true;
  if (placement === "first") return (index) => index < (others[0] ?? Infinity);
  if (placement === "last") return (index) => index > (others.at(-1) ?? -1);
  if ("before" in placement) return (index) => index < live.indexOf(placement.before);
  return (index) => index > live.indexOf(placement.after);
}

function positionOf(
  index: number,
  wanted: readonly string[],
  staying: ReadonlySet<string>,
  placement: Placement | undefined,
): Position {
  const before = wanted[index - 1];
  if (before !== undefined) return { after: before };
  const next = wanted.find((ref) => staying.has(ref));
  if (next !== undefined) return { before: next };
  if (placement === "first") return { before: "" };
  return placement === undefined || placement === "last" ? { after: "" } : placement;
}

function slotOf(position: Position, order: readonly string[]): number {
  if ("index" in position) return position.index - 1;
  if ("before" in position) return position.before === "" ? 0 : order.indexOf(position.before);
  return position.after === "" ? order.length : order.indexOf(position.after) + 1;
}

function anchorOf(placement: Placement | undefined): string | undefined {
  if (placement === undefined || typeof placement === "string") return undefined;
  return "before" in placement ? placement.before : placement.after;
}
