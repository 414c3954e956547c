import { isMembers } from "../../provider/api";
import { activeAllowances, languageOfRule } from "../../provider/rulebook";
import { type JudgedRule, judgedRules } from "../../provider/rulebook/hazards/judged-rule";
import type { KnownRulesets } from "../../provider/rulesets";
import type { Reviewed, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { pathInRule } from "./judged-rules";

/** Returns the rules of a ruleset that are not disabled, as what they mean for requests is decided. `pathOf` names a rule. */
export function judgedRulesOf(
  { language, allowances, rules }: ReviewedRuleset,
  pathOf: (rule: ReviewedRule) => string = ({ path }) => path,
): JudgedRule[] {
  const active = activeAllowances(allowances);
  return judgedRules(
    rules.map((rule) => ({
      path: pathOf(rule),
      rule: rule.wire,
      language: languageOfRule(language, active, rule.ref),
    })),
  );
}

/** Returns the rules of custom rulesets whose rules and order are known. */
export function judgedRulesets(
  rulesets: ReadonlyMap<string, ReviewedRuleset>,
  judge: (ruleset: ReviewedRuleset) => readonly JudgedRule[] = (ruleset) => judgedRulesOf(ruleset),
): KnownRulesets {
  return new Map(
    [...rulesets]
      .filter(([, { isOrdered, hasUnknownRules }]) => isOrdered && !hasUnknownRules)
      .map(([id, ruleset]) => [id, judge(ruleset)]),
  );
}

/** Whether a part of a rule is secret. */
export function hasSecrets(ruleset: ReviewedRuleset): boolean {
  return ruleset.rules.some((rule) => {
    const isSecret = (value: unknown, steps: readonly string[]): boolean =>
      ruleset.isSecret(pathInRule(ruleset, rule, ...steps)) ||
      (isMembers(value) &&
        Object.entries(value).some(([name, member]) => isSecret(member, [...steps, name])));
    return isSecret(rule.wire, []);
  });
}

/** Returns the custom rulesets whose ids are known, by their ids. */
export function customRulesets(resources: readonly Reviewed[]): ReadonlyMap<string, ReviewedRuleset> {
  return new Map(
    resources.flatMap((one) =>
      one.kind === "ruleset" && one.level === "custom" && one.rulesetId !== undefined
        ? [[one.rulesetId, one]]
        : [],
    ),
  );
}
