import type { Rule, RuleWrite, Ruleset } from "../../api/wire";
import type { Language } from "../../filter";
import { joinPaths } from "../../rulebook/hazards/hazard";
import { ownerText, plainRef, type OwnRules } from "../rules/ownership";
import { asKept, type KeptOwasp } from "./owasp-overrides";
import { deployingRuleOf, LATEST, overridesOf, scoringRuleOf, versionOf } from "./managed-ruleset";
import type { OwaspArgs } from "./owasp-args";
import { overridden, owaspEffect } from "./owasp-effect";
import { skipInFront } from "./owasp-reach";
import { owaspRule } from "./owasp-rule";
import { counted } from "../../words";

/** What a live deployment is compared with. */
export interface DeclaredOwasp {
  /** The arguments that the live rule corresponds to: what they show needs no words. */
  readonly args: OwaspArgs;
  readonly kept: KeptOwasp;
  readonly own: OwnRules;
  /** What is known of the language of filters besides the table of this release. */
  readonly language?: Language | undefined;
}

/**
 * Says in words how the effect of a live deployment differs from what its resource declares, beside the arguments: the version,
 * which managed rules are on, their actions, and whether the deployment is reached. Returns an empty list if the effect is the same.
 */
export function owaspDrift(
  { args, kept, own, language }: DeclaredOwasp,
  managed: Ruleset,
  entrypoint: Ruleset,
): string[] {
  const found = deployingRuleOf(entrypoint, managed.id);
  if (!found) return [];
  // The argument `enabled` shows that a deployment is off. What differs besides is repaired with it.
  const live = { ...found, enabled: true };
  const declared = { ...owaspRule(args, managed, asKept(live, kept)).rule, enabled: true };
  return [
    ...versionDrift(declared, live),
    ...wholeDrift(declared, live),
    ...scoringDrift(declared, live, managed),
    ...rulesDrift(declared, live, managed),
    ...reachDrift(skipInFront(entrypoint, managed, found, own, language)),
  ];
}

function versionDrift(declared: RuleWrite, live: Rule): string[] {
  const [before, now] = [versionOf(declared), versionOf(live)];
  if (before === now) return [];
  return [`the deployment executes ${versionText(now)} of the managed ruleset, not ${versionText(before)}`];
}

function versionText(version: string): string {
  return version === LATEST ? "the latest version" : `version ${version}`;
}

/** Names the cause of many changed rules. */
function wholeDrift(declared: RuleWrite, live: Rule): string[] {
  const [before, now] = [overridesOf(declared), overridesOf(live)];
  return (["enabled", "action"] as const).flatMap((name) =>
    before[name] === now[name]
      ? []
      : [
          now[name] === undefined
            ? `an override of the whole ruleset, ${name}: ${String(before[name])}, is gone`
            : `an override of the whole ruleset says ${name}: ${String(now[name])}`,
        ],
  );
}

function scoringDrift(declared: RuleWrite, live: Rule, managed: Ruleset): string[] {
  const scoring = scoringRuleOf(managed);
  if (!scoring) return [];
  const [before, now] = [declared, live].map((rule) => overridden(scoring, overridesOf(rule)));
  if (before?.enabled === true && now?.enabled === false)
    return ["the scoring rule is off, so no request is acted upon"];
  if (before?.action === now?.action) return [];
  return [`the scoring rule has the action ${String(now?.action)}, not ${String(before?.action)}`];
}

function rulesDrift(declared: RuleWrite, live: Rule, managed: Ruleset): string[] {
  const { turnedOff, turnedOn, acting, on } = owaspEffect(declared, live, managed);
  const off =
    on === 0
      ? `all ${countedRules(turnedOff)} are off`
      : `off: ${countedRules(turnedOff)}, ${named(turnedOff)}`;
  return [
    ...(turnedOff.length > 0 ? [off] : []),
    ...(turnedOn.length > 0 ? [`on: ${countedRules(turnedOn)}, ${named(turnedOn)}`] : []),
    ...(acting.length > 0 ? [`with another action: ${countedRules(acting)}, ${named(acting)}`] : []),
  ];
}

function reachDrift(skip: Rule | undefined): string[] {
  if (!skip) return [];
  return [
    `the skip rule ${JSON.stringify(plainRef(skip))} (${ownerText(skip)}) precedes the deployment and matches all of its requests, ` +
      "so the managed ruleset does not run",
  ];
}

function countedRules(rules: readonly Rule[]): string {
  return counted(rules.length, "managed rule");
}

function named(rules: readonly Rule[]): string {
  return joinPaths(rules.map(({ id, description }) => JSON.stringify(description || id)));
}
