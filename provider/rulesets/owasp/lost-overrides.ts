import type { Overrides, Rule, Ruleset } from "../../api";
import { numberOf, overridesOf } from "./managed-ruleset";
import { rulesOf } from "../rules/ownership";

/**
 * What a deploying rule overrides and the managed ruleset no longer has, for people: `rule 934100`, `tag "attack-lfi"`. The version
 * `before`, where it is known, tells the numbers of rules.
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
 * The overrides of a deploying rule without those of rules and tags that the managed ruleset no longer has, which the API refuses.
 * A rule that executes an older version keeps them all: what that version has is not known here.
 */
export function livingOverrides(deploying: Rule | undefined, managed: Ruleset): Overrides {
  const overrides = overridesOf(deploying);
  if (!executesLatest(deploying)) return overrides;
  const known = namesIn(managed);
  const { categories = [], rules = [], ...rest } = overrides;
  return {
    ...rest,
    categories: categories.filter(({ category }) => known.has(category)),
    rules: rules.filter(({ id }) => known.has(id)),
  };
}

/** Whether the rule runs whatever version of the managed ruleset is the newest. */
export function executesLatest(deploying: Rule | undefined): boolean {
  return (deploying?.action_parameters?.["version"] ?? "latest") === "latest";
}

/** Ids of its rules, and their tags. */
function namesIn(managed: Ruleset): ReadonlySet<string> {
  return new Set(rulesOf(managed).flatMap(({ id, categories }) => [id, ...(categories ?? [])]));
}
