import {
  Secret,
  type PolicyResource,
  type ResourceValidationArgs,
  type ResourceValidationPolicy,
  type StackValidationArgs,
  type StackValidationPolicy,
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

/** What remediations get: proxies that keep secrets, and the object behind a proxy. Its types do not declare them. */
const { secretsPreservingProxy } = jest.requireActual<{
  secretsPreservingProxy: (properties: Properties) => Properties;
}>("@pulumi/policy/secret");
const TARGET = "__getSpecialProxyTarget";

/** A secret value of a fixture for `remediate`. To validations, the SDK passes secrets as plain values. */
export function secret(value: unknown): unknown {
  return new Secret(value);
}

/** Returns the inputs that a policy returns as remediated, with their secrets, or undefined if it changes nothing. */
export async function remediate(
  policy: Pick<ResourceValidationPolicy, "remediateResource">,
  fixture: Fixture,
  config: Properties = {},
) {
  const properties = secretsPreservingProxy(copyOf(fixture.properties));
  const args = resourceArgs({ ...fixture, properties }, config);
  const inputs: unknown = await policy.remediateResource?.(args);
  if (inputs === undefined) return undefined;
  return Reflect.get(Reflect.get(inputs as object, TARGET) as object, TARGET) as unknown;
}

/** Returns what a stack policy reports for these resources with a configuration. */
export async function runStackPolicy(
  policy: StackValidationPolicy,
  fixtures: readonly Fixture[],
  config: Properties = {},
): Promise<Report[]> {
  const reports: Report[] = [];
  const args = { resources: fixtures.map(policyResource), ...callsOf(config) };
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
  const args = resourceArgs(fixture, config);
  for (const validate of [policy.validateResource ?? []].flat())
    await validate(args, (message) => messages.push(message));
  return messages;
}

function resourceArgs(fixture: Fixture, config: Properties): ResourceValidationArgs {
  return { ...policyResource(fixture), ...callsOf(config), asType: () => undefined };
}

/** What the SDK passes to every policy besides the resources. */
function callsOf(config: Properties): Pick<StackValidationArgs, "stackTags" | "getConfig" | "notApplicable"> {
  return {
    stackTags: new Map(),
    // As in the SDK, the caller of getConfig chooses its type, unchecked.
    getConfig: () => config as never,
    notApplicable,
  };
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

/** Copies properties, so that a remediation does not change the fixture. */
function copyOf<T>(value: T): T {
  if (value instanceof Secret) return new Secret(copyOf<unknown>(value.value)) as T;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, copyOf<unknown>(member)]),
  ) as T;
}

function notApplicable(): never {
  throw new Error("not applicable");
}
