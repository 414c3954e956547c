import type { Rule, Ruleset, RuleWrite } from "../../api/wire";
import { overridesOf, scoringRuleOf } from "./managed-ruleset";
import { activeRules, overridden } from "./owasp-effect";
import { PARANOIA_LEVELS, paranoiaTag } from "../../rulebook/managed-rulesets";
import type { OwaspArgs } from "./owasp-args";
import { isSame, skipsBefore } from "./owasp-reach";
import { owaspFromRule, owaspRule } from "./owasp-rule";
import { refOf, rulesOf } from "../rules/ownership";

/**
 * Finds foreign overrides in the deploying rule, and foreign rules in the entry point, that defeat what the arguments ask for. Each
 * result is a message with a remedy. `deploying` is the deploying rule, live or planned. A disabled deployment has no defeats.
 * Overrides and skips of single managed rules are treated as intended exceptions.
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
    ...skips(managed, entrypoint, deploying),
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
          `the override of the whole ruleset with action ${quoted(overrides.action)} does not apply to the scoring rule, whose action ` +
            `is ${quoted(action)}: set action of this resource, and remove that override from the deploying rule`,
        ]
      : []),
    ...(enabled
      ? []
      : [
          "the override of the whole ruleset with enabled: false turns off the scoring rule, so no request is acted upon: remove " +
            "that override from the deploying rule",
        ]),
  ];
}

/** Finds foreign overrides of tags that contradict the level. */
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
          `foreign overrides turn on ${extra.length} managed rules above level ${args.paranoiaLevel}: remove them from the ` +
            "deploying rule, or raise paranoiaLevel",
        ]
      : []),
    ...off.map(
      (level) =>
        `a foreign override turns off the rules of level ${level}, although paranoiaLevel is ${args.paranoiaLevel}: remove the ` +
        `override of tag ${quoted(paranoiaTag(level))} from the deploying rule`,
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
      `the rule ${quoted(refOf(rule))} also deploys this managed ruleset, at level ${paranoiaLevel} and threshold ` +
        `${scoreThreshold}: remove one of the two`,
    ];
  });
}

function skips(managed: Ruleset, entrypoint: Ruleset, deploying: Rule | RuleWrite): string[] {
  return skipsBefore(entrypoint, managed, deploying).map(
    (rule) =>
      `the skip rule ${quoted(refOf(rule))} precedes the deploying rule, so requests that match it skip the managed ruleset: ` +
      "narrow its expression, or skip single managed rules",
  );
}

function quoted(value: string | undefined): string {
  return JSON.stringify(value);
}
