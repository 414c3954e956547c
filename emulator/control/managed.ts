import { z } from "zod";
import { microseconds } from "../clock";
import type { Platform } from "../platform";
import { nextVersion } from "../rules/edit";
import { serializeRuleset } from "../rulesets/serialize";
import type { StoredRule } from "../store/rulesets";
import { ControlError } from "../failures";

const AddedRule = z.strictObject({
  description: z.string().min(1),
  categories: z.array(z.string().min(1)).min(1),
  action: z.string().min(1).default("block"),
  enabled: z.boolean().default(true),
});

/** Changes of a version: rules to add before the last one, and rules to remove by id or by the number in their description. */
export const PublishedVersion = z.strictObject({
  description: z.string().optional(),
  add: z.array(AddedRule).default([]),
  remove: z.array(z.string().min(1)).default([]),
});
export type PublishedVersion = z.infer<typeof PublishedVersion>;

/** Publishes the next version of a managed ruleset. @throws ControlError */
export function publishVersion(platform: Platform, id: string, change: PublishedVersion) {
  const { store, clock } = platform;
  const current = store.rulesets.get(id);
  if (current?.scope !== "vendor") throw new ControlError(`there is no managed ruleset with id ${id}`, 404);
  const gone = new Set(change.remove.map((name) => findRule(current.rules, name).id));
  const kept = current.rules.filter((rule) => !gone.has(rule.id));
  const now = microseconds(clock.now());
  const added = change.add.map((rule): StoredRule => {
    const ruleId = platform.ids.newId();
    return { id: ruleId, version: "1", ...rule, last_updated: now, ref: platform.ids.newId() };
  });
  // The last rule of the OWASP ruleset compares the score with the threshold, so it must stay last.
  const rules = kept.toSpliced(Math.max(0, kept.length - 1), 0, ...added);
  const next = nextVersion(current, { rules, description: change.description }, now);
  store.rulesets.replace(next, current);
  return serializeRuleset(next);
}

function findRule(rules: readonly StoredRule[], name: string): StoredRule {
  const found = rules.find((rule) => rule.id === name || rule.description?.startsWith(`${name}:`));
  if (!found) throw new ControlError(`the managed ruleset has no rule ${name}`);
  return found;
}
