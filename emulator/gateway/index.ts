import { Hono } from "hono";
import { JsonRpcCode, JsonRpcRequest, type JsonRpcResponse } from "../../provider/api";
import { Failure } from "../failures";
import type { AppEnv, Platform } from "../platform";
import { readJson } from "../read-json";
import { Chain, isRetired, NETWORKS } from "./chain";
import { METHODS, UNSUPPORTED } from "./methods";

/** The JSON-RPC code for errors that a server defines itself. */
const SERVER_ERROR = -32000;

type Status = 200 | 400 | 403 | 404 | 405 | 410 | 413 | 415 | 500;

/** Creates the chain gateway, which serves `POST /v1/{network}`. Every body is JSON-RPC, for errors too. */
export function gatewayApp({ clock, log }: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });
  const chains = new Map(NETWORKS.map((network) => [network.name, new Chain(network)]));

  app.post("/v1/:network", async (context) => {
    const name = context.req.param("network");
    const chain = chains.get(name);
    if (!chain)
      return errorAnswer(
        404,
        `There is no network ${name}. Networks: ${NETWORKS.map((one) => one.name).join(", ")}`,
      );
    const { retirement } = chain.network;
    if (retirement && isRetired(chain.network, clock.now())) {
      return errorAnswer(
        410,
        `The network ${name} was retired on ${retirement.on}. Use ${retirement.replacement} instead`,
      );
    }
    const body = await readJson(context.req.raw, "plain");
    const answer = answerCalls(chain, body);
    if (!answer) return new Response(null, { status: 204 });
    return json(isUnsupported(body) ? 403 : 200, answer);
  });
  app.all("/v1/:network", ({ req }) => errorAnswer(405, `Method ${req.method} is not available: use POST`));
  app.notFound(({ req }) =>
    errorAnswer(404, `There is no ${req.path}: the gateway serves POST /v1/{network}`),
  );
  app.onError((error) => {
    if (error instanceof Failure) {
      const status = error.status === 413 || error.status === 415 ? error.status : 400;
      return json(status, rpcError(null, JsonRpcCode.parse, `Parse error: ${error.message}`));
    }
    log(`internal error: ${error.stack ?? error.message}`);
    return json(500, rpcError(null, -32603, "Internal error"));
  });
  return app;
}

function errorAnswer(status: Status, message: string): Response {
  return json(status, rpcError(null, SERVER_ERROR, message));
}

function json(status: Status, body: JsonRpcResponse | JsonRpcResponse[]): Response {
  return Response.json(body, { status });
}

type Id = string | number | null;

/** Answers a request or a batch. Returns undefined if there are only notifications. */
function answerCalls(chain: Chain, body: unknown): JsonRpcResponse | JsonRpcResponse[] | undefined {
  if (!Array.isArray(body)) return answerCall(chain, body);
  if (body.length === 0) return rpcError(null, JsonRpcCode.invalidRequest, "Invalid Request: an empty batch");
  const answers = body.flatMap((call: unknown) => answerCall(chain, call) ?? []);
  return answers.length > 0 ? answers : undefined;
}

/** Returns whether a request calls a method that the gateway documents as unsupported, which it answers with 403. */
function isUnsupported(body: unknown): boolean {
  const request = JsonRpcRequest.safeParse(body);
  return request.success && UNSUPPORTED.has(request.data.method);
}

function rpcError(id: Id, code: number, message: string): JsonRpcResponse {
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
