/** A JSON-RPC 2.0 call with positional parameters. A call without `id` is a notification and gets no response. */
export type JsonRpcRequest = {
  jsonrpc: "2.0";
  method: string;
  params?: unknown[] | undefined;
  id?: number | string | null | undefined;
};

/** The error of a failed JSON-RPC call. */
export interface JsonRpcError {
  [member: string]: unknown;
  code: number;
  message: string;
  data?: unknown;
}

/** The response to a JSON-RPC call, with either `result` or `error`. */
export interface JsonRpcResponse {
  [member: string]: unknown;
  jsonrpc: "2.0";
  id: number | string | null;
  result?: unknown;
  error?: JsonRpcError | undefined;
}
