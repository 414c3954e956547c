import type { JsonRpcRequest } from "../api";
import type { ChainCalls, ChainMethod } from "./chain-calls";

/** A call with the parameters that the method takes; methods beyond the common ones take and answer anything. */
export function jsonRpcRequest<M extends ChainMethod>(
  method: M,
  params: ChainCalls[M]["params"],
  id?: number,
): JsonRpcRequest;
export function jsonRpcRequest(method: string, params: readonly unknown[], id?: number): JsonRpcRequest;
export function jsonRpcRequest(method: string, params: readonly unknown[], id = 1): JsonRpcRequest {
  return { jsonrpc: "2.0", method, params: [...params], id };
}
