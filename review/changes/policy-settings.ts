import { isMembers, type Members } from "../../provider/api";
import type { EdgePolicy } from "../policies/policy";

/** How a policy is run. */
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
