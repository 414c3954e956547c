import type { Rule, Ruleset, RuleWrite } from "../../api/wire";
import type { Language } from "../../filter";
import { conditionOf, coversAll } from "../../rulebook/hazards/judged-rule";
import { ownerOfRule, refOf, rulesOf, type OwnRules } from "../rules/ownership";
import { scoringRuleOf } from "./managed-ruleset";

/**
 * Returns the first rule in front of a deployment that keeps all of its requests from the managed ruleset: a foreign skip rule that
 * matches each of them. Undefined if the deployment is reached. A skip rule of the same stack is what its program says. A deploying
 * rule that does not exist yet will be the last one.
 */
export function skipInFront(
  entrypoint: Ruleset | undefined,
  managed: Ruleset,
  deploying: Rule | RuleWrite,
  own: OwnRules,
  language?: Language,
): Rule | undefined {
  if (!entrypoint) return undefined;
  return skipsBefore(entrypoint, managed, deploying).find(
    (rule) => isOfOthers(rule, own) && matchesAll(rule, deploying, language),
  );
}

/**
 * Returns a foreign rule of the entry point of custom rules, which runs before, that keeps all requests of a deployment from it.
 * Undefined if the deployment is reached, or if that is not clear.
 */
export function skipOfPhase(
  custom: Ruleset,
  managed: Ruleset,
  deploying: Rule | RuleWrite,
  own: OwnRules,
  language?: Language,
): Rule | undefined {
  const skips = rulesOf(custom).filter(({ action, enabled }) => action === "skip" && enabled !== false);
  // Such a rule may keep some requests from the rules behind it.
  const last = skips.findIndex(
    ({ action_parameters: skip }) => skip?.ruleset === "current" || skip?.phase === "current",
  );
  return skips
    .slice(0, last === -1 ? skips.length : last + 1)
    .find(
      (rule) =>
        holds(rule.action_parameters?.["phases"], managed.phase) &&
        isOfOthers(rule, own) &&
        matchesAll(rule, deploying, language),
    );
}

/** Returns the skip rules before a deploying rule that skip the whole managed ruleset, or its scoring rule. */
export function skipsBefore(entrypoint: Ruleset, managed: Ruleset, deploying: Rule | RuleWrite): Rule[] {
  const rules = rulesOf(entrypoint);
  const place = rules.findIndex((rule) => isSame(rule, deploying));
  return rules
    .slice(0, place === -1 ? rules.length : place)
    .filter(
      (rule) =>
        rule.action === "skip" && rule.enabled !== false && skipsRuleset(rule, managed, entrypoint.phase),
    );
}

/** Whether two rules are the same one: by id, or by the ref that a write gives it. */
export function isSame(rule: Rule, deploying: Rule | RuleWrite): boolean {
  return rule.id === deploying.id || refOf(rule) === deploying.ref;
}

function isOfOthers(rule: Rule, own: OwnRules): boolean {
  return ["unmarked", "foreign"].includes(ownerOfRule(rule, own));
}

function matchesAll(skip: Rule, deploying: Rule | RuleWrite, language?: Language): boolean {
  if (skip.expression === deploying.expression) return true;
  const condition = conditionOf(skip.expression, language);
  return condition !== undefined && coversAll(condition, conditionOf(deploying.expression, language));
}

function skipsRuleset({ action_parameters: skip }: Rule, managed: Ruleset, phase: string): boolean {
  const { ruleset, phase: ownPhase, phases, rulesets, rules } = skip ?? {};
  const single = (rules as Record<string, readonly string[]> | undefined)?.[managed.id];
  const scoring = scoringRuleOf(managed)?.id ?? "";
  return (
    ruleset === "current" ||
    ownPhase === "current" ||
    holds(phases, phase) ||
    holds(rulesets, managed.id) ||
    holds(single, scoring)
  );
}

function holds(list: unknown, item: string): boolean {
  return Array.isArray(list) && list.includes(item);
}
