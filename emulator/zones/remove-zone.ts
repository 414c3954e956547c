import type { Store } from "../store";

/** Removes a zone with its rulesets. Tokens that name the zone stay, and no longer grant anything by it. */
export function removeZone(store: Store, id: string): void {
  for (const ruleset of store.rulesets.list(`zone:${id}`)) store.rulesets.remove(ruleset.id);
  store.zones.remove(id);
}
