import type { Policies, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { endPolicyPackWithEngine } from "../provider/process";
import { EDGE_POLICIES, configurable } from "../review/policies";
import * as all from "../review/all-policies";
import { hideSecrets } from "./hide-secrets";
import { resourcePolicy, stackPolicy } from "./pulumi-policy";
import { policyConfig } from "./policy-config";
import { reportUnjudged } from "./report-unjudged";

export { hideSecrets, policyConfig, reportUnjudged };

export const limitTokenMakers: ResourceValidationPolicy = resourcePolicy(configurable(all.limitTokenMakers));
export const noFilterWarnings: ResourceValidationPolicy = resourcePolicy(configurable(all.noFilterWarnings));
export const noHazards: ResourceValidationPolicy = resourcePolicy(configurable(all.noHazards));
export const owaspInEveryZone: StackValidationPolicy = stackPolicy(configurable(all.requireOwasp));

/** All policies of this package, those of resources and of stacks. docs/policy.md lists them with their levels. */
export const edgePolicies: Policies = [
  hideSecrets,
  ...EDGE_POLICIES.map((policy) =>
    policy.scope === "resource" ? resourcePolicy(policy) : stackPolicy(policy),
  ),
  reportUnjudged,
];

endPolicyPackWithEngine();
