import { JsonRpcCode, JsonRpcRequest, type JsonRpcResponse } from "../../provider/api";
import type { Chain } from "./chain";
import { METHODS, UNSUPPORTED } from "./methods";

type Id = string | number | null;

/** Answers a request or a batch. Returns undefined if there are only notifications. */
export function answerCalls(chain: Chain, body: unknown): JsonRpcResponse | JsonRpcResponse[] | undefined {
  if (!Array.isArray(body)) return answerCall(chain, body);
  if (body.length === 0) return rpcError(null, JsonRpcCode.invalidRequest, "Invalid Request: an empty batch");
  const answers = body.flatMap((call: unknown) => answerCall(chain, call) ?? []);
  return answers.length > 0 ? answers : undefined;
}

/** Returns whether a request calls a method that the gateway documents as unsupported, which it answers with 403. */
export function isUnsupported(body: unknown): boolean {
  const request = JsonRpcRequest.safeParse(body);
  return request.success && UNSUPPORTED.has(request.data.method);
}

export function rpcError(id: Id, code: number, message: string): JsonRpcResponse {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

function answerCall(chain: Chain, body: unknown): JsonRpcResponse | undefined {
  const request = JsonRpcRequest.safeParse(body);
  if (!request.success) {
    const [issue] = request.error.issues;
    if (issue?.path[0] === "params")
      return rpcError(idOf(body), JsonRpcCode.invalidParams, "Invalid params: must be an array");
    return rpcError(idOf(body), JsonRpcCode.invalidRequest, "Invalid Request");
  }
  const { id, method, params = [] } = request.data;
  const answer = call(chain, id ?? null, method, params);
  return id === undefined ? undefined : answer;
}

function call(chain: Chain, id: Id, name: string, params: readonly unknown[]): JsonRpcResponse {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (!method) {
    const why = UNSUPPORTED.has(name) ? "is not supported by this gateway" : "does not exist";
    return rpcError(id, JsonRpcCode.methodNotFound, `The method ${name} ${why}`);
  }
  const parsed = method.parameters.safeParse(params);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = typeof issue?.path[0] === "number" ? `parameter ${issue.path[0] + 1} ` : "";
    return rpcError(id, JsonRpcCode.invalidParams, `Invalid params: ${at}${issue?.message ?? ""}`);
  }
  return { jsonrpc: "2.0", id, result: method.run(chain, parsed.data) };
}

function idOf(body: unknown): Id {
  if (typeof body !== "object" || body === null || !("id" in body)) return null;
  return typeof body.id === "string" || Number.isInteger(body.id) ? (body.id as Id) : null;
}
