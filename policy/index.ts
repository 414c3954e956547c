import type { Policies, ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { endPolicyPackWithEngine } from "../provider/process";
import { EDGE_POLICIES, configurable } from "../review/policies";
import * as all from "../review/all-policies";
import { hideSecrets } from "./hide-secrets";
import { resourcePolicy, stackPolicy } from "./pulumi-policy";
import { policyConfig } from "./policy-config";
import { reportUnjudged } from "./report-unjudged";

export { hideSecrets, policyConfig, reportUnjudged };

/** The policy `limit-token-makers` alone, for a pack of your own. */
export const limitTokenMakers: ResourceValidationPolicy = resourcePolicy(configurable(all.limitTokenMakers));
/** The policy `no-filter-warnings` alone, for a pack of your own. */
export const noFilterWarnings: ResourceValidationPolicy = resourcePolicy(configurable(all.noFilterWarnings));
/** The policy `no-hazards` alone, for a pack of your own. */
export const noHazards: ResourceValidationPolicy = resourcePolicy(configurable(all.noHazards));
/** The policy `require-owasp` alone, for a pack of your own. */
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
