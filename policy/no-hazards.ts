import type { ResourceValidationPolicy } from "@pulumi/policy";
import type { Members } from "../provider/api";
import { HAZARD_IDS, type HazardId } from "../provider/rulesets/hazards/hazard";
import { isSecret, label, parseResource, type CheckedResource } from "./checked-resource";
import { resourceHazards } from "./resource-hazards";

/**
 * Rules must have no hazards except those in `allow` (default: none): they must not lock visitors out, open a zone, or do nothing.
 * The policy is disabled by default, because what looks dangerous can be meant; a configuration can set another level.
 */
export const noHazards: ResourceValidationPolicy = {
  name: "no-hazards",
  displayName: "Rules without hazards",
  description: "Rules must not block or skip everything, be unreachable, or be without effect.",
  severity: "high",
  enforcementLevel: "disabled",
  tags: ["waf", "rulesets"],
  remediationSteps:
    "Change the rule as the message suggests, or add the hazard to `allow` in the configuration of this policy.",
  configSchema: {
    properties: {
      allow: {
        type: "array",
        items: { type: "string", enum: [...HAZARD_IDS] },
        default: [],
        description: "The hazards that do not violate the policy. Default: none.",
      },
    },
  },
  validateResource: (args, reportViolation) => {
    const resource = parseResource(args);
    if (resource === undefined) return;
    for (const message of checkHazards(resource, parseConfig(args.getConfig()))) reportViolation(message);
  },
};

function checkHazards(resource: CheckedResource, allowed: readonly HazardId[]): string[] {
  return resourceHazards(resource)
    .filter(({ id }) => !allowed.includes(id))
    .map(({ id, path, message, argument }) => {
      const text = isSecret(resource, argument)
        ? `the message is hidden, because ${argument} is secret`
        : message;
      return `${label(resource)}: ${path}: ${id}: ${text}`;
    });
}

/** Parses the configuration. The engine has validated it; without one, it passes an empty object. */
function parseConfig({ allow }: Members): readonly HazardId[] {
  return Array.isArray(allow) ? HAZARD_IDS.filter((id) => allow.includes(id)) : [];
}
