import type { Platform } from "../platform";

/** What goes with a zone: its rulesets. Tokens that name it stay, and reach nothing by that. */
export function removeZoneContents({ store }: Platform, id: string): void {
  for (const ruleset of store.rulesets.list(`zone:${id}`)) store.rulesets.remove(ruleset.id);
}
