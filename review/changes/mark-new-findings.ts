import type { PlannedStep } from "../documents/planned-change";
import { findPolicyFindings, type JudgedFinding, type JudgedStack } from "./find-policy-findings";
import { laterPaths, withLaterPaths } from "./match-rules";
import type { PolicySetting } from "./policy-settings";
import type { PolicyFinding } from "./review";

/** Says of each finding whether the change brings it, or whether the stack violated the policy in the same way before. */
export function markNewFindings(
  findings: readonly JudgedFinding[],
  settings: readonly PolicySetting[],
  steps: readonly PlannedStep[],
  { isWhole, now }: Pick<JudgedStack, "isWhole" | "now">,
): PolicyFinding[] {
  // What is deleted is judged no more: a resource with its name is in another place.
  const changing = steps.filter(({ operation }) => operation !== "same" && operation !== "delete");
  const reporting = new Set(findings.map(({ policy }) => policy));
  const judge = (scope: "resource" | "stack", judged: readonly PlannedStep[]) =>
    findPolicyFindings(
      // Of a policy that reports nothing now, nothing needs to be compared.
      settings.filter(({ policy }) => policy.scope === scope && reporting.has(policy.name)),
      { before: [], after: judged.flatMap(({ before }) => before ?? []), isWhole, now },
    ).findings;
  const renamed = new Map(changing.map((step) => [urnOf(step), laterPathsOf(step)]));
  const stood = new Set(
    [...judge("resource", changing), ...judge("stack", steps)].map((finding) =>
      keyOf(finding, renamed.get(finding.urn)),
    ),
  );
  const unchanged = new Set(steps.filter(({ operation }) => operation === "same").map(urnOf));
  const ofResources = new Set(
    settings.filter(({ policy }) => policy.scope === "resource").map(({ policy }) => policy.name),
  );
  return findings.map((finding) => {
    // A policy on single resources reports the same about the same resource.
    const isOld = ofResources.has(finding.policy) && unchanged.has(finding.urn);
    return { ...finding, isNew: !isOld && !stood.has(keyOf(finding, undefined)) };
  });
}

function urnOf({ before, after }: PlannedStep): string {
  return (after ?? before)?.urn ?? "";
}

function laterPathsOf({ before, after }: PlannedStep): ReadonlyMap<string, string> {
  return before?.kind === "ruleset" && after?.kind === "ruleset"
    ? laterPaths(before.rules, after.rules)
    : new Map<string, string>();
}

function keyOf({ policy, urn, message }: JudgedFinding, paths: ReadonlyMap<string, string> | undefined) {
  return JSON.stringify([policy, urn, paths ? withLaterPaths(message, paths) : message]);
}
