import { z } from "zod";
import { microseconds } from "../clock";
import type { Platform } from "../platform";
import { nextVersion } from "../rules/edit";
import { serializeRuleset } from "../rulesets/serialize";
import type { StoredRule } from "../store/rulesets";
import { ControlError } from "../failures";

/** A rule with a known id, such as one that a program overrides, needs nothing else. */
const AddedRule = z
  .strictObject({
    id: z
      .string()
      .regex(/^[0-9a-f]{32}$/, "must be an id of 32 lower-case hexadecimal digits")
      .optional(),
    description: z.string().min(1).optional(),
    categories: z.array(z.string().min(1)).min(1).optional(),
    action: z.string().min(1).default("block"),
    enabled: z.boolean().default(true),
  })
  .refine(
    ({ id, description, categories }) =>
      id !== undefined || (description !== undefined && categories !== undefined),
    "a new rule needs an id, or a description and categories",
  );

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
  const added = change.add.map(({ id: given, ...rule }): StoredRule => {
    const ruleId = given ?? platform.ids.newId();
    const { description = `Rule ${ruleId}` } = rule;
    return { id: ruleId, version: "1", ...rule, description, last_updated: now, ref: platform.ids.newId() };
  });
  const known = new Set(kept.map((rule) => rule.id));
  for (const rule of added) {
    if (known.has(rule.id)) throw new ControlError(`the managed ruleset has a rule ${rule.id} already`);
    known.add(rule.id);
  }
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
