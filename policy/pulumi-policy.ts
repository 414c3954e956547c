import type {
  PolicyConfigSchema,
  ResourceRemediation,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from "@pulumi/policy";
import { z } from "zod";
import type { EdgePolicy, Verdict } from "../review/policies";
import { checkSettings } from "../review/policies/check-config";
import { OncePerRequest } from "./once-per-request";
import { parseResource, plainProperties, type PolicyResource } from "./parse-resource";
import { PolicyConfigError } from "./policy-config";
import { keepUnjudged } from "./report-unjudged";
import { isMembers, type Members } from "../provider/api";

/** What a policy has besides its validation if it can change inputs. */
type RemediationPolicy = Pick<ResourceValidationPolicy, "remediateResource">;

/* The SDK makes `opts` for each policy, and takes its list of aliases from the request as it is. */
const parsedResource = new OncePerRequest(({ opts }: PolicyResource) => opts.aliases, parseResource);
const parsedStack = new OncePerRequest(
  ([first]: readonly PolicyResource[]) => first?.opts.aliases,
  (resources) => resources.flatMap((resource) => parseResource(resource) ?? []),
);

/** Returns a policy on single resources as `@pulumi/policy` takes it. */
export function resourcePolicy(policy: EdgePolicy): ResourceValidationPolicy {
  const parseConfig = configParser(policy);
  const remediate = policy.remediate && remediation(policy.remediate, parseConfig);
  return {
    ...factsOf(policy),
    validateResource: (args, reportViolation) => {
      const config = parseConfig(args.getConfig());
      const resource = parsedResource.get(policy.name, args);
      if (resource === undefined) return;
      const findings = keepUnjudged(
        policy.name,
        args.urn,
        policy.judge([resource], config).filter(isReported),
      );
      for (const { message } of findings) reportViolation(message);
    },
    ...(remediate && { remediateResource: remediate }),
  };
}

/**
 * Returns a policy on all resources of a stack as `@pulumi/policy` takes it. The SDK runs the remediation of a policy that validates
 * stacks as of any other, although its types do not say so: for each resource, before the stack is judged.
 */
export function stackPolicy(policy: EdgePolicy): StackValidationPolicy & RemediationPolicy {
  const parseConfig = configParser(policy);
  const remediate = policy.remediate && remediation(policy.remediate, parseConfig);
  return {
    ...factsOf(policy),
    validateStack: (args, reportViolation) => {
      const config = parseConfig(args.getConfig());
      const resources = parsedStack.get(policy.name, args.resources);
      for (const { message, urn } of keepUnjudged(
        policy.name,
        "",
        policy.judge(resources, config).filter(isReported),
      ))
        reportViolation(message, urn);
    },
    ...(remediate && { remediateResource: remediate }),
  };
}

function isReported({ allowance }: Verdict): boolean {
  return allowance === undefined;
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
  remediate: NonNullable<EdgePolicy["remediate"]>,
  parseConfig: ConfigParser,
): ResourceRemediation {
  return (args) => {
    const config = parseConfig(args.getConfig());
    const resource = parseResource(args);
    if (resource === undefined) return;
    const before = plainProperties(args.props);
    const after = remediate(resource, before, config);
    if (after === undefined) return;
    applyRemediation(args.props, before, after);
    return args.props;
  };
}

type ConfigParser = (settings: Readonly<Record<string, unknown>>) => unknown;

/** Returns a function that checks settings. The engine has checked the values of known ones; it ignores unknown ones. */
function configParser(policy: EdgePolicy): ConfigParser {
  // The settings are the same for all resources of a run, in another object for each.
  let checked: { readonly text: string; readonly settings: unknown } | undefined;
  return (settings) => {
    const text = JSON.stringify(settings);
    if (checked?.text === text) return checked.settings;
    const problems = checkSettings(policy, settings);
    if (problems.length > 0) throw new PolicyConfigError(problems);
    checked = { text, settings };
    return settings;
  };
}

/**
 * Writes the differences between two copies of a resource's inputs into the inputs themselves, which are behind the proxies of
 * `@pulumi/policy`. A copy has lost which values are secret and the types of unknown values; what does not change keeps both.
 */
function applyRemediation(inputs: object, before: Members, after: Members): void {
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) Reflect.deleteProperty(inputs, name);
  }
  for (const [name, value] of Object.entries(after)) applyValue(inputs, name, before[name], value);
}

function applyValue(parent: object, name: string, before: unknown, after: unknown): void {
  if (isMembers(before) && isMembers(after)) {
    // A container is known, so reading it does not throw.
    applyRemediation(Reflect.get(parent, name) as object, before, after);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    const list = Reflect.get(parent, name) as object;
    for (const [index, item] of after.entries()) applyValue(list, String(index), before[index], item);
  } else if (before !== after) {
    Reflect.set(parent, name, after);
  }
}
