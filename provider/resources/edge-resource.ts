import * as pulumi from "@pulumi/pulumi";
import { identityText } from "../marks";
import { startRegistration } from "./registration";
import { stub } from "./stub";

/** What every resource of this package takes besides its own arguments. */
export interface CommonArgs {
  /** Name of an entry of `edge:connections`: which account and credential to use. Default: the program's own configuration. */
  connection?: pulumi.Input<string> | undefined;
}

/**
 * Base of this package's resources: a custom resource whose provider is a few words of text that load the installed package.
 * State made by one release is therefore read, refreshed and destroyed by the code of the next.
 */
export abstract class EdgeResource extends pulumi.CustomResource {
  /** Shape of what the state holds of this resource; 1 since the first release. */
  declare readonly stateVersion: pulumi.Output<number>;

  protected constructor(
    kind: string,
    name: string,
    args: Record<string, unknown>,
    members: readonly string[],
    opts: pulumi.CustomResourceOptions,
  ) {
    if (opts.import !== undefined) throw new pulumi.RunError(importRefused(kind, name));
    // The SDK makes outputs of the members that it is told of, so all are named, set or not.
    const unset = Object.fromEntries([...members, "stateVersion"].map((member) => [member, undefined]));
    const registration = startRegistration();
    try {
      super(
        typeToken(kind),
        name,
        {
          ...unset,
          ...args,
          ...(opts.id === undefined && { __mark: identityOf(kind, name, opts) }),
          secretInputs: secretInputs(args),
          __provider: stub(kind),
        },
        opts,
      );
    } catch (problem) {
      registration.end();
      if (problem instanceof Error) Error.captureStackTrace(problem);
      throw problem;
    } finally {
      registration.end();
    }
  }
}

/** The type in URNs, policies and states. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/edge:${kind}`;
}

/** Whether a value is a resource of that class, also when it was made by another copy of the package. */
export function isResourceOf(kind: string, value: unknown): boolean {
  return isResourceOfType(typeToken(kind), value);
}

/** The same by the whole type. */
export function isResourceOfType(type: string, value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "__pulumiType" in value && value.__pulumiType === type
  );
}

/** The arguments that a resource cannot be without, said in the program and not at the end of a chain of calls. */
export function requireArguments(
  kind: string,
  name: string,
  args: object,
  required: readonly string[],
): void {
  const given = new Map(Object.entries(args));
  const missing = required.filter((argument) => given.get(argument) === undefined);
  if (missing.length === 0) return;
  throw new pulumi.RunError(
    `${kind} "${name}": missing required ${missing.length === 1 ? "argument" : "arguments"} ${missing.join(", ")}.`,
  );
}

/**
 * Names of the arguments that hold a secret. The engine hands secrets to a provider in plain and does not say which they are,
 * so the program does: a diagnostic about a secret argument then shows where the fault is and nothing of the text.
 */
function secretInputs(args: Record<string, unknown>): pulumi.Output<string[] | undefined> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const names = given.map(async ([name, value]) =>
    (await pulumi.isSecret(pulumi.output(value))) ? [name] : [],
  );
  return pulumi.output(
    Promise.all(names).then((found) => (found.flat().length > 0 ? found.flat() : undefined)),
  );
}

/**
 * What proves that the resource owns what it makes, but for the nonce that `check` adds. A provider sees neither stack nor URN,
 * so the program says who the resource is.
 */
function identityOf(kind: string, name: string, opts: pulumi.CustomResourceOptions): Promise<string> {
  const [organization, project, stack] = [organizationName(), pulumi.getProject(), pulumi.getStack()];
  const owner = process.env["EDGE_OWNER"] ?? new pulumi.Config("edge").get("owner");
  const urn = pulumi.createUrn(name, typeToken(kind), opts.parent, project, stack);
  // As a promise: an output would depend on the parent, and so on all of its children, which wait for each other then.
  return new Promise((resolve) => {
    urn.apply((text) => resolve(identityText({ organization, project, stack, urn: text, owner })));
  });
}

/** Backends without organizations, and unit tests with mocks, have one name for it. */
function organizationName(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "organization";
  }
}

function importRefused(kind: string, name: string): string {
  const entrypoint =
    "leave `import` out: the entry point that exists is merged with, rule by rule (`takeOver: true` to own all of it)";
  const instead: Record<string, string> = {
    ApiToken:
      "set `adopt` to the token's id; its value is rolled, since no call answers the value of an existing token",
    ZoneEntrypointRuleset: entrypoint,
    AccountEntrypointRuleset: entrypoint,
    Ruleset: "set `takeOver: true` beside the name and the phase of the one that exists",
    OwaspConfig: "leave `import` out, and set `takeOver: true` for a deployment that was made by hand",
  };
  return (
    `${kind} "${name}": the engine cannot import dynamic resources (neither the import option nor \`pulumi import\`). Instead, ` +
    `${instead[kind] ?? "leave `import` out"}. To look at one without managing it, use ${kind}.get.`
  );
}
