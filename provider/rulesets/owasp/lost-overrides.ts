import type { Overrides, Rule, Ruleset } from "../../api/wire";
import { LATEST, numberOf, overridesOf, versionOf } from "./managed-ruleset";
import { rulesOf } from "../rules/ownership";

/**
 * Returns the overridden rules and tags that the managed ruleset no longer has, for a message: `rule 934100`, `tag "attack-lfi"`.
 * `before` is an older version of the managed ruleset, which has the numbers of the rules; without it, rules are named by id.
 */
export function lostOverrides(deploying: Rule, managed: Ruleset, before?: Ruleset): string[] {
  const { categories = [], rules = [] } = overridesOf(deploying);
  const known = namesIn(managed);
  const lostRules = rules.filter(({ id }) => !known.has(id));
  const lostTags = categories.filter(({ category }) => !known.has(category));
  return [
    ...lostRules.map(({ id }) => {
      const rule = rulesOf(before).find((one) => one.id === id);
      return `rule ${(rule && numberOf(rule)) ?? id}`;
    }),
    ...lostTags.map(({ category }) => `tag ${JSON.stringify(category)}`),
  ];
}

/**
 * Returns the overrides of a deploying rule without those of rules and tags that the managed ruleset no longer has: the API rejects
 * them. A rule that executes a fixed version keeps all its overrides, because the rules of that version are not available here.
 */
export function remainingOverrides(deploying: Rule | undefined, managed: Ruleset): Overrides {
  const overrides = overridesOf(deploying);
  if (versionOf(deploying) !== LATEST) return overrides;
  const known = namesIn(managed);
  const { categories = [], rules = [], ...rest } = overrides;
  return {
    ...rest,
    categories: categories.filter(({ category }) => known.has(category)),
    rules: rules.filter(({ id }) => known.has(id)),
  };
}

/** Returns the ids and the tags of all rules. */
function namesIn(managed: Ruleset): ReadonlySet<string> {
  return new Set(rulesOf(managed).flatMap(({ id, categories }) => [id, ...(categories ?? [])]));
}
