import { z } from "zod";
import type * as Wire from "./wire";

export const JsonRpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.string(),
  params: z.array(z.unknown()).optional(),
  id: z.union([z.int(), z.string(), z.null()]).optional(),
});

export const JsonRpcError = z.looseObject({
  code: z.int(),
  message: z.string(),
  data: z.unknown().optional(),
});

export const JsonRpcResponse = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.int(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: JsonRpcError.optional(),
});
export type JsonRpcResponse = Wire.JsonRpcResponse;

/** Error codes that JSON-RPC 2.0 defines. */
export const JsonRpcCode = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
} as const;
