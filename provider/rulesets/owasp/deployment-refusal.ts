import type { Rule, Ruleset } from "../../api";
import { owaspFromRule } from "./owasp-rule";
import { ownerText, type RuleOwner } from "../rules/ownership";

/** What a deployment does, for people: `level 2, score threshold 40, action block`. */
export function describeDeployment(rule: Rule, managed: Ruleset): string {
  const { paranoiaLevel, scoreThreshold, action = "block", enabled = true } = owaspFromRule(rule, managed);
  const off = enabled ? "" : ", not enabled";
  return `level ${paranoiaLevel}, score threshold ${scoreThreshold}, action ${action}${off}`;
}

/**
 * Why a deployment that exists cannot become this resource's, and what to do; undefined where it can. Those of the same stack
 * are handed over: a resource was renamed, moved or replaced.
 */
export function deploymentRefusal(
  rule: Rule,
  managed: Ruleset,
  owner: RuleOwner,
  takeOver: boolean,
): string | undefined {
  if (owner !== "foreign" && (owner !== "unmarked" || takeOver)) return undefined;
  const what =
    `the zone deploys ${managed.name} already (rule ${rule.id}, ${ownerText(rule)}): ${describeDeployment(rule, managed)}. ` +
    "This resource would change it, and a destroy of this resource would remove it.";
  return owner === "foreign"
    ? `${what} Leave the deployment to its owner and this resource out, or destroy it there first.`
    : `${what} Set takeOver: true to manage it from now on, or leave this resource out.`;
}
