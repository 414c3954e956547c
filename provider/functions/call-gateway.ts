import type * as pulumi from "@pulumi/pulumi";
import {
  checkNetwork,
  jsonRpcRequest,
  type ChainCalls,
  type ChainMethod,
  type NetworkName,
} from "../gateway";
import { checkArguments } from "./check-arguments";
import type { LookupInvokeOptions, LookupInvokeOutputOptions } from "./invoke-options";
import { asOutput, type InputsOf, lookUp, type LookupOptions } from "./lookup";
import { LookupError } from "./lookup-error";

/** The arguments of `callGateway`. For common methods `M`, parameters and result are typed; for others, they are `unknown`. */
export interface CallGatewayArgs<M extends string = string> extends LookupOptions {
  /** The network: `mainnet` or `sepolia`. */
  network: NetworkName | (string & {});
  /** The JSON-RPC method, such as `eth_blockNumber`. Previews call it too, so it should only read. */
  method: M;
  /** The positional parameters. Default: none. */
  params?: M extends ChainMethod ? ChainCalls[M]["params"] : readonly unknown[];
  /** How to handle a retired network: `fail` (default), or `migrate` to its replacement. */
  onRetired?: "fail" | "migrate";
}

/** The response of the gateway: the result of the method, or the JSON-RPC 2.0 error, unchanged. */
export type CallGatewayResult<M extends string = string> =
  | {
      /** The call succeeded. */
      readonly ok: true;

      /** The result of the method, as the chain defines it. */
      readonly result: M extends ChainMethod ? ChainCalls[M]["result"] : unknown;
    }
  | {
      /** The call failed. */
      readonly ok: false;
      /** The error of JSON-RPC 2.0. */
      readonly error: {
        /** A number, such as -32601: the method is not known. */
        readonly code: number;

        /** What is wrong. */
        readonly message: string;

        /** More, as the method defines it; undefined without. */
        readonly data: unknown;
      };
    };

/**
 * Makes a JSON-RPC 2.0 call to the chain gateway. A JSON-RPC error is a result with `ok: false`.
 *
 * @throws LookupError if the network is unknown or retired, or if the HTTP request fails.
 * @example
 * ```ts
 * import { callGateway } from "pulumi-edge-platform";
 *
 * export const height = callGateway({ network: "sepolia", method: "eth_blockNumber" }).then((answer) =>
 *   answer.ok ? BigInt(answer.result) : undefined,
 * );
 * ```
 */
export async function callGateway<M extends string>(
  args: CallGatewayArgs<M>,
  opts?: LookupInvokeOptions,
): Promise<CallGatewayResult<M>> {
  checkArguments("callGateway", args);
  const onRetired = args.onRetired ?? "fail";
  const { network, problems } = checkNetwork(args.network, { now: new Date(), onRetired });
  const [problem] = problems;
  if (problem || network === undefined) {
    throw new LookupError(`callGateway: network ${problem?.message ?? "is not known yet"}`);
  }
  const request = jsonRpcRequest(args.method, args.params ?? []);
  return lookUp("callGateway", args, opts, async (client) => {
    const { result, error } = await client.gateway.call(network, request);
    if (error) return { ok: false, error: { code: error.code, message: error.message, data: error.data } };
    // The result of the method is passed on unchecked: its shape is defined by the chain, and typed by ChainCalls.
    return { ok: true, result } as CallGatewayResult<M>;
  });
}

/** The output form of {@link callGateway}, which accepts inputs. */
export function callGatewayOutput<M extends string>(
  args: InputsOf<CallGatewayArgs<M>>,
  opts?: LookupInvokeOutputOptions,
): pulumi.Output<CallGatewayResult<M>> {
  return asOutput("callGateway", callGateway<M>)(args, opts);
}
