import * as pulumi from "@pulumi/pulumi";
import { checkNetwork, type NetworkName } from "../gateway";
import type { Computed } from "./computed";
import { EdgeResource, isResourceOf, reportProblem, typeToken, type CommonArgs } from "./edge-resource";

/** The arguments of a GatewayEndpoint. `N` is the network, which the compiler finds. */
export interface GatewayEndpointArgs<N extends string = string> extends CommonArgs {
  /** `mainnet` or `sepolia`. A change replaces the endpoint. */
  network: pulumi.Input<NetworkName | Computed<NetworkName, N>>;
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
export class GatewayEndpoint<N extends string = never> extends EdgeResource {
  /** @internal */
  static readonly __pulumiType = typeToken("GatewayEndpoint");

  /** The network that the program declares, or with `onRetired: "migrate"` the successor of a retired one. */
  declare readonly network: pulumi.Output<string>;
  /** What happens with a retired network. Undefined: `fail`. */
  declare readonly onRetired: pulumi.Output<"fail" | "migrate" | undefined>;
  /** The URL for JSON-RPC 2.0 calls. */
  declare readonly url: pulumi.Output<string>;

  constructor(name: string, args: GatewayEndpointArgs<N>, opts: pulumi.CustomResourceOptions = {}) {
    super("GatewayEndpoint", name, opts.id === undefined ? { ...args } : {}, opts);
    if (pulumi.runtime.isDryRun() && opts.id === undefined) reportRetired(this, name);
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

/**
 * In a preview, reports a retired network. `check` lets the network pass, because policies change inputs after `check`; the outputs
 * of a preview are what the policies leave.
 */
function reportRetired(endpoint: GatewayEndpoint, name: string): void {
  pulumi.all([endpoint.network, pulumi.isSecret(endpoint.network)]).apply(([network, secret]) => {
    // With `onRetired: "migrate"`, `check` has replaced the network.
    const { problems } = checkNetwork(network, { now: new Date(), onRetired: "fail" });
    for (const { path, message } of problems)
      reportProblem(endpoint, {
        type: typeToken("GatewayEndpoint"),
        name,
        problem: `${path}: ${secret ? "is not a supported network, found a secret value" : message}`,
      });
  });
}
