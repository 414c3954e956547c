import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource, isResourceOf, requireArguments, typeToken, type CommonArgs } from "./edge-resource";

export interface GatewayEndpointArgs extends CommonArgs {
  /** `mainnet` or `sepolia`. A change replaces the endpoint. */
  network: pulumi.Input<string>;
  /** What to do with a network that has ended: `fail` (default) at preview, or `migrate` to the one that took its place. */
  onRetired?: pulumi.Input<"fail" | "migrate"> | undefined;
}

/** Every property of the class: its arguments, then what else the state holds. */
const MEMBERS = ["network", "onRetired", "connection", "url"];

/**
 * The address of a network on the chain gateway (`edge:gatewayUrl`). Its id is the network's name.
 *
 * @example
 * ```ts
 * import { GatewayEndpoint } from "pulumi-edge-platform";
 *
 * export const url = new GatewayEndpoint("staging", { network: "sepolia" }).url;
 * ```
 */
export class GatewayEndpoint extends EdgeResource {
  /** @internal */
  static readonly __pulumiType = typeToken("GatewayEndpoint");

  declare readonly network: pulumi.Output<string>;
  declare readonly onRetired: pulumi.Output<"fail" | "migrate" | undefined>;
  /** Where JSON-RPC 2.0 calls are posted. */
  declare readonly url: pulumi.Output<string>;

  constructor(name: string, args: GatewayEndpointArgs, opts: pulumi.CustomResourceOptions = {}) {
    if (opts.id === undefined) requireArguments("GatewayEndpoint", name, args, ["network"]);
    super("GatewayEndpoint", name, opts.id === undefined ? { ...args } : {}, MEMBERS, opts);
  }

  /** An endpoint by its network's name. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): GatewayEndpoint {
    return new GatewayEndpoint(name, { network: id }, { ...opts, id });
  }

  static override isInstance(value: unknown): value is GatewayEndpoint {
    return isResourceOf("GatewayEndpoint", value);
  }
}
