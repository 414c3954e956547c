import { startPlatform, type PlatformOptions, type Ready } from "../../cli/local-platform";

/** Ids that are the same on every new platform. */
export const EXAMPLE_COM = "8792051aba8a6d2f17833905d155bcad";
export const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON or the text. Undefined if the body is empty. */
  // Tests compare the body with literal JSON, so a type would not help.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Defaults to the bootstrap token. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestPlatform extends Ready {
  /** The lines of the platform's log. */
  readonly log: readonly string[];
  /** Sends a request to the API. The path is below `/client/v4`. */
  api(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Sends a request to the control plane. The path is below `/_platform`. */
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Posts to a network of the gateway. */
  rpc(network: string, body: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts a platform in this process on a free port, with temporary data that `close` deletes. */
export async function startTestPlatform(options: PlatformOptions = {}): Promise<TestPlatform> {
  const log: string[] = [];
  const platform = await startPlatform({ ...options, log: (line) => log.push(line) });
  const { baseUrl, gatewayUrl, token } = platform;
  return {
    ...platform,
    log,
    api: (method, at, { body, headers } = {}) => send(method, baseUrl + at, body, headers ?? bearer(token)),
    control: (method, at, body) => send(method, `${new URL(baseUrl).origin}/_platform${at}`, body, {}),
    rpc: (network, body) => send("POST", `${gatewayUrl}/v1/${network}`, body, {}),
  };
}

/** Runs one platform for all tests of a file. */
export function useTestPlatform(options?: PlatformOptions): TestPlatform {
  let platform: TestPlatform | undefined;
  beforeAll(async () => {
    platform = await startTestPlatform(options);
  });
  afterAll(() => platform?.close());
  return new Proxy({} as TestPlatform, {
    get: (_, property) => {
      if (!platform) throw new Error("the platform runs only while tests run");
      return Reflect.get(platform, property) as unknown;
    },
  });
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

let zones = 0;

/** Creates a zone with a new name, so that tests do not depend on their order. */
export async function newZone(platform: TestPlatform): Promise<string> {
  zones += 1;
  const body = { name: `zone-${zones}.example`, account: { id: platform.accountId } };
  const answer = await platform.api("POST", "/zones", { body });
  // The API answers a zone, which has an id.
  const { result } = answer.body as { result: { id: string } };
  return result.id;
}

/** The envelope of a successful answer. */
export const ok = (result: unknown) => ({ result, success: true, errors: [], messages: [] });

/** The envelope of an error. */
export const failed = (...errors: unknown[]) => ({ result: null, success: false, errors, messages: [] });

/**
 * Sends one request. Bodies other than strings are sent as JSON. No connection is reused: on a busy machine, the platform may close an idle
 * one at the moment when the next request is sent.
 */
export async function send(
  method: string,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      Connection: "close",
      ...headers,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : json ? (JSON.parse(text) as unknown) : text,
  };
}
