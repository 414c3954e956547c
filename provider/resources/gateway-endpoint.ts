import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource, isResourceOf, typeToken, type CommonArgs } from "./edge-resource";

export interface GatewayEndpointArgs extends CommonArgs {
  /** `mainnet` or `sepolia`. A change replaces the endpoint. */
  network: pulumi.Input<string>;
  /** What happens with a retired network: `fail` (default) at preview, or `migrate` to its successor. */
  onRetired?: pulumi.Input<"fail" | "migrate"> | undefined;
}

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
  /** The URL for JSON-RPC 2.0 calls. */
  declare readonly url: pulumi.Output<string>;

  constructor(name: string, args: GatewayEndpointArgs, opts: pulumi.CustomResourceOptions = {}) {
    super("GatewayEndpoint", name, opts.id === undefined ? { ...args } : {}, opts);
  }

  /** Returns the endpoint of a network, whose name is the id. */
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
