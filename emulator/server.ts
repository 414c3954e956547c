import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { readLanguage } from "../provider/filter";
import { type App, createApp, GATEWAY, type RenderPage } from "./app";
import { Clock } from "./clock";
import { failureResponse } from "./envelope";
import { failures } from "./failures";
import { FaultPlan } from "./fault-plan";
import { DEFAULT_ACCOUNT, randomIds, USER } from "./ids";
import { ensureBootstrapToken, keepCredentials, seedStore } from "./initial-data";
import { DEFAULT_HOST, urlHost } from "./loopback";
import type { Platform } from "./platform";
import { RateLimiter } from "./rate-limiter";
import { RequestLog } from "./request-log";
import { BASE } from "./serve-operations";
import type { Ready, RunningPlatform, ServerOptions } from "./server-options";
import { openStore, type Store } from "./store";
import { UnreadableDataError } from "./store/database";
import { openData } from "./store/open-data";

const DEFAULT_VENDOR = "cloudflare";

/**
 * Starts a platform. `page` renders what a browser gets at its address.
 *
 * @throws DataInUseError, UnreadableDataError, or the error of a port that is not available
 */
export async function startServer(options: ServerOptions, page?: RenderPage): Promise<RunningPlatform> {
  const language = languageOf(options);
  const data = await openData(options.data, options);
  try {
    const store = openStore(data);
    const clock = new Clock(Date.now);
    const config = data.transaction(() => prepareStore(store, clock, options));
    const platform: Platform = {
      store,
      clock,
      ids: randomIds,
      vendor: config.vendor,
      plan: options.plan ?? "enterprise",
      strictLimits: options.strictLimits ?? false,
      learnManagedRules: options.learnManagedRules ?? false,
      language,
      requests: new RequestLog(),
      faults: new FaultPlan(),
      rateLimiter: new RateLimiter(options.rateLimit, options.rateWindow),
      log: options.log,
    };
    const host = options.host ?? DEFAULT_HOST;
    const server = await listen(createApp(platform, page), host, options.port);
    const close = async () => {
      await stopListening(server);
      data.close();
    };
    return { ready: readyOf(server, host, config), close };
  } catch (error) {
    data.close();
    throw error;
  }
}

/** @throws LanguageError */
function languageOf({ fields, unknownNames }: ServerOptions): Platform["language"] {
  return readLanguage({
    fields: fields && { value: JSON.stringify(fields), label: "fields" },
    unknownNames: unknownNames && { value: unknownNames, label: "unknownNames" },
  });
}

interface StoredConfig {
  readonly apiKey: string;
  readonly token: string;
  readonly vendor: string;
}

function prepareStore(store: Store, clock: Clock, { token, vendor: requested }: ServerOptions): StoredConfig {
  const known = store.settings.get("vendor");
  if (known !== undefined && requested !== undefined && known !== requested) {
    throw new UnreadableDataError(
      `the data folder belongs to vendor ${known}, not ${requested}, and its tokens contain that name. Use another folder.`,
    );
  }
  const vendor = known ?? requested ?? DEFAULT_VENDOR;
  if (known === undefined) {
    store.settings.set("vendor", vendor);
    seedStore(store, clock);
  }
  const credentials = keepCredentials(store, randomIds, token);
  ensureBootstrapToken(store, clock, vendor, credentials.token);
  return { ...credentials, vendor };
}

function readyOf(server: Server, host: string, { apiKey, token, vendor }: StoredConfig): Ready {
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const origin = `http://${urlHost(host)}:${port}`;
  return {
    baseUrl: origin + BASE,
    gatewayUrl: origin + GATEWAY,
    accountId: DEFAULT_ACCOUNT.id,
    userId: USER.id,
    email: USER.email,
    apiKey,
    token,
    vendor,
  };
}

/** Fits a percent-encoded expression of 4,096 four-byte characters in the query, plus the other headers. */
const HEADER_LIMIT = 64 * 1024;
/** Milliseconds, longer than clients keep idle connections: a request on a connection that the server just closed would fail. */
const KEEP_ALIVE = 75_000;
/** Connections that can wait to be accepted. Load tests open a thousand at once. */
const BACKLOG = 4096;
/** Milliseconds that open requests have to finish after `stopListening`. */
const GRACE = 2_000;

/** A segment `.` or `..` in any encoding. URL parsing resolves it, so the request would reach another path. */
const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

const INVALID_HTTP = { status: 400, message: "The request is no valid HTTP" };
/** Answers to requests that Node rejects, by error code. */
const REFUSALS: { readonly [code: string]: typeof INVALID_HTTP } = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The request's headers are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time" },
};

/** Serves the application on an address. Rejects if the port is not available. */
function listen(app: App, host: string, port: number): Promise<Server> {
  const answer = getRequestListener((request, env) => {
    // The server below is an HTTP/1 server, so these are the bindings of HTTP/1.
    const { incoming, outgoing } = env as HttpBindings;
    const [path = ""] = (incoming.url ?? "").split("?");
    if (DOT_SEGMENT.test(path)) return failureResponse(failures.couldNotRoute(path, 404));
    return app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "", outgoing });
  });
  const server = createServer(
    { maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: KEEP_ALIVE },
    (incoming, outgoing) => void answer(incoming, outgoing),
  );
  server.on("clientError", answerInvalidHttp);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => resolve(server));
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  });
}

/** Answers input that is not valid HTTP, which never reaches the application, with an envelope. */
function answerInvalidHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = REFUSALS[error.code ?? ""] ?? INVALID_HTTP;
  const body = JSON.stringify({ result: null, success: false, errors: [{ message }], messages: [] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=UTF-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
