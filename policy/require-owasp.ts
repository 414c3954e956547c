import type { StackValidationPolicy } from "@pulumi/policy";
import type { Members } from "../provider/api";
import { parseResource } from "./checked-resource";
import { checkOwaspCoverage, type OwaspRequirement } from "./check-owasp-coverage";

const DEFAULTS: OwaspRequirement = { minimumLevel: 2, exclude: [], allowLog: false };

/**
 * Every zone that a stack uses must have a sufficient `OwaspConfig`. Configuration: `minimumLevel` (1 to 4, default 2), `exclude`
 * (ids of zones, default none), `allowLog` (default false).
 */
export const requireOwasp: StackValidationPolicy = {
  name: "require-owasp",
  displayName: "OWASP in every zone",
  description: "Every zone must deploy the managed OWASP ruleset at the required paranoia level.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["waf", "owasp"],
  remediationSteps:
    "Add an OwaspConfig to the zone, with the required paranoia level, enabled, and with an action other than log.",
  configSchema: {
    properties: {
      minimumLevel: {
        type: "integer",
        minimum: 1,
        maximum: 4,
        default: DEFAULTS.minimumLevel,
        description: "The minimum paranoia level.",
      },
      exclude: {
        type: "array",
        items: { type: "string", pattern: "^[0-9a-f]{32}$" },
        default: [...DEFAULTS.exclude],
        description: "The ids of zones that require no OwaspConfig in this stack.",
      },
      allowLog: {
        type: "boolean",
        default: DEFAULTS.allowLog,
        description: "Whether a deployment that only logs is sufficient.",
      },
    },
  },
  validateStack: (args, reportViolation) => {
    const resources = args.resources.flatMap((resource) => parseResource(resource) ?? []);
    for (const { message, urn } of checkOwaspCoverage(resources, parseConfig(args.getConfig()))) {
      reportViolation(message, urn);
    }
  },
};

/** Parses the configuration. The engine has validated it; without one, it passes an empty object. */
function parseConfig({ minimumLevel, exclude, allowLog }: Members): OwaspRequirement {
  return {
    minimumLevel: typeof minimumLevel === "number" ? minimumLevel : DEFAULTS.minimumLevel,
    exclude: Array.isArray(exclude) ? exclude.filter((id) => typeof id === "string") : DEFAULTS.exclude,
    allowLog: typeof allowLog === "boolean" ? allowLog : DEFAULTS.allowLog,
  };
}
