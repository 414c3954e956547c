import {
  CustomResource,
  output,
  Resource,
  type Input,
  type InvokeOptions,
  type Output,
  type ProviderResource,
} from "@pulumi/pulumi";
import { found, isMembers } from "../api";
import type { LookupName } from "./check-arguments";
import { LookupError } from "./lookup-error";

/** How a lookup is made. The connection that it uses is an argument, `connection`, unless it has a provider. */
export interface LookupInvokeOptions extends InvokeOptions {
  /** A resource, such as the component that needs the result. If it carries a provider of the package edge, the lookup uses that. */
  parent?: Resource;
  /**
   * A `Provider` of `pulumi-edge-platform/native`: the plugin edge does the lookup, with the settings of that provider. Defaults to that of
   * `parent`. Without one, the program itself sends the requests, with the stack's configuration and the environment.
   */
  provider?: ProviderResource;
  /** Can be left out. A lookup is always asynchronous, so `false` is an error. */
  async?: boolean;
}

/** How the output form of a lookup is made. */
export interface LookupInvokeOutputOptions extends LookupInvokeOptions {
  /**
   * Resources that must exist before the lookup is made: also those inside components. In a preview in which the id of one of them is not
   * known, the result is not known, either.
   */
  dependsOn?: Input<Input<Resource>[]> | Input<Resource>;
}

/** The type of a provider resource, followed by the name of its package. */
const PROVIDER = "pulumi:providers:";

/**
 * Checks the options of a lookup. Returns the provider whose plugin does the lookup; undefined if the program does it.
 *
 * @throws LookupError
 */
export function providerOf(lookup: LookupName, opts: LookupInvokeOptions = {}): ProviderResource | undefined {
  const { parent, provider } = opts;
  if ("dependsOn" in opts && opts.dependsOn !== undefined)
    throw new LookupError(`${lookup}: dependsOn: only ${lookup}Output waits for resources: use that form.`);
  if (opts.async === false)
    throw new LookupError(
      `${lookup}: async: cannot be false, since the lookup sends requests: leave it out, and await the result or use ${lookup}Output.`,
    );
  if (parent !== undefined && !Resource.isInstance(parent))
    throw new LookupError(`${lookup}: parent: must be a resource, found ${found(parent)}.`);
  if (provider === undefined) return parent?.getProvider(tokenOf(lookup));
  const type = isMembers(provider) ? String(provider["__pulumiType"]) : "";
  if (type === `${PROVIDER}edge`) return provider;
  const what = type.startsWith(PROVIDER)
    ? `is of the package ${type.slice(PROVIDER.length)}, which has no such lookup: pass a Provider of pulumi-edge-platform/native, or leave it out`
    : `must be a Provider of pulumi-edge-platform/native, found ${found(provider)}`;
  throw new LookupError(`${lookup}: provider: ${what}.`);
}

/** Returns what the engine and mocks name a lookup by. */
export function tokenOf(lookup: LookupName): string {
  return `edge:index:${lookup}`;
}

/** What the SDK's types leave out of a component: its asynchronous construction, and the resources inside it. */
interface Inside {
  readonly __data?: Promise<unknown>;
  readonly __childResources?: Iterable<Resource>;
}

/** Returns an output that is known once these resources exist, and those inside components. It depends on all of them. */
export function existenceOf(dependsOn: LookupInvokeOutputOptions["dependsOn"]): Output<unknown> {
  // output() keeps resources as they are, and unwraps everything around them.
  const given = output(dependsOn) as Output<Resource | Resource[] | undefined>;
  return given.apply((resources) => output([resources ?? []].flat().map(identityOf)));
}

function identityOf(resource: Resource): Input<unknown> {
  if (CustomResource.isInstance(resource)) return resource.id;
  // The members are private, so their types need a cast.
  const component = resource as Resource & Inside;
  const children = async () => {
    await component.__data;
    return [...(component.__childResources ?? [])].map(identityOf);
  };
  return [resource.urn, children()];
}
