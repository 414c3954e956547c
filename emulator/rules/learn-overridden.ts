import { ActionParameters, type Overrides } from "../../provider/api";
import { PublishedVersion, publishVersion } from "../control/managed";
import type { Platform } from "../platform";
import type { StoredRule } from "../store/rulesets";

/** A name in overrides that no rule of the executed ruleset has. */
interface Missing {
  readonly field: "id" | "category";
  readonly name: string;
  /** The JSON pointer of the name in the overrides. */
  readonly path: string;
}

/** Returns the ids and categories in overrides that none of the rules has, in the order of the overrides: categories first. */
export function missingOf(overrides: Overrides, rules: readonly StoredRule[]): Missing[] {
  const categories = new Set(rules.flatMap((rule) => rule.categories ?? []));
  const ids = new Set(rules.map(({ id }) => id));
  return [
    ...(overrides.categories ?? []).flatMap(({ category: name }, index): Missing[] =>
      categories.has(name) ? [] : [{ field: "category", name, path: `/categories/${index}/category` }],
    ),
    ...(overrides.rules ?? []).flatMap(({ id: name }, index): Missing[] =>
      ids.has(name) ? [] : [{ field: "id", name, path: `/rules/${index}/id` }],
    ),
  ];
}

/**
 * Publishes versions of managed rulesets that have what accepted rules override. The transaction of the write keeps or drops them.
 * Without `learnManagedRules`, no accepted rule overrides anything else.
 */
export function learnOverridden(platform: Platform, rules: readonly StoredRule[]): void {
  if (!platform.learnManagedRules) return;
  for (const { action, action_parameters: parameters } of rules) {
    const { data } = ActionParameters.execute.safeParse(action === "execute" ? parameters : undefined);
    const executed = data?.overrides && platform.store.rulesets.get(data.id);
    if (executed?.scope !== "vendor") continue;
    const missing = missingOf(data?.overrides ?? {}, executed.rules);
    if (missing.length === 0) continue;
    const add = missing.map(({ field, name }) =>
      field === "id" ? { id: name } : { description: `Rule of the category ${name}`, categories: [name] },
    );
    publishVersion(platform, executed.id, PublishedVersion.parse({ add }));
    for (const { field, name } of missing) {
      const rule = field === "id" ? `the rule ${name}` : `a rule of the category ${name}`;
      platform.log(`accepted: ${executed.name} now has ${rule}, which a client overrides`);
    }
  }
}
