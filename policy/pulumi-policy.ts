import type {
  PolicyConfigSchema,
  ResourceRemediation,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from "@pulumi/policy";
import { z } from "zod";
import type { Reviewed, Verdict } from "../review/model/reviewed";
import type { EdgePolicy } from "../review/policies";
import { checkSettings } from "../review/policies/check-config";
import { OncePerRequest } from "./once-per-request";
import { parseResource, plainProperties, type PolicyResource } from "./parse-resource";
import { PolicyConfigError } from "./policy-config";
import { keepUnjudged } from "./report-unjudged";
import { isMembers, type Members } from "../provider/api";

/** By URN, the allowances of resources as the program declares them in this run. */
const declared = new Map<string, unknown>();

/* The SDK makes `opts` for each policy, and takes its list of aliases from the request as it is. */
const parsedResource = new OncePerRequest(
  ({ opts }: PolicyResource) => opts.aliases,
  (resource) => {
    const parsed = parseResource(resource);
    if (parsed) declared.set(parsed.urn, parsed.allowances);
    return parsed;
  },
);
const parsedStack = new OncePerRequest(
  ([first]: readonly PolicyResource[]) => first?.opts.aliases,
  (resources) => resources.flatMap((resource) => parseResource(resource) ?? []).map(asDeclared),
);

/**
 * The engine judges a stack by its outputs. A change of allowances alone updates nothing, so there they are those of an earlier run.
 * Before, it has judged each resource by its inputs.
 */
function asDeclared(resource: Reviewed): Reviewed {
  return declared.has(resource.urn) ? { ...resource, allowances: declared.get(resource.urn) } : resource;
}

/** Returns a policy on single resources as `@pulumi/policy` takes it. */
export function resourcePolicy(policy: EdgePolicy): ResourceValidationPolicy {
  const { facts, judge } = policyParts(policy);
  return {
    ...facts,
    validateResource: (args, reportViolation) => {
      const resource = parsedResource.get(policy.name, args);
      for (const { message } of judge(args.getConfig(), args.urn, resource && [resource]))
        reportViolation(message);
    },
  };
}

/**
 * Returns a policy on all resources of a stack as `@pulumi/policy` takes it. The SDK runs the remediation of a policy that validates
 * stacks as of any other, although its types do not say so: for each resource, before the stack is judged.
 */
export function stackPolicy(
  policy: EdgePolicy,
): StackValidationPolicy & Pick<ResourceValidationPolicy, "remediateResource"> {
  const { facts, judge } = policyParts(policy);
  return {
    ...facts,
    validateStack: (args, reportViolation) => {
      const resources = parsedStack.get(policy.name, args.resources);
      for (const { message, urn } of judge(args.getConfig(), "", resources)) reportViolation(message, urn);
    },
  };
}

/** Returns what both kinds of policies have, and how they judge resources: nothing for undefined. */
function policyParts(policy: EdgePolicy) {
  const parseConfig = configParser(policy);
  const remediateResource = policy.remediate && remediation(policy.remediate, parseConfig);
  const judge = (set: Members, urn: string, resources: readonly Reviewed[] | undefined): Verdict[] => {
    const config = parseConfig(set);
    if (resources === undefined) return [];
    const reported = policy.judge(resources, config).filter(({ allowance }) => allowance === undefined);
    return keepUnjudged(policy.name, urn, reported);
  };
  return { facts: { ...factsOf(policy), ...(remediateResource && { remediateResource }) }, judge };
}

function factsOf(policy: EdgePolicy) {
  const { name, displayName, description, severity, enforcementLevel, tags, remediationSteps } = policy;
  const configSchema = configSchemaOf(policy);
  return {
    name,
    displayName,
    description,
    severity,
    enforcementLevel,
    tags: [...tags],
    remediationSteps,
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
