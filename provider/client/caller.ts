import type { ResultInfo } from "../api/envelope";
import { operations, type Operation, type OperationName, type ResultOf } from "../api/operations";
import type { ClientEnvironment } from "./environment";
import { ConfigurationError } from "./errors";
import { send, type Lane, type Sent } from "./lane";
import { openAnswer } from "./open-answer";
import { errorOfFailure, withoutSecret } from "./refusals";
import { pathOf, queryText, type PathParameters, type Query } from "./request-path";
import { secretsOf, type ConnectionSettings, type Credential } from "./settings";
import { isRead, type WireRequest } from "./transport";

export interface CallInput {
  /** `user`, `zones/<id>` or `accounts/<id>`. */
  readonly scope?: string;
  readonly parameters?: PathParameters;
  readonly query?: Query;
  readonly body?: unknown;
  /** Writes with the same key go one after another. */
  readonly turn?: string;
}

/** Calls an operation of the table by its name; throws EdgeErrors alone. */
export interface Caller {
  readonly call: <N extends OperationName>(name: N, input?: CallInput) => Promise<ResultOf<N>>;
  /** With what the envelope says of pages. */
  readonly page: <N extends OperationName>(
    name: N,
    input: CallInput,
  ) => Promise<{ items: ResultOf<N>; info: ResultInfo | undefined }>;
}

export function createCaller(
  settings: ConnectionSettings,
  lane: Lane,
  environment: ClientEnvironment,
): Caller {
  const page: Caller["page"] = async <N extends OperationName>(name: N, input: CallInput) => {
    const operation: Operation = operations[name];
    const request = requestOf(settings, operation, pathOf(name, input.scope, input.parameters ?? {}), input);
    const { outcome, tries, lost } = await dispatch(settings, lane, environment, request, input);
    const call = {
      method: request.method,
      path: request.path,
      origin: new URL(request.url).origin,
      atApi: settings.baseUrl?.endsWith("/client/v4") ?? false,
      credential: settings.credential,
      ...{ tries, lost, reads: isRead(request) },
      now: environment.now(),
    };
    if ("failure" in outcome) throw errorOfFailure(call, outcome);
    const empty = operation.empty ?? input.query?.["dry_run"] === "true";
    const { result, info } = openAnswer(call, outcome, { result: operation.result, empty });
    // The table holds name and schema together: what this schema let through is of this name's type.
    return { items: result as ResultOf<N>, info };
  };
  return { page, call: async (name, input = {}) => (await page(name, input)).items };
}

/** Reads are shared; writes take turns, and end the sharing before and after. */
async function dispatch(
  { credential }: ConnectionSettings,
  lane: Lane,
  environment: ClientEnvironment,
  request: WireRequest,
  { query = {}, body, turn }: CallInput,
): Promise<Sent> {
  const work = (): Promise<Sent> =>
    send(lane, environment, request, { query, body, secrets: secretsOf(credential) });
  if (request.method === "GET") return lane.reads.get(request.url, work);
  if (isRead(request)) return work();
  lane.reads.forget();
  try {
    return await (turn === undefined ? work() : lane.turns.run(turn, work));
  } finally {
    lane.reads.forget();
  }
}

function requestOf(
  settings: ConnectionSettings,
  { method, repeatable }: Operation,
  path: string,
  input: CallInput,
): WireRequest {
  const credential = credentialOf(settings);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  return {
    ...{ method, body, repeatable },
    path: withoutSecret(path, credential),
    url: `${baseUrlOf(settings)}${path}${queryText(input.query ?? {})}`,
    headers: headersOf(credential, body !== undefined),
  };
}

function credentialOf({ credential, name }: ConnectionSettings): Credential {
  if (credential) return credential;
  const where = name === undefined ? "" : ` for connection '${name}'`;
  throw new ConfigurationError(`there is no credential${where}`, {
    hint:
      "Set EDGE_API_TOKEN, or `pulumi config set --secret edge:apiToken`; " +
      "or the pair EDGE_EMAIL and EDGE_API_KEY (edge:email, edge:apiKey).",
  });
}

function baseUrlOf({ baseUrl }: ConnectionSettings): string {
  if (baseUrl !== undefined) return baseUrl;
  throw new ConfigurationError("edge:baseUrl (EDGE_BASE_URL) is not set", {
    hint: "Only the gateway can be called without it. It ends with /client/v4.",
  });
}

function headersOf(credential: Credential, hasBody: boolean): Record<string, string> {
  return {
    Accept: "application/json",
    "User-Agent": "pulumi-edge-platform",
    ...(hasBody ? { "Content-Type": "application/json" } : {}),
    ...(credential.kind === "token"
      ? { Authorization: `Bearer ${credential.token}` }
      : { "X-Auth-Email": credential.email, "X-Auth-Key": credential.apiKey }),
  };
}
