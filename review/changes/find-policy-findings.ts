import { isMembers, type Members } from "../../provider/api";
import type { PlannedStep } from "../documents/planned-change";
import type { Reviewed } from "../model/reviewed";
import type { EdgePolicy, Verdict } from "../policies/policy";
import { laterPaths, withLaterPaths } from "./match-rules";
import type { AllowedFinding, PolicyFinding } from "./review";

const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** What a policy reports about the stack after the change. */
export type JudgedFinding = Omit<PolicyFinding, "isNew">;

/** What policies report, and what they would report without an allowance. */
interface JudgedFindings {
  readonly findings: JudgedFinding[];
  readonly allowed: AllowedFinding[];
}

/** What policies judge: a stack before and after the change. */
interface JudgedStack {
  readonly before: readonly Reviewed[];
  readonly after: readonly Reviewed[];
  /** Whether these are all resources of the stack. Otherwise, policies on whole stacks are not judged. Default: true. */
  readonly isWhole?: boolean | undefined;
  /** Default: the current time. */
  readonly now?: Date | undefined;
}

/** Runs policies on a stack as it will be after the change, and on the change. The most severe findings come first. */
export function findPolicyFindings(settings: readonly PolicySetting[], stack: JudgedStack): JudgedFindings {
  const positions = new Map(
    [...stack.before, ...stack.after].map(({ urn, position }) => [urn, position ?? null]),
  );
  const judged = settings.flatMap((setting) => {
    const { policy, level } = setting;
    if (level === "disabled") return [];
    return judge(setting, stack).map(({ allowance, ...finding }) => ({
      allowance,
      policy: policy.name,
      displayName: policy.displayName,
      severity: policy.severity,
      // Nothing is known to be wrong.
      enforcementLevel: finding.isUnjudged ? "advisory" : level,
      urn: finding.urn,
      path: finding.path,
      message: finding.message,
      remediationSteps: policy.remediationSteps,
      isUnjudged: finding.isUnjudged ?? false,
      position: positions.get(finding.urn) ?? null,
    }));
  });
  const rank = ({ severity, enforcementLevel }: JudgedFinding) =>
    SEVERITIES.indexOf(severity) + (enforcementLevel === "mandatory" ? 0 : SEVERITIES.length);
  judged.sort((a, b) => rank(a) - rank(b));
  return {
    findings: judged.flatMap(({ allowance, ...finding }) => (allowance ? [] : [finding])),
    allowed: judged.flatMap(({ allowance, ...finding }) =>
      allowance
        ? [
            {
              ...finding,
              reason: allowance.reason,
              until: allowance.until ?? null,
              by: allowance.by ?? "configuration",
            },
          ]
        : [],
    ),
  };
}

function judge({ policy, config }: PolicySetting, stack: JudgedStack): Verdict[] {
  const { before, after, now } = stack;
  return [
    ...judgeAfter({ policy, config }, stack),
    ...(policy.judgeChange?.(before, after, config, now) ?? []),
  ];
}

function judgeAfter(
  { policy, config }: Pick<PolicySetting, "policy" | "config">,
  { after, isWhole = true, now }: JudgedStack,
): Verdict[] {
  if (policy.scope === "resource") return after.flatMap((resource) => policy.judge([resource], config, now));
  return isWhole ? policy.judge(after, config, now) : [];
}

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

export interface PolicySetting {
  readonly policy: EdgePolicy;
  readonly level: EdgePolicy["enforcementLevel"];
  /** The settings of the policy. It fills in defaults. */
  readonly config: Members;
}

/** Returns how policies run under a configuration that `checkConfig` accepts. */
export function policySettings(policies: readonly EdgePolicy[], configuration: unknown): PolicySetting[] {
  const choices = isMembers(configuration) ? configuration : {};
  return policies.map((policy) => {
    const choice = choices[policy.name];
    const { enforcementLevel, ...config } = isMembers(choice) ? choice : { enforcementLevel: choice };
    return { policy, level: levelOf(enforcementLevel ?? choices["all"]) ?? policy.enforcementLevel, config };
  });
}

/** A policy that remediates is mandatory for what it cannot remediate. A review remediates nothing. */
function levelOf(level: unknown): PolicySetting["level"] | undefined {
  if (level === "remediate") return "mandatory";
  return level === "mandatory" || level === "advisory" || level === "disabled" ? level : undefined;
}
