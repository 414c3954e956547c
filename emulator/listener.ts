import { createServer, STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { App } from "./app";
import { failureResponse } from "./envelope";
import { failures } from "./failures";

/** An expression of 4,096 characters of four bytes each, percent-encoded in a query, and what else stands in front of a body. */
const HEADER_LIMIT = 64 * 1024;
/** Longer than clients keep a connection that they do not use: whoever closes first breaks the other's next request. */
const KEEP_ALIVE = 75_000;
/** Connections that may wait to be accepted: a thousand at once are no fault. */
const BACKLOG = 4096;
/** How long a request may go on after the end was asked for. */
const GRACE = 2_000;

/** A segment `.` or `..`, however it is written: a URL resolves it, and the call would go where its path does not say. */
const CLIMBING = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

const NO_HTTP = { status: 400, message: "The request is no valid HTTP" };
/** By the code of Node's error. */
const REFUSALS: { readonly [code: string]: typeof NO_HTTP } = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The request's headers are too large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time" },
};

/** Serves the application on an address. Rejects when the port cannot be had. */
export function listen(app: App, host: string, port: number): Promise<Server> {
  const answer = getRequestListener((request, env) => {
    // The server below speaks HTTP/1, so these are its request and response.
    const { incoming, outgoing } = env as HttpBindings;
    const [path = ""] = (incoming.url ?? "").split("?");
    if (CLIMBING.test(path)) return failureResponse(failures.couldNotRoute(path, 404));
    return app.fetch(request, { remoteAddress: incoming.socket.remoteAddress ?? "", outgoing });
  });
  const server = createServer(
    { maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: KEEP_ALIVE },
    (incoming, outgoing) => void answer(incoming, outgoing),
  );
  server.on("clientError", refuse);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => resolve(server));
  });
}

/** Ends when the last connection is closed. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  });
}

/** What is no HTTP never reaches the application, and is answered all the same as it would. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = REFUSALS[error.code ?? ""] ?? NO_HTTP;
  const body = JSON.stringify({ result: null, success: false, errors: [{ message }], messages: [] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=UTF-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
