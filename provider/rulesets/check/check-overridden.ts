import { found, isMembers, isUnknown, kindOf } from "../../api";
import type { Problem } from "../../api/problem";
import type { Ruleset, RulesetSummary } from "../../api/wire";
import type { RuleState } from "../rules/rule-map";
import { rulesOf } from "../rules/ownership";
import { didYouMean, joinQuotedOr } from "../../words";

const LISTED = 8;
const LATEST = "latest";

/** Returns the managed rulesets whose rules must be known to judge overrides, without those of a fixed version. */
export function overriddenRulesets(
  rules: readonly RuleState[],
  listed: readonly RulesetSummary[],
): RulesetSummary[] {
  return listed.filter(
    (ruleset) => ruleset.kind === "managed" && rules.some((rule) => overridesIn(rule, ruleset.id).length > 0),
  );
}

/** Warns of overrides that name a rule or category which the managed ruleset does not have. Nobody documents that the API refuses it. */
export function warnOfOverridden(rules: readonly RuleState[], managed: Ruleset, secret: boolean): Problem[] {
  const ids = new Set(rulesOf(managed).map(({ id }) => id));
  const categories = new Set(rulesOf(managed).flatMap((rule) => rule.categories ?? []));
  const shown = (text: string) => (secret ? kindOf(text) : found(text));
  return rules.flatMap((rule) =>
    overridesIn(rule, managed.id).flatMap(({ list, index, name, text }) => {
      const path = `rules[${JSON.stringify(rule.ref)}].actionParameters.overrides.${list}[${index}].${name}`;
      if ((name === "id" ? ids : categories).has(text)) return [];
      const what = name === "id" ? "rule" : "category";
      const cure = secret ? "" : name === "id" ? idCure(text, ids) : categoryCure(text, categories);
      return [{ path, message: `names no ${what} of ${managed.name}, found ${shown(text)}${cure}` }];
    }),
  );
}

function idCure(id: string, ids: ReadonlySet<string>): string {
  return didYouMean(id, ids) || "; getRuleset returns the ids of its rules";
}

function categoryCure(category: string, categories: ReadonlySet<string>): string {
  const some = [...categories].sort().slice(0, LISTED);
  return didYouMean(category, categories) || (some.length > 0 ? `; write one of ${joinQuotedOr(some)}` : "");
}

interface Named {
  readonly list: "rules" | "categories";
  readonly index: number;
  readonly name: "id" | "category";
  readonly text: string;
}

function overridesIn({ action, actionParameters = {} }: RuleState, managedId: string): Named[] {
  const { id, overrides, version = LATEST } = actionParameters;
  if (action !== "execute" || id !== managedId || version !== LATEST || !isMembers(overrides)) return [];
  return [...namedIn(overrides, "rules", "id"), ...namedIn(overrides, "categories", "category")];
}

function namedIn(
  overrides: Readonly<Record<string, unknown>>,
  list: Named["list"],
  name: Named["name"],
): Named[] {
  const items = overrides[list];
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, index) => {
    const text = isMembers(item) ? item[name] : undefined;
    return typeof text === "string" && !isUnknown(text) ? [{ list, index, name, text }] : [];
  });
}
