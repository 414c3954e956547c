import type {
  PolicyResource,
  ResourceValidationPolicy,
  StackValidationArgs,
  StackValidationPolicy,
} from "@pulumi/policy";

type Properties = Readonly<Record<string, unknown>>;

/** A resource of the package in a test. `UNKNOWN` is a value that only the update will know. */
export interface Fixture {
  readonly kind: string;
  readonly name: string;
  readonly properties: Properties;
}

export interface Report {
  readonly message: string;
  readonly urn: string | undefined;
}

/** The proxy around unknown values that the SDK passes to policies. Its types do not declare it. */
const { unknownCheckingProxy } = jest.requireActual<{
  unknownCheckingProxy: (properties: Properties) => Record<string, unknown>;
}>("@pulumi/policy/proxy");

/** Returns what a stack policy reports for these resources with a configuration. */
export async function runStackPolicy(
  policy: StackValidationPolicy,
  fixtures: readonly Fixture[],
  config: Properties = {},
): Promise<Report[]> {
  const reports: Report[] = [];
  const args: StackValidationArgs = {
    resources: fixtures.map(policyResource),
    stackTags: new Map(),
    // As in the SDK, the caller of getConfig chooses its type, unchecked.
    getConfig: () => config as never,
    notApplicable,
  };
  await policy.validateStack(args, (message, urn) => reports.push({ message, urn }));
  return reports;
}

/** Returns the messages of a resource policy for one resource with a configuration. */
export async function runResourcePolicy(
  policy: ResourceValidationPolicy,
  fixture: Fixture,
  config: Properties = {},
): Promise<string[]> {
  const messages: string[] = [];
  const args = { ...policyResource(fixture), stackTags: new Map(), getConfig: () => config, notApplicable };
  for (const validate of [policy.validateResource ?? []].flat()) {
    // The arguments of a resource policy are a part of those of a stack policy.
    await validate(args as unknown as Parameters<typeof validate>[0], (message) => messages.push(message));
  }
  return messages;
}

export function urnOf({ kind, name }: Fixture): string {
  return `urn:pulumi:test::project::pulumi-nodejs:dynamic/edge:${kind}::${name}`;
}

function policyResource(fixture: Fixture): PolicyResource {
  const type = fixture.kind.includes(":") ? fixture.kind : `pulumi-nodejs:dynamic/edge:${fixture.kind}`;
  return {
    type,
    name: fixture.name,
    urn: urnOf(fixture),
    props: unknownCheckingProxy(fixture.properties),
    opts: {
      protect: false,
      ignoreChanges: [],
      aliases: [],
      additionalSecretOutputs: [],
      customTimeouts: { createSeconds: 0, updateSeconds: 0, deleteSeconds: 0 },
    },
    dependencies: [],
    propertyDependencies: {},
    isType: (resourceClass) => "__pulumiType" in resourceClass && resourceClass.__pulumiType === type,
    asType: () => undefined,
  };
}

function notApplicable(): never {
  throw new Error("not applicable");
}
