import type { Overrides, Rule, RuleWrite, Ruleset } from "../../api/wire";
import { sortedJson } from "../../api";
import { sameRule } from "../rules/rule-wire";
import { rulesOf } from "../rules/ownership";
import { overridesOf } from "./managed-ruleset";

/** The members of an override, and of a managed rule, that decide what the rule does. */
const EFFECTIVE = ["enabled", "action", "score_threshold", "sensitivity_level"] as const;

/**
 * Whether two deploying rules do the same: they differ at most in how their overrides say what each managed rule does, such as the
 * order of a list, or an `enabled: true` for what is on anyway.
 */
export function sameDeployment(a: Rule | RuleWrite, b: Rule | RuleWrite, managed: Ruleset): boolean {
  const [left, right] = [overridesOf(a), overridesOf(b)];
  return (
    sameRule(withoutOverrides(a), withoutOverrides(b)) &&
    rulesOf(managed).every((rule) => effectOf(rule, left) === effectOf(rule, right))
  );
}

function withoutOverrides<R extends Rule | RuleWrite>(rule: R): R {
  return { ...rule, action_parameters: { ...rule.action_parameters, overrides: undefined } };
}

/** Returns what a managed rule does under overrides as text. That of the rule takes precedence over the last one of its tags. */
function effectOf(rule: Rule, { categories = [], rules = [], ...all }: Overrides): string | undefined {
  const inOrder: readonly object[] = [
    rule,
    all,
    ...categories.filter(({ category }) => rule.categories?.includes(category)),
    ...rules.filter(({ id }) => id === rule.id),
  ];
  const members = inOrder.flatMap((one) => Object.entries(one).filter(([, value]) => value != null));
  const last = new Map<string, unknown>([["enabled", true], ...members]);
  return sortedJson(EFFECTIVE.map((name) => last.get(name) ?? null));
}
