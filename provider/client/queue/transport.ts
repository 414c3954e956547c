import type { Method } from "../../api/wire";
import axios, { type AxiosInstance } from "axios";
import http from "node:http";
import https from "node:https";
import { isLoopback } from "../connection/setting-values";

/** Time limit of one attempt, from the DNS lookup to the last byte of the response. */
export const ATTEMPT_TIMEOUT_MS = 30_000;

/**
 * Maximum idle time of a connection that carries a request that must not be sent twice. If the server closes the connection
 * while the request is in transit, the client cannot know whether the server carried the request out. No server closes a
 * connection after so short a time.
 */
export const FRESH_MS = 1_000;

/** These errors occur before a byte of the request is sent, so even a create may be retried. */
const UNREACHABLE = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);
const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$)/;

export interface WireRequest {
  readonly method: Method;
  readonly url: string;
  /** Path below the base URL, for messages and logs. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Sending the request twice has the same effect as sending it once. */
  readonly repeatable: boolean;
  /** Whether it asks what a write would be answered, and writes nothing. */
  readonly dryRun?: boolean;
}

/** Whether a request changes nothing. A repeatable POST is a query, such as validating an expression. */
export function isRead({
  method,
  repeatable,
  dryRun = false,
}: Pick<WireRequest, "method" | "repeatable" | "dryRun">): boolean {
  return dryRun || method === "GET" || (method === "POST" && repeatable);
}

/** A response with any status. Header names are in lower case. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** No response. With `unreachable` and `tls` the request was not carried out; with the others it may have been. */
export interface WireFailure {
  readonly failure: "unreachable" | "tls" | "broken" | "timeout";
  /** Node's error code, such as ECONNREFUSED. */
  readonly code: string;
}

/** Makes one attempt. Never throws. */
export type Transport = (request: WireRequest) => Promise<WireAnswer | WireFailure>;

/** `now` is a monotonic clock in milliseconds. */
export function createTransport(
  timeoutMs: number = ATTEMPT_TIMEOUT_MS,
  now: () => number = () => performance.now(),
): Transport {
  const httpAgent = new http.Agent({ keepAlive: true });
  const httpsAgent = new https.Agent({ keepAlive: true });
  const closers = [closerOf(httpAgent, now), closerOf(httpsAgent, now)];
  let axios: AxiosInstance | undefined;
  return async (request) => {
    axios ??= instanceWith(httpAgent, httpsAgent);
    // The agent then uses a fresh connection, or opens a new one.
    if (!request.repeatable) for (const closeStale of closers) closeStale();
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await axios.request<string>({
        method: request.method,
        url: request.url,
        headers: { ...request.headers },
        data: request.body,
        signal,
        // A proxy would receive the token of the local platform.
        ...(isLoopback(new URL(request.url).hostname) ? { proxy: false as const } : {}),
      });
      return { status: answer.status, headers: plainHeaders(answer.headers), text: answer.data };
    } catch (cause) {
      // The axios error holds headers and body, so only its code is kept.
      const code = codeOf(cause);
      return { failure: signal.aborted ? "timeout" : kindOf(code), code };
    }
  };
}

/** Returns a function that closes connections which have been idle for FRESH_MS or longer. */
function closerOf(agent: http.Agent, now: () => number): () => void {
  const idleSince = new WeakMap<object, number>();
  // The types declare no result, but Node documents that the result decides whether the connection is kept.
  const keepSocketAlive: (socket: Parameters<typeof agent.keepSocketAlive>[0]) => unknown =
    agent.keepSocketAlive.bind(agent);
  // Node calls this method after a response completes, before the connection joins the pool.
  agent.keepSocketAlive = (socket) => {
    idleSince.set(socket, now());
    return keepSocketAlive(socket);
  };
  return () => {
    const idle = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
    for (const socket of idle) if (now() - (idleSince.get(socket) ?? -Infinity) >= FRESH_MS) socket.destroy();
  };
}

function instanceWith(httpAgent: http.Agent, httpsAgent: https.Agent): AxiosInstance {
  const identity = (data: string): string => data;
  return axios.create({
    httpAgent,
    httpsAgent,
    responseType: "text",
    transformRequest: [identity],
    transformResponse: [identity],
    validateStatus: () => true,
    // Following a redirect would send the credential to another address.
    maxRedirects: 0,
  });
}

function plainHeaders(headers: object): Record<string, string> {
  // Axios types its header values as `any`. Values that are not strings are ignored.
  const entries = Object.entries(headers as Record<string, unknown>);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name.toLowerCase(), value]] : [])),
  );
}

function codeOf(cause: unknown): string {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : "unknown";
}

function kindOf(code: string): WireFailure["failure"] {
  if (UNREACHABLE.has(code)) return "unreachable";
  if (TLS.test(code)) return "tls";
  return code === "ETIMEDOUT" ? "timeout" : "broken";
}
