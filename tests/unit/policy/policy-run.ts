import type {
  PolicyResource,
  ResourceValidationPolicy,
  StackValidationArgs,
  StackValidationPolicy,
} from "@pulumi/policy";

type Properties = Readonly<Record<string, unknown>>;

/** A resource of the package as a test writes it; `UNKNOWN` stands for what only an update will know. */
export interface Fixture {
  readonly kind: string;
  readonly name: string;
  readonly properties: Properties;
}

export interface Report {
  readonly message: string;
  readonly urn: string | undefined;
}

/** The guard around unknown values that the SDK puts between the engine and a policy; its types do not tell of it. */
const { unknownCheckingProxy } = jest.requireActual<{
  unknownCheckingProxy: (properties: Properties) => Record<string, unknown>;
}>("@pulumi/policy/proxy");

/** What the policy reports of a stack of these resources, by this configuration. */
export async function runStackPolicy(
  policy: StackValidationPolicy,
  fixtures: readonly Fixture[],
  config: Properties = {},
): Promise<Report[]> {
  const reports: Report[] = [];
  const args: StackValidationArgs = {
    resources: fixtures.map(policyResource),
    stackTags: new Map(),
    // The caller of getConfig names its type, and nobody checks it: as in the SDK.
    getConfig: () => config as never,
    notApplicable,
  };
  await policy.validateStack(args, (message, urn) => reports.push({ message, urn }));
  return reports;
}

/** The messages that the policy reports of one resource, by this configuration. */
export async function runResourcePolicy(
  policy: ResourceValidationPolicy,
  fixture: Fixture,
  config: Properties = {},
): Promise<string[]> {
  const messages: string[] = [];
  const args = { ...policyResource(fixture), stackTags: new Map(), getConfig: () => config, notApplicable };
  for (const validate of [policy.validateResource ?? []].flat()) {
    // A resource's arguments for a policy are a part of what a stack's are.
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
