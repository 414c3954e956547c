import type * as pulumi from "@pulumi/pulumi";
import { checkNetwork, jsonRpcRequest, type ChainCalls, type ChainMethod } from "../gateway";
import { asOutput, lookUp, type InputsOf, type LookupOptions } from "./lookup";
import { LookupError } from "./lookup-error";

/** `M` is a method's name: the common ones have typed parameters and results, all others take and answer anything. */
export interface CallGatewayArgs<M extends string = string> extends LookupOptions {
  /** `mainnet` or `sepolia`. */
  network: string;
  /** Such as `eth_blockNumber`. It runs in previews too, so it should read. */
  method: M;
  /** Positional. Default: none. */
  params?: M extends ChainMethod ? ChainCalls[M]["params"] : readonly unknown[];
  /** What to do with a network that has ended: `fail` (default), or `migrate` to the one that took its place. */
  onRetired?: "fail" | "migrate";
}

/** What the gateway answered: a result, or the error of JSON-RPC 2.0 as it came. */
export type CallGatewayResult<M extends string = string> =
  | { readonly ok: true; readonly result: M extends ChainMethod ? ChainCalls[M]["result"] : unknown }
  | {
      readonly ok: false;
      readonly error: { readonly code: number; readonly message: string; readonly data: unknown };
    };

/**
 * One JSON-RPC 2.0 call to the chain gateway. An error that the gateway answers is a result with `ok: false`.
 *
 * @throws LookupError for a network that is unknown or has ended, and when the call itself fails.
 * @example
 * ```ts
 * import { callGateway } from "pulumi-edge-platform";
 *
 * export const height = callGateway({ network: "sepolia", method: "eth_blockNumber" }).then((answer) =>
 *   answer.ok ? BigInt(answer.result) : undefined,
 * );
 * ```
 */
export async function callGateway<M extends string>(args: CallGatewayArgs<M>): Promise<CallGatewayResult<M>> {
  const onRetired = args.onRetired ?? "fail";
  const { network, problems } = checkNetwork(args.network, { now: new Date(), onRetired });
  const [problem] = problems;
  if (problem || network === undefined) {
    throw new LookupError(`callGateway: network ${problem?.message ?? "is not known yet"}`);
  }
  const request = jsonRpcRequest(args.method, args.params ?? []);
  const { result, error } = await lookUp(args, (client) => client.gateway.call(network, request));
  if (error) return { ok: false, error: { code: error.code, message: error.message, data: error.data } };
  // The method's own result: what it holds is for the chain to say, and is handed on as it came.
  return { ok: true, result } as CallGatewayResult<M>;
}

/** The output form of {@link callGateway}. */
export function callGatewayOutput<M extends string>(
  args: InputsOf<CallGatewayArgs<M>>,
): pulumi.Output<CallGatewayResult<M>> {
  return asOutput(callGateway<M>)(args);
}
