import type { Rule, Ruleset } from "../../api";
import { owaspFromRule } from "./owasp-rule";
import { ownerText, type RuleOwner } from "../rules/ownership";

/** Describes a deployment for a message: `level 2, score threshold 40, action block`. */
export function describeDeployment(rule: Rule, managed: Ruleset): string {
  const { paranoiaLevel, scoreThreshold, action = "block", enabled = true } = owaspFromRule(rule, managed);
  const off = enabled ? "" : ", not enabled";
  return `level ${paranoiaLevel}, score threshold ${scoreThreshold}, action ${action}${off}`;
}

/**
 * Returns why a resource cannot adopt an existing deployment, and what to do; undefined if it can. A deployment of the same stack
 * can always be adopted: its resource was renamed, moved or replaced.
 */
export function deploymentRefusal(
  rule: Rule,
  managed: Ruleset,
  owner: RuleOwner,
  takeOver: boolean,
): string | undefined {
  if (owner !== "foreign" && (owner !== "unmarked" || takeOver)) return undefined;
  const what =
    `the zone already deploys ${managed.name} (rule ${rule.id}, ${ownerText(rule)}): ${describeDeployment(rule, managed)}. ` +
    "This resource would change the deployment, and a destroy of this resource would remove it.";
  return owner === "foreign"
    ? `${what} Remove this resource from the program, or destroy the deployment in the stack of its owner first.`
    : `${what} Set takeOver: true to manage the deployment from now on, or remove this resource from the program.`;
}
