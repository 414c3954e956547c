import { isMembers, isUnknown, pathTo, type Members } from "../../provider/api";
import type { Expression } from "../../provider/filter";
import { activeAllowances, languageOfRule } from "../../provider/rulebook";
import { pathInRule as writtenPath } from "../../provider/rulebook/naming";
import { conditionOf } from "../../provider/rulebook/hazards/judged-rule";
import type { Reviewed, ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { unjudged, type Verdict } from "./policy";

export function rulesetsIn(resources: readonly Reviewed[]): ReviewedRuleset[] {
  return resources.filter((resource) => resource.kind === "ruleset");
}

/** Whether nothing is known about the rules of a ruleset. */
export function hasNoKnownRules({ hasUnknownRules, rules }: ReviewedRuleset): boolean {
  return hasUnknownRules && rules.length === 0;
}

/** Whether a rule may be any rule, because its ref, or the whole rule, is unknown. */
export function isOpenRule({ ref, wire }: ReviewedRule): boolean {
  return isUnknown(ref) || (ref === undefined && Object.keys(wire).length === 0);
}

/** Whether nothing but the ref is known about a rule. */
export function isUnknownRule({ wire }: ReviewedRule): boolean {
  return Object.keys(wire).every((name) => name === "ref");
}

/** Judges each rule of a ruleset. What is unknown as a whole is reported as not judged. */
export function judgeEachRule(ruleset: ReviewedRuleset, judge: (rule: ReviewedRule) => Verdict[]): Verdict[] {
  if (hasNoKnownRules(ruleset)) return [unjudged(ruleset, "rules")];
  return ruleset.rules.flatMap((rule) =>
    isUnknownRule(rule) ? [unjudged(ruleset, rule.path)] : judge(rule),
  );
}

/** Judges each rule that is not disabled. If it is unknown whether a rule is, its findings depend on that. */
export function judgeActiveRules(
  ruleset: ReviewedRuleset,
  judge: (rule: ReviewedRule) => Verdict[],
): Verdict[] {
  return judgeEachRule(ruleset, (rule) => {
    const { enabled } = rule.wire;
    if (enabled === false) return [];
    const found = judge(rule);
    return isUnknown(enabled) && found.length > 0 ? [unjudged(ruleset, pathTo(rule.path, "enabled"))] : found;
  });
}

/** Returns the condition of a rule: undefined if it is unknown or invalid. */
export function conditionOfRule(
  { language, allowances }: ReviewedRuleset,
  { ref, wire }: ReviewedRule,
): Expression | undefined {
  return conditionOf(wire["expression"], languageOfRule(language, activeAllowances(allowances), ref));
}

/** Returns `action_parameters`: an empty object if they are absent or unknown. */
export function parametersOf({ wire }: ReviewedRule): Members {
  const { action_parameters: parameters } = wire;
  return isMembers(parameters) ? parameters : {};
}

/** Returns the path of a member of a rule, as the author of the rule writes it. `steps` are wire names and indexes. */
export function pathInRule(
  { nameOf }: ReviewedRuleset,
  { path, wire }: ReviewedRule,
  ...steps: readonly (string | number)[]
): string {
  const action = typeof wire["action"] === "string" ? wire["action"] : undefined;
  return writtenPath(steps, path, action, nameOf);
}
