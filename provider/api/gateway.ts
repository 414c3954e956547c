import { z } from "zod";

/** Positional parameters only; a call without `id` is a notification and gets no answer. */
export const JsonRpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
  id: z.union([z.int(), z.string(), z.null()]).optional(),
});
export type JsonRpcRequest = z.infer<typeof JsonRpcRequest>;

export const JsonRpcError = z.looseObject({
  code: z.int(),
  message: z.string(),
  data: z.unknown().optional(),
});
export type JsonRpcError = z.infer<typeof JsonRpcError>;

export const JsonRpcResponse = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.int(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: JsonRpcError.optional(),
});
export type JsonRpcResponse = z.infer<typeof JsonRpcResponse>;

/** -32700 to -32602 as JSON-RPC 2.0 fixes them. */
export const JsonRpcCode = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
} as const;
