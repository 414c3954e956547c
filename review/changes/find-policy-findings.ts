import type { Reviewed } from "../model/reviewed";
import type { Finding } from "../policies/policy";
import type { PolicySetting } from "./policy-settings";
import type { PolicyFinding } from "./review";

const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** Runs policies on all resources of a stack as they will be after the change. The most severe findings come first. */
export function findPolicyFindings(
  settings: readonly PolicySetting[],
  resources: readonly Reviewed[],
): PolicyFinding[] {
  const positions = new Map(resources.map(({ urn, position }) => [urn, position ?? null]));
  const findings = settings.flatMap((setting): PolicyFinding[] => {
    const { policy, level } = setting;
    if (level === "disabled") return [];
    return judge(setting, resources).map((finding) => ({
      policy: policy.name,
      displayName: policy.displayName,
      severity: policy.severity,
      enforcementLevel: level,
      urn: finding.urn,
      path: finding.path,
      message: finding.message,
      remediationSteps: policy.remediationSteps,
      isUnjudged: finding.isUnjudged ?? false,
      position: positions.get(finding.urn) ?? null,
    }));
  });
  const rank = ({ severity, enforcementLevel }: PolicyFinding) =>
    SEVERITIES.indexOf(severity) + (enforcementLevel === "mandatory" ? 0 : SEVERITIES.length);
  return findings.sort((a, b) => rank(a) - rank(b));
}

function judge({ policy, config }: PolicySetting, resources: readonly Reviewed[]): Finding[] {
  return policy.scope === "stack"
    ? policy.judge(resources, config)
    : resources.flatMap((resource) => policy.judge([resource], config));
}
