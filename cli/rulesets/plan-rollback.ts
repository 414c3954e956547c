import type { Rule, Ruleset } from "../../provider/api";
import { parseRef } from "../../provider/marks";
import {
  longestIncreasing,
  refOf,
  rulesetChanges,
  rulesOf,
  type RulesetChange,
} from "../../provider/rulesets";

/** The owner of every rule without a mark: a person, or another tool. */
export const UNMARKED = "unmarked";

export interface RollbackPlan {
  /** All rules of the ruleset, in their order. A rule with an id is live, and keeps that id. */
  readonly rules: readonly { readonly id: string | undefined; readonly rule: Rule }[];
  readonly description: string;
  /** The changes from the live version to `rules`. */
  readonly applied: readonly RulesetChange[];
  /** The differences from the restored version that remain, because they concern rules of other owners. */
  readonly kept: readonly RulesetChange[];
}

/** Returns the owner that the mark in a ref names: `shop/prod~4f1c8a`, where the digits tell apart stacks of equal names. */
export function ownerIn(ref: string): string {
  const { mark } = parseRef(ref);
  return mark ? `${mark.owner}~${mark.stack}` : UNMARKED;
}

/** Returns the owner of what a change concerns; undefined for the description. */
export function ownerOfChange(change: RulesetChange): string | undefined {
  return change.kind === "described" ? undefined : ownerIn(change.ref);
}

/**
 * Restores the rules of some owners as they are in `target`, and keeps all other rules of `live` as they are, in their order. The
 * description belongs to no rule: it is restored with all owners only.
 */
export function planRollback(
  live: Ruleset,
  target: Ruleset,
  owners: ReadonlySet<string> | "all",
): RollbackPlan {
  const isOwn = (ref: string) => owners === "all" || owners.has(ownerIn(ref));
  const before = new Map(rulesOf(live).map((rule) => [refOf(rule), rule]));
  const after = new Map(rulesOf(target).map((rule) => [refOf(rule), rule]));
  const rules = orderOf([...before.keys()], [...after.keys()], isOwn).flatMap((ref) => {
    const [now, then] = [before.get(ref), after.get(ref)];
    if (!then || !isOwn(ref)) return now ? [{ id: now.id, rule: now }] : [];
    // The id of a removed rule is gone.
    return [{ id: now?.id, rule: then }];
  });
  const description = (owners === "all" ? target : live).description ?? "";
  const result = { description, rules: rules.map(({ rule }) => rule) };
  return {
    rules,
    description,
    applied: rulesetChanges(live, result),
    kept: rulesetChanges(result, target),
  };
}

/** Returns the order of the rules after a rollback. Rules of other owners keep theirs, and as few own rules as possible move. */
function orderOf(
  live: readonly string[],
  target: readonly string[],
  isOwn: (ref: string) => boolean,
): string[] {
  const places = new Map(live.map((ref, place) => [ref, place]));
  const inTarget = new Set(target);
  const foreign = live.filter((ref) => !isOwn(ref) && inTarget.has(ref));
  const nextForeign = foreign.values();
  const wanted = target
    .filter((ref) => isOwn(ref) || places.has(ref))
    .map((ref) => (isOwn(ref) ? ref : (nextForeign.next().value ?? ref)));
  const staying = ownThatStay(live, wanted, new Set(foreign), isOwn);
  const order = live.filter((ref) => !isOwn(ref) || staying.has(ref));
  for (const [index, ref] of wanted.entries()) {
    if (!isOwn(ref) || staying.has(ref)) continue;
    const previous = wanted.slice(0, index).findLast((one) => order.includes(one));
    const next = wanted.slice(index + 1).find((one) => order.includes(one));
    const place =
      previous !== undefined ? order.indexOf(previous) + 1 : next !== undefined ? order.indexOf(next) : 0;
    order.splice(place, 0, ref);
  }
  return order;
}

/** Returns the own rules that need not move: between the same foreign rules as before, and in the wanted order. */
function ownThatStay(
  live: readonly string[],
  wanted: readonly string[],
  foreign: ReadonlySet<string>,
  isOwn: (ref: string) => boolean,
): ReadonlySet<string> {
  const foreignBefore = (order: readonly string[]) => {
    let count = 0;
    return new Map(order.map((ref) => [ref, foreign.has(ref) ? (count += 1) : count]));
  };
  const [now, then] = [foreignBefore(live), foreignBefore(wanted)];
  const unmoved = wanted.filter((ref) => isOwn(ref) && now.get(ref) === then.get(ref));
  const kept = longestIncreasing(unmoved.map((ref) => live.indexOf(ref)));
  return new Set(kept.flatMap((index) => unmoved[index] ?? []));
}
