import { z } from "zod";
import { containsUnknown, isUnknown } from "../../provider/api";
import type { ReviewedRule, ReviewedRuleset } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { findingsOf } from "./findings-of";
import { hasNoKnownRules, isUnknownRule, parametersOf, rulesetsIn } from "./judged-rules";
import type { EdgePolicy, Verdict } from "./policy";

/** The actions after which the rules behind see nothing of a matching request. */
const ENDING: readonly unknown[] = ["block", "redirect", "serve_error", "skip"];

/** A rule must not follow a rule that ends all requests that it could match. */
export const forbidUnreachableRules: EdgePolicy<Record<string, never>> = {
  name: "forbid-unreachable-rules",
  displayName: "Every rule can be reached",
  description:
    "A rule must not be behind a rule that ends all of its requests: it looks like protection and never runs.",
  severity: "medium",
  enforcementLevel: "advisory",
  tags: ["waf", "rulesets"],
  remediationSteps: "Move the rule before the other one, narrow the other one, or remove the rule.",
  unknownValues:
    "A rule with an unknown condition, action or order is reported as not judged if it may hide other rules, or be hidden.",
  config: z.object({}),
  scope: "resource",
  judge: (resources) => rulesetsIn(resources).flatMap(judgeRuleset),
};

function judgeRuleset(ruleset: ReviewedRuleset): Verdict[] {
  if (hasNoKnownRules(ruleset)) return [unjudged(ruleset, "rules")];
  const active = ruleset.rules.filter(({ wire }) => wire["enabled"] !== false);
  if (active.length < 2) return [];
  const certain = findingsOf(ruleset, ["hazard"]).filter(({ id }) => id === "never-reached");
  const reported = new Set(certain.map(({ path }) => path));
  return [
    ...certain.map(({ path, message }) =>
      verdict(
        ruleset,
        path,
        ruleset.isSecret(path) ? "is never reached: an earlier rule ends all of its requests" : message,
      ),
    ),
    ...openRules(active, ruleset)
      .filter(({ path }) => !reported.has(path))
      .map(({ path }) => unjudged(ruleset, path)),
  ];
}

/** Returns the rules that may hide a later rule, or be hidden by an earlier one, depending on what is unknown about them. */
function openRules(active: readonly ReviewedRule[], { isOrdered, phase }: ReviewedRuleset): ReviewedRule[] {
  const ending = active.map(mayEnd);
  if (!ending.includes(true)) return [];
  if (!isOrdered || isUnknown(phase)) return active.slice(0, 1);
  return active.filter((rule, index) => {
    if (!isOpen(rule)) return false;
    return (ending[index] === true && index < active.length - 1) || ending.slice(0, index).includes(true);
  });
}

function mayEnd(rule: ReviewedRule): boolean {
  const { action, ratelimit } = rule.wire;
  if (isUnknownRule(rule) || isUnknown(action)) return true;
  if (!ENDING.includes(action) || (ratelimit !== undefined && !isUnknown(ratelimit))) return false;
  const { ruleset, phase } = parametersOf(rule);
  const isCurrent = [ruleset, phase].some((value) => value === "current" || isUnknown(value));
  return action !== "skip" || isCurrent || isUnknown(rule.wire["action_parameters"]);
}

function isOpen(rule: ReviewedRule): boolean {
  const { action, action_parameters: parameters, expression, enabled } = rule.wire;
  if (isUnknownRule(rule)) return true;
  // Of the parameters, only those of a skip decide whether the rule ends a request.
  return containsUnknown([action, expression, enabled, action === "skip" ? parameters : undefined]);
}
