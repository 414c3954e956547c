import type { z } from "zod";
import type { ActionParameters, Notice, Overrides } from "../../provider/api";
import { invalidValue } from "../decode";
import type { StoredRuleset } from "../store/rulesets";
import type { RuleSite } from "./rule-site";

const LATEST = "latest";
/** The API's code for a zone that executes a ruleset of its account. */
const OTHER_SCOPE = 20230;

type Execute = z.infer<typeof ActionParameters.execute>;

/** Reports what the rule book cannot know: whether the ruleset, its version, categories and rules exist. */
export function checkExecute(parameters: Execute, at: string, site: RuleSite): Notice[] {
  const pointer = `${at}/action_parameters`;
  const refuse = (field: "id" | "version", value: string, reason: string, code?: number) => [
    invalidValue(value, field, reason, `${pointer}/${field}`, code),
  ];
  const executed = site.executable(parameters.id);
  if (!executed) {
    return site.isOfAccount(parameters.id)
      ? refuse(
          "id",
          parameters.id,
          "it is not possible to execute a ruleset of scope account at scope zone",
          OTHER_SCOPE,
        )
      : refuse("id", parameters.id, "the ruleset to execute does not exist");
  }
  if (executed.phase !== site.phase) {
    const reason = `the ruleset to execute belongs to the phase ${executed.phase}, not to ${site.phase}`;
    return refuse("id", parameters.id, reason);
  }
  const version = parameters.version ?? LATEST;
  const rules = site.executableVersion(
    parameters.id,
    version === LATEST ? String(executed.version) : version,
  );
  if (!rules) return refuse("version", version, "the ruleset to execute has no such version");
  return parameters.overrides ? checkOverrides(parameters.overrides, `${pointer}/overrides`, rules) : [];
}

function checkOverrides(overrides: Overrides, at: string, executed: StoredRuleset): Notice[] {
  const categories = new Set(executed.rules.flatMap((rule) => rule.categories ?? []));
  const rules = new Set(executed.rules.map(({ id }) => id));
  return [
    ...(overrides.categories ?? []).flatMap(({ category }, index) => {
      if (categories.has(category)) return [];
      const reason = "no rule of the ruleset to execute has this category";
      return [invalidValue(category, "category", reason, `${at}/categories/${index}/category`)];
    }),
    ...(overrides.rules ?? []).flatMap(({ id }, index) => {
      if (rules.has(id)) return [];
      const reason = "the ruleset to execute has no rule with this id";
      return [invalidValue(id, "id", reason, `${at}/rules/${index}/id`)];
    }),
  ];
}
