import type { ResultInfo } from "../api/envelope";
import { operations, type Operation, type OperationName, type ResultOf } from "../api/operations";
import type { ClientEnvironment } from "./environment";
import { ConfigurationError } from "./errors";
import { send, type Lane, type Sent } from "./lane";
import { openAnswer } from "./open-answer";
import { errorOfFailure, type FailedCall } from "./refusals";
import { pathOf, queryText, type PathParameters, type Query } from "./request-path";
import type { ConnectionSettings, Credential } from "./settings";
import type { WireRequest } from "./transport";

export interface CallInput {
  /** `user`, `zones/<id>` or `accounts/<id>`. */
  readonly scope?: string;
  readonly parameters?: PathParameters;
  readonly query?: Query;
  readonly body?: unknown;
  /** Writes with the same key go one after another. */
  readonly turn?: string;
}

export interface Answer<N extends OperationName> {
  readonly result: ResultOf<N>;
  readonly info: ResultInfo | undefined;
}

/** Calls an operation of the table by its name; throws EdgeErrors alone. */
export type Call = <N extends OperationName>(name: N, input?: CallInput) => Promise<Answer<N>>;

export function createCaller(settings: ConnectionSettings, lane: Lane, environment: ClientEnvironment): Call {
  return async <N extends OperationName>(name: N, input: CallInput = {}) => {
    const operation: Operation = operations[name];
    const path = pathOf(name, input.scope, input.parameters ?? {});
    const request = requestOf(settings, operation, path, input);
    const sent = await dispatch(lane, input, operation, request, () =>
      send(lane, environment, request, { query: input.query ?? {}, body: input.body }),
    );
    const call: FailedCall = {
      method: operation.method,
      path,
      origin: new URL(request.url).origin,
      atApi: settings.baseUrl?.endsWith("/client/v4") ?? false,
      credential: settings.credential,
      tries: sent.tries,
      now: environment.now(),
    };
    if ("failure" in sent.outcome) throw errorOfFailure(call, sent.outcome);
    const empty = operation.empty ?? input.query?.["dry_run"] === "true";
    // The table holds name and schema together, so what the schema let through is the type of that name.
    return openAnswer(call, sent.outcome, { result: operation.result, empty }) as Answer<N>;
  };
}

/** Reads are shared; writes take turns, and end the sharing before and after. */
async function dispatch(
  lane: Lane,
  input: CallInput,
  operation: Operation,
  request: WireRequest,
  work: () => Promise<Sent>,
): Promise<Sent> {
  if (operation.method === "GET") return lane.reads.get(request.url, work);
  lane.reads.forget();
  try {
    return await (input.turn === undefined ? work() : lane.turns.run(input.turn, work));
  } finally {
    lane.reads.forget();
  }
}

function requestOf(
  settings: ConnectionSettings,
  operation: Operation,
  path: string,
  input: CallInput,
): WireRequest {
  const { method, repeatable } = operation;
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  return {
    ...{ method, path, body, repeatable },
    url: `${baseUrlOf(settings)}${path}${queryText(input.query ?? {})}`,
    headers: headersOf(credentialOf(settings), body !== undefined),
  };
}

function baseUrlOf({ baseUrl }: ConnectionSettings): string {
  if (baseUrl !== undefined) return baseUrl;
  throw new ConfigurationError("edge:baseUrl (EDGE_BASE_URL) is not set", {
    hint: "Only the gateway can be called without it. It ends with /client/v4.",
  });
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
