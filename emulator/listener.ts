import { createServer, STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { App } from "./app";
import { failureResponse } from "./envelope";
import { failures } from "./failures";

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
export function listen(app: App, host: string, port: number): Promise<Server> {
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

/** Resolves after the last connection is closed. */
export function stopListening(server: Server): Promise<void> {
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
