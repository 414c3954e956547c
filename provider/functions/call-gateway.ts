import { checkNetwork, jsonRpcRequest } from "../gateway";
import { asOutput, programClient, type LookupOptions } from "./connection";
import { LookupError } from "./lookup-error";

export interface CallGatewayArgs extends LookupOptions {
  /** `mainnet` or `sepolia`. */
  network: string;
  /** Such as `eth_blockNumber`. It runs in previews too, so it should read. */
  method: string;
  /** Positional. Default: none. */
  params?: readonly unknown[];
  /** What to do with a network that has ended: `fail` (default), or `migrate` to the one that took its place. */
  onRetired?: "fail" | "migrate";
}

/** What the gateway answered: a result, or the error of JSON-RPC 2.0 as it came. */
export type CallGatewayResult =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: { readonly code: number; readonly message: string; readonly data: unknown } };

/** One JSON-RPC 2.0 call to the chain gateway. */
export async function callGateway(args: CallGatewayArgs): Promise<CallGatewayResult> {
  const { network, problems } = checkNetwork(args.network, { now: new Date(), onRetired: args.onRetired ?? "fail" });
  const [problem] = problems;
  if (problem || network === undefined) throw new LookupError(`callGateway: network ${problem?.message ?? "is not known yet"}`);
  const { result, error } = await programClient(args).gateway.call(network, jsonRpcRequest(args.method, args.params ?? []));
  if (error) return { ok: false, error: { code: error.code, message: error.message, data: error.data } };
  return { ok: true, result };
}
/** The output form of {@link callGateway}. */
export const callGatewayOutput = asOutput(callGateway);
