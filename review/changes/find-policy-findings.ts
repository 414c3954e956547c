import type { Reviewed } from "../model/reviewed";
import type { Finding } from "../policies/policy";
import type { PolicySetting } from "./policy-settings";
import type { AllowedFinding, PolicyFinding } from "./review";

const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** What a policy reports about the stack after the change. */
export type JudgedFinding = Omit<PolicyFinding, "isNew">;

/** What policies report, and what they would report without an allowance. */
export interface JudgedFindings {
  readonly findings: JudgedFinding[];
  readonly allowed: AllowedFinding[];
}

/** What policies judge: a stack before and after the change. */
export interface JudgedStack {
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
      allowance ? [{ ...finding, reason: allowance.reason, until: allowance.until ?? null }] : [],
    ),
  };
}

function judge({ policy, config }: PolicySetting, stack: JudgedStack): Finding[] {
  const { before, after } = stack;
  return [...judgeAfter({ policy, config }, stack), ...(policy.judgeChange?.(before, after, config) ?? [])];
}

function judgeAfter(
  { policy, config }: Pick<PolicySetting, "policy" | "config">,
  { after, isWhole = true, now }: JudgedStack,
): Finding[] {
  if (policy.scope === "resource") return after.flatMap((resource) => policy.judge([resource], config, now));
  return isWhole ? policy.judge(after, config, now) : [];
}
