import type { StackValidationPolicy } from "@pulumi/policy";
import type { Members } from "../provider/api";
import { parseResource } from "./checked-resource";
import { checkOwaspCoverage, type OwaspRequirement } from "./owasp-coverage";

const DEFAULTS: OwaspRequirement = { minimumLevel: 2, exclude: [], allowLog: false };

/**
 * Every zone that a stack's resources name has an `OwaspConfig` that is strong enough. Configuration: `minimumLevel` (1 to 4,
 * default 2), `exclude` (ids of zones, default none), `allowLog` (default false).
 */
export const requireOwasp: StackValidationPolicy = {
  name: "require-owasp",
  displayName: "OWASP in every zone",
  description: "Every zone has the managed OWASP ruleset, at a paranoia level that is high enough.",
  severity: "high",
  enforcementLevel: "mandatory",
  tags: ["waf", "owasp"],
  remediationSteps:
    "Give the zone an OwaspConfig at the required paranoia level, enabled, with an action other than log.",
  configSchema: {
    properties: {
      minimumLevel: {
        type: "integer",
        minimum: 1,
        maximum: 4,
        default: DEFAULTS.minimumLevel,
        description: "Lowest paranoia level that will do.",
      },
      exclude: {
        type: "array",
        items: { type: "string", pattern: "^[0-9a-f]{32}$" },
        default: [...DEFAULTS.exclude],
        description: "Ids of zones that need no OwaspConfig in this stack.",
      },
      allowLog: {
        type: "boolean",
        default: DEFAULTS.allowLog,
        description: "Whether a deployment that only logs will do.",
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

/** The engine has checked the configuration against the schema; without any it hands over an empty object. */
function parseConfig({ minimumLevel, exclude, allowLog }: Members): OwaspRequirement {
  return {
    minimumLevel: typeof minimumLevel === "number" ? minimumLevel : DEFAULTS.minimumLevel,
    exclude: Array.isArray(exclude) ? exclude.filter((id) => typeof id === "string") : DEFAULTS.exclude,
    allowLog: typeof allowLog === "boolean" ? allowLog : DEFAULTS.allowLog,
  };
}
