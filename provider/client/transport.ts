import type * as Axios from "axios";
import http from "node:http";
import https from "node:https";
import type { Method } from "../api/operations";
import { isLoopback } from "./base-url";

/** For one try: from looking up the host to the last byte of the answer. */
export const TRY_TIMEOUT_MS = 30_000;

/**
 * How long a connection may have been idle for a request that must not be sent twice. If the server closes a connection
 * while a request travels, nothing tells whether the request was carried out. No server closes after so short a time.
 */
export const FRESH_MS = 1_000;

/** These end before a byte of the request is sent, so that even a create may be sent again. */
const UNREACHABLE = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);
const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO$)/;

export interface WireRequest {
  readonly method: Method;
  readonly url: string;
  /** The path below the base URL, for messages and logs. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Doing it twice leaves the same as doing it once. */
  readonly repeatable: boolean;
}

/** Changes nothing: of the calls by POST, those that may be repeated are questions. */
export function isRead({ method, repeatable }: Pick<WireRequest, "method" | "repeatable">): boolean {
  return method === "GET" || (method === "POST" && repeatable);
}

/** An answer, whatever its status. Names of headers are in lower case. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** No answer. `unreachable` and `tls`: surely not carried out; the others leave it open. */
export interface WireFailure {
  readonly failure: "unreachable" | "tls" | "broken" | "timeout";
  /** As Node names it: ECONNREFUSED. */
  readonly code: string;
}

/** One try; never throws. */
export type Transport = (request: WireRequest) => Promise<WireAnswer | WireFailure>;

/** `now` counts milliseconds from any start, and never backwards. */
export function createTransport(
  timeoutMs: number = TRY_TIMEOUT_MS,
  now: () => number = () => performance.now(),
): Transport {
  const httpAgent = new http.Agent({ keepAlive: true });
  const httpsAgent = new https.Agent({ keepAlive: true });
  const pools = [poolOf(httpAgent, now), poolOf(httpsAgent, now)];
  let axios: Axios.AxiosInstance | undefined;
  return async (request) => {
    axios ??= instanceWith(httpAgent, httpsAgent);
    // Afterwards the agent finds a fresh connection, or opens a new one, which joins the pool.
    if (!request.repeatable) for (const pool of pools) pool.closeStale();
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await axios.request<string>({
        method: request.method,
        url: request.url,
        headers: { ...request.headers },
        data: request.body,
        signal,
        // A proxy would be handed the token of this machine's own platform.
        ...(isLoopback(new URL(request.url).hostname) ? { proxy: false as const } : {}),
      });
      return { status: answer.status, headers: plainHeaders(answer.headers), text: answer.data };
    } catch (cause) {
      // The library's error holds headers and body: only its code goes on.
      const code = codeOf(cause);
      return { failure: signal.aborted ? "timeout" : kindOf(code), code };
    }
  };
}

interface Pool {
  /** Closes the connections that have been idle for too long to carry a request that must not be sent twice. */
  closeStale(): void;
}

function poolOf(agent: http.Agent, now: () => number): Pool {
  const idleSince = new WeakMap<object, number>();
  // The types say that it returns nothing. Node documents that the result decides whether the connection is kept.
  const keepSocketAlive: (socket: Parameters<typeof agent.keepSocketAlive>[0]) => unknown =
    agent.keepSocketAlive.bind(agent);
  // Node calls this method when an answer is complete and before the connection joins the pool.
  agent.keepSocketAlive = (socket) => {
    idleSince.set(socket, now());
    return keepSocketAlive(socket);
  };
  return {
    closeStale() {
      const idle = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
      for (const socket of idle)
        if (now() - (idleSince.get(socket) ?? -Infinity) >= FRESH_MS) socket.destroy();
    },
  };
}

function instanceWith(httpAgent: http.Agent, httpsAgent: https.Agent): Axios.AxiosInstance {
  // Loaded for the first request: a run that changes nothing sends none.
  const axios = require("axios") as typeof Axios;
  const asIs = (data: string): string => data;
  return axios.default.create({
    httpAgent,
    httpsAgent,
    responseType: "text",
    transformRequest: [asIs],
    transformResponse: [asIs],
    validateStatus: () => true,
    // A redirect would carry the credential's headers to wherever it points.
    maxRedirects: 0,
  });
}

function plainHeaders(headers: object): Record<string, string> {
  // The library types its own class of headers with `any`; what is no text is left out.
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
