import type { Position, Rule, Ruleset } from "../../api/wire";
import { parseRef } from "../../marks";
import { longestIncreasing } from "../rules/longest-increasing";
import { ownerOfRule, ownerText, plainRef, refOf, rulesOf, type OwnRules } from "../rules/ownership";
import { didYouMean, joinFirst } from "../../words";

/** The place of a resource's rules among foreign rules. `before` and `after` name a foreign rule by its plain or its wire ref. */
export type Placement = "first" | "last" | { before: string } | { after: string };

/** Returns why a placement is impossible, with the ref that it names; an empty list if it is possible. */
export function placementProblems(
  placement: Placement | undefined,
  ours: ReadonlySet<string>,
  others: readonly Rule[],
): { ref: string; message: string }[] {
  const ref = anchorOf(placement);
  if (ref === undefined) return [];
  const found = anchorsIn(ref, others);
  const owners = new Set(found.map((rule) => parseRef(refOf(rule)).mark?.stack));
  if (owners.size === 1) return [];
  const why =
    owners.size > 1
      ? `and the entry point has several rules with that ref: write one of ${found.map((rule) => `${JSON.stringify(refOf(rule))} (${ownerText(rule)})`).join(", ")}`
      : ours.has(ref)
        ? "which is one of the rules that the position applies to"
        : `and the entry point has no foreign rule with that ref${insteadOf(ref, others.map(plainRef))}`;
  return [{ ref, message: `position names ${JSON.stringify(ref)}, ${why}` }];
}

const LISTED = 5;

function insteadOf(ref: string, known: readonly string[]): string {
  if (known.length === 0) return '; it has no foreign rules: leave position out, or write "first" or "last"';
  const refs = known.map((one) => JSON.stringify(one));
  return didYouMean(ref, known) || `; write one of ${joinFirst(refs, LISTED)}`;
}

/**
 * Returns the placement with the wire ref of the rule that it names. A plain ref is ambiguous while a resource is replaced: the
 * rules of both have it.
 */
export function anchored(placement: Placement | undefined, others: readonly Rule[]): Placement | undefined {
  if (placement === undefined || typeof placement === "string") return placement;
  const ref = "before" in placement ? placement.before : placement.after;
  const anchor = anchorsIn(ref, others).at(-1);
  const wire = anchor ? refOf(anchor) : ref;
  return "before" in placement ? { before: wire } : { after: wire };
}

/** Returns the placement of the live rules: `placement` if they comply with it, or if the rule that it names no longer exists. */
export function placementNow(placement: Placement, live: Ruleset, own: OwnRules): Placement {
  const rules = rulesOf(live);
  const others = rules.filter((rule) => ownerOfRule(rule, own) !== "ours");
  const anchor = anchorOf(placement);
  if (anchor !== undefined && anchorsIn(anchor, others).length === 0) return placement;
  const isOurs = (rule: Rule) => !others.includes(rule);
  const allowed = allowedIndexes(
    rules.map(refOf),
    new Set(rules.filter(isOurs).map(refOf)),
    anchored(placement, others),
  );
  const isAhead = placement === "first" || (typeof placement === "object" && "before" in placement);
  const strayed = rules.findIndex((rule, index) => isOurs(rule) && !allowed(index));
  const neighbour = isAhead
    ? rules.slice(0, strayed).findLast((rule) => !isOurs(rule))
    : rules.slice(strayed).find((rule) => !isOurs(rule));
  if (strayed < 0 || !neighbour) return placement;
  return isAhead ? { after: plainRef(neighbour) } : { before: plainRef(neighbour) };
}

/**
 * Returns the rules of `wanted` that must be inserted or moved, each with its position, in the order of the requests. As few rules
 * as possible move. `live` is the current order of all refs, `wanted` the order of the resource's own refs.
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

/** Returns the order of the refs after the moves. */
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

/** Returns the rules with that wire ref or, if there is none, with that plain ref. */
function anchorsIn(ref: string, others: readonly Rule[]): Rule[] {
  const exact = others.filter((rule) => refOf(rule) === ref);
  return exact.length > 0 ? exact : others.filter((rule) => plainRef(rule) === ref);
}

function anchorOf(placement: Placement | undefined): string | undefined {
  if (placement === undefined || typeof placement === "string") return undefined;
  return "before" in placement ? placement.before : placement.after;
}
