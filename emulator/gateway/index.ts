import { Hono } from "hono";
import { JsonRpcCode, type JsonRpcResponse } from "../../provider/api";
import type { AppEnv } from "../app-env";
import { readJson } from "../read-json";
import { Failure } from "../failures";
import type { Platform } from "../platform";
import { Chain } from "./chain";
import { answerCalls, isUnsupported, rpcError } from "./json-rpc";
import { isRetired, NETWORKS } from "./networks";

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
