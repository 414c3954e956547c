import http from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, type EdgeClient } from "../../../provider/client";
import type { ClientEnvironment, ConnectionSettings } from "../../../provider/client";

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  /** Parsed JSON; undefined when there was no body. */
  readonly body: unknown;
}

export type ScriptedAnswer =
  | { readonly status?: number; readonly json: unknown; readonly headers?: Record<string, string> }
  | { readonly status?: number; readonly text: string; readonly headers?: Record<string, string> }
  | { readonly drop: "before" | "half" };

export type Script = (request: SeenRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface ScriptedServer {
  readonly origin: string;
  readonly seen: SeenRequest[];
  /** Connections opened so far. */
  connections(): number;
  close(): Promise<void>;
}

export const TOKEN = "canary-Token_0123456789abcdefghijABCDEFGHIJ";

/** Starts a server on 127.0.0.1. A list as script answers one request after another. */
export async function startServer(script: Script | readonly ScriptedAnswer[]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  let connections = 0;
  const answer: Script =
    typeof script === "function"
      ? script
      : () => script[seen.length - 1] ?? { status: 500, text: "the script has no more answers" };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
      seen.push(one);
      void Promise.resolve(answer(one)).then((scripted) => respond(response, scripted));
    });
  });
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // A server that listens on TCP has an address with a port.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A success in the API's envelope. */
export const ok = (result: unknown, more: object = {}): ScriptedAnswer => ({
  json: { result, success: true, errors: [], messages: [], ...more },
});

export const refused = (status: number, ...errors: object[]): ScriptedAnswer => ({
  status,
  json: { result: null, success: false, errors, messages: [] },
});

export function settingsFor(origin: string, more: Partial<ConnectionSettings> = {}): ConnectionSettings {
  return {
    baseUrl: `${origin}/client/v4`,
    gatewayUrl: `${origin}/gateway`,
    vendor: "cloudflare",
    accountId: undefined,
    credential: { kind: "token", token: TOKEN, source: "EDGE_API_TOKEN" },
    name: undefined,
    ...more,
  };
}

export interface TestEnvironment extends ClientEnvironment {
  readonly slept: number[];
  readonly lines: string[];
}

/** An environment whose clock advances by each sleep, without waiting. */
export function testEnvironment(logLevel: ClientEnvironment["logLevel"] = "off"): TestEnvironment {
  let now = Date.parse("2030-01-01T00:00:00Z");
  const slept: number[] = [];
  const lines: string[] = [];
  return {
    slept,
    lines,
    logLevel,
    now: () => now,
    sleep: (ms) => {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
    random: () => 0.5,
    log: (line) => void lines.push(line.text),
  };
}

/** Runs a scene with a server and a client, and closes the server. */
export async function withServer<T>(
  script: Script | readonly ScriptedAnswer[],
  scene: (given: { server: ScriptedServer; client: EdgeClient; environment: TestEnvironment }) => Promise<T>,
  more: { settings?: Partial<ConnectionSettings>; logLevel?: ClientEnvironment["logLevel"] } = {},
): Promise<T> {
  const server = await startServer(script);
  const environment = testEnvironment(more.logLevel);
  try {
    const client = createClient(settingsFor(server.origin, more.settings), environment);
    return await scene({ server, client, environment });
  } finally {
    await server.close();
  }
}

/** Returns the error of a rejected promise. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}

function respond(response: http.ServerResponse, scripted: ScriptedAnswer): void {
  if ("drop" in scripted) {
    if (scripted.drop === "half") {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write('{"result": {"id": "');
      // After the first half was sent, so that the client sees an incomplete response, not a refused connection.
      setImmediate(() => response.destroy());
    } else response.destroy();
    return;
  }
  const { status = 200, headers = {} } = scripted;
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end("json" in scripted ? JSON.stringify(scripted.json) : scripted.text);
}
