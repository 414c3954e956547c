import type { Rule, Ruleset, RuleWrite } from "../../api";
import { overridesOf, scoringRuleOf } from "./managed-ruleset";
import { activeRules, overridden } from "./owasp-effect";
import { PARANOIA_LEVELS, paranoiaTag, type OwaspArgs } from "./owasp-args";
import { owaspFromRule, owaspRule } from "./owasp-rule";
import { refOf, rulesOf } from "../rules/ownership";

/**
 * What in the entry point keeps a deployment from doing what the arguments ask for, a sentence each with what to do about it:
 * overrides of others in the deploying rule, and rules of others around it. `deploying` is that rule as it is, or as it will be.
 * Nothing defeats what is switched off on purpose. Overrides and skips of single managed rules are no defeat: they are exceptions.
 */
export function owaspDefeats(
  args: OwaspArgs,
  managed: Ruleset,
  entrypoint: Ruleset,
  deploying: Rule | RuleWrite,
): string[] {
  if (args.enabled === false) return [];
  return [
    ...rulesetOverride(managed, deploying),
    ...levelOverrides(args, managed, deploying),
    ...otherDeployments(managed, entrypoint, deploying),
    ...skipsBefore(managed, entrypoint, deploying),
  ];
}

function rulesetOverride(managed: Ruleset, deploying: Rule | RuleWrite): string[] {
  const scoring = scoringRuleOf(managed);
  if (!scoring) return [];
  const overrides = overridesOf(deploying);
  const { enabled, action } = overridden(scoring, overrides);
  const actionLost = overrides.action !== undefined && overrides.action !== action;
  return [
    ...(actionLost
      ? [
          `the override of the whole ruleset, action ${quoted(overrides.action)}, never reaches the rule that judges the score, ` +
            `which does ${quoted(action)}: set action here to what is meant, and take that override out of the deploying rule`,
        ]
      : []),
    ...(enabled
      ? []
      : [
          "an override of the whole ruleset, enabled: false, switches off the rule that judges the score, so no score has a " +
            "consequence: take it out of the deploying rule",
        ]),
  ];
}

/** Others' overrides of tags, against the level. */
function levelOverrides(args: OwaspArgs, managed: Ruleset, deploying: Rule | RuleWrite): string[] {
  const { categories = [] } = overridesOf(deploying);
  const meant = activeRules(owaspRule(args, managed).rule, managed);
  const above = PARANOIA_LEVELS.filter((level) => level > args.paranoiaLevel).map(paranoiaTag);
  const extra = [...activeRules(deploying, managed).values()].filter(
    ({ rule }) => !meant.has(rule.id) && rule.categories?.some((tag) => above.includes(tag)),
  );
  const off = PARANOIA_LEVELS.filter(
    (level) =>
      level <= args.paranoiaLevel &&
      categories.some(({ category, enabled }) => category === paranoiaTag(level) && enabled === false),
  );
  return [
    ...(extra.length > 0
      ? [
          `overrides of others switch on ${extra.length} managed rules above level ${args.paranoiaLevel}: take them out of the ` +
            "deploying rule, or raise paranoiaLevel",
        ]
      : []),
    ...off.map(
      (level) =>
        `an override of others switches off the rules of level ${level}, though paranoiaLevel is ${args.paranoiaLevel}: take ` +
        `${quoted(paranoiaTag(level))} out of the deploying rule`,
    ),
  ];
}

function otherDeployments(managed: Ruleset, entrypoint: Ruleset, deploying: Rule | RuleWrite): string[] {
  return rulesOf(entrypoint).flatMap((rule) => {
    const again =
      rule.action === "execute" &&
      rule.action_parameters?.["id"] === managed.id &&
      rule.enabled !== false &&
      !isSame(rule, deploying);
    if (!again) return [];
    const { paranoiaLevel, scoreThreshold } = owaspFromRule(rule, managed);
    return [
      `the rule ${quoted(refOf(rule))} deploys the same managed ruleset again, at level ${paranoiaLevel} and threshold ` +
        `${scoreThreshold}: remove one of the two`,
    ];
  });
}

function skipsBefore(managed: Ruleset, entrypoint: Ruleset, deploying: Rule | RuleWrite): string[] {
  const rules = rulesOf(entrypoint);
  const place = rules.findIndex((rule) => isSame(rule, deploying));
  // A rule that is yet to be made goes to the end.
  return rules
    .slice(0, place === -1 ? rules.length : place)
    .flatMap((rule) =>
      rule.action === "skip" && rule.enabled !== false && passesBy(rule, managed, entrypoint)
        ? [
            `the skip rule ${quoted(refOf(rule))} stands before the deploying rule: requests that match it are never looked at; ` +
              "make its expression narrow, or skip single managed rules",
          ]
        : [],
    );
}

/** Whether a skip rule passes by the whole managed ruleset, or the rule in it that judges the score. */
function passesBy({ action_parameters: skip }: Rule, managed: Ruleset, { phase }: Ruleset): boolean {
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

function isSame(rule: Rule, deploying: Rule | RuleWrite): boolean {
  return refOf(rule) === (deploying.ref ?? deploying.id);
}

function quoted(value: string | undefined): string {
  return JSON.stringify(value);
}
