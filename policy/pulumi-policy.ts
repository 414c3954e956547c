import type {
  PolicyConfigSchema,
  ResourceRemediation,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from "@pulumi/policy";
import { z } from "zod";
import type { EdgePolicy } from "../review/policies";
import { checkSettings } from "../review/policies/check-config";
import { applyRemediation } from "./apply-remediation";
import { parseResource, plainProperties } from "./parse-resource";
import { PolicyConfigError } from "./policy-config-error";
import { keepUnjudged } from "./report-unjudged";

/** Returns a policy on single resources as `@pulumi/policy` takes it. */
export function resourcePolicy(policy: EdgePolicy): ResourceValidationPolicy {
  const remediate = policy.remediate && remediation(policy, policy.remediate);
  return {
    ...factsOf(policy),
    validateResource: (args, reportViolation) => {
      const config = parseConfig(policy, args.getConfig());
      const resource = parseResource(args);
      if (resource === undefined) return;
      const findings = keepUnjudged(policy.name, args.urn, policy.judge([resource], config));
      for (const { message } of findings) reportViolation(message);
    },
    ...(remediate && { remediateResource: remediate }),
  };
}

/** Returns a policy on all resources of a stack as `@pulumi/policy` takes it. */
export function stackPolicy(policy: EdgePolicy): StackValidationPolicy {
  return {
    ...factsOf(policy),
    validateStack: (args, reportViolation) => {
      const config = parseConfig(policy, args.getConfig());
      const resources = args.resources.flatMap((resource) => parseResource(resource) ?? []);
      for (const { message, urn } of keepUnjudged(policy.name, "", policy.judge(resources, config)))
        reportViolation(message, urn);
    },
  };
}

function factsOf(policy: EdgePolicy) {
  const { name, displayName, description, severity, enforcementLevel, tags, remediationSteps } = policy;
  const configSchema = configSchemaOf(policy);
  return {
    ...{ name, displayName, description, severity, enforcementLevel, tags: [...tags], remediationSteps },
    ...(configSchema && { configSchema }),
  };
}

/** Returns the schema with which the engine checks a configuration and fills in defaults. */
function configSchemaOf({ config }: EdgePolicy): PolicyConfigSchema | undefined {
  if (Object.keys(config.shape).length === 0) return undefined;
  const { properties = {}, required = [] } = z.toJSONSchema(config, { io: "input" });
  // Both types describe JSON schemas; zod's knows more keywords, which the engine knows too.
  return { properties: properties as PolicyConfigSchema["properties"], required };
}

function remediation(
  policy: EdgePolicy,
  remediate: NonNullable<EdgePolicy["remediate"]>,
): ResourceRemediation {
  return (args) => {
    const config = parseConfig(policy, args.getConfig());
    const resource = parseResource(args);
    if (resource === undefined) return;
    const before = plainProperties(args.props);
    const after = remediate(resource, before, config);
    if (after === undefined) return;
    applyRemediation(args.props, before, after);
    return args.props;
  };
}

/** The engine has checked the values of known settings; it ignores unknown ones. */
function parseConfig(policy: EdgePolicy, settings: Readonly<Record<string, unknown>>): unknown {
  const problems = checkSettings(policy, settings);
  if (problems.length > 0) throw new PolicyConfigError(problems);
  return settings;
}
