import type { PolicyPackConfig } from "@pulumi/policy";
import { checkConfig } from "../review/policies/check-config";

/** A configuration with a mistake. The engine prints the stack of an error of a pack, so the stack is the message alone. */
export class PolicyConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`invalid policy configuration: ${problems.join("; ")}`);
    this.stack = this.message;
  }
}

/**
 * Returns a configuration of these policies for the third argument of `PolicyPack`.
 *
 * @throws Error if a policy, a level or a setting does not exist, which the engine would ignore or report less clearly
 */
export function policyConfig(config: PolicyPackConfig): PolicyPackConfig {
  const problems = checkConfig(config);
  if (problems.length > 0) throw new PolicyConfigError(problems);
  return config;
}
