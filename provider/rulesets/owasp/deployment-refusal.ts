import type { Rule, Ruleset } from "../../api/wire";
import { owaspFromRule } from "./owasp-rule";
import { ownerText, type RuleOwner } from "../rules/ownership";

/** Describes a deployment for a message: `level 2, score threshold 40, action block`. */
export function describeDeployment(rule: Rule, managed: Ruleset): string {
  const { paranoiaLevel, scoreThreshold, action = "block", enabled = true } = owaspFromRule(rule, managed);
  const off = enabled ? "" : ", not enabled";
  return `level ${paranoiaLevel}, score threshold ${scoreThreshold}, action ${action}${off}`;
}

/** The owners from which a resource may take a deployment over: itself, an interrupted attempt, another resource in the state. */
const OWN: readonly RuleOwner[] = ["ours", "orphan", "held"];

/** Returns why a resource cannot adopt an existing deployment, and what to do; undefined if it can. */
export function deploymentRefusal(
  rule: Rule,
  managed: Ruleset,
  owner: RuleOwner,
  takeOver: boolean,
): string | undefined {
  if (OWN.includes(owner) || (owner === "unmarked" && takeOver)) return undefined;
  const what =
    `the zone already deploys ${managed.name} (rule ${rule.id}, ${ownerText(rule)}): ${describeDeployment(rule, managed)}. ` +
    "This resource would change the deployment, and a destroy of this resource would remove it.";
  const named = `set EDGE_TAKE_OVER=${rule.id} for one \`pulumi up\``;
  switch (owner) {
    case "unmarked":
      return `${what} Set takeOver: true to manage the deployment from now on, or remove this resource from the program.`;
    case "foreign":
      return (
        `${what} Remove this resource from the program, or destroy the deployment in the stack of its owner first. If that stack does ` +
        `not exist any more, ${named}.`
      );
    default:
      return (
        `${what} The mark names a stack with the names of this one, but the state of this stack does not have it: another stack that ` +
        "has, or had, these names may manage the deployment, or an interrupted run has left it. If no other stack manages it, " +
        `${named}.`
      );
  }
}
