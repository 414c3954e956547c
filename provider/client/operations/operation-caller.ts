import { z } from "zod";
import { operations, type Operation } from "../../api/operations";
import type { WriteQuery } from "../../api/rulesets";
import type { OperationName, ResultOf } from "../../api/wire";
import { noteRead, type Basis } from "../queue/basis";
import { isCancelled } from "../cancellation";
import type { ClientEnvironment } from "../environment";
import { ConfigurationError } from "../errors";
import { sendWithRetries, type RequestQueue, type SendResult } from "../queue/request-queue";
import { openAnswer } from "../answers/open-answer";
import { errorOfFailure, redactCredential } from "../answers/call-errors";
import { pathOf, queryText, type PathParameters, type Query } from "./request-path";
import {
  missingCredentialHint,
  secretsOf,
  type ConnectionSettings,
  type Credential,
} from "../connection/resolve-connection";
import { isRead, type WireRequest } from "../queue/transport";

export interface OperationInput {
  /** Start of the path: `user`, `zones/<id>` or `accounts/<id>`. */
  readonly scope?: string | undefined;
  readonly parameters?: PathParameters | undefined;
  readonly query?: Query;
  readonly body?: unknown;
  /** Writes with the same key run one after another. */
  readonly mutexKey?: string;
  /** What a write relies on. */
  readonly basis?: Basis | undefined;
}

export type OperationCaller = ReturnType<typeof createOperationCaller>;

/** Calls operations of the operations table by name. Throws only EdgeErrors. */
export function createOperationCaller(
  settings: ConnectionSettings,
  queue: RequestQueue,
  environment: ClientEnvironment,
) {
  const send = async (name: OperationName, input: OperationInput, dryRun: boolean) => {
    const operation: Operation = operations[name];
    const path = pathOf(name, input.scope, input.parameters ?? {});
    const request = { ...requestOf(settings, operation, path, input), ...(dryRun && DRY_RUN) };
    const {
      outcome,
      attempts,
      lost,
      sentAt = 0,
    } = await dispatch(settings, queue, environment, request, input);
    const facts = {
      method: request.method,
      path: request.path,
      origin: new URL(request.url).origin,
      atApi: settings.baseUrl?.endsWith("/client/v4") ?? false,
      credential: settings.credential,
      attempts,
      lost,
      reads: isRead(request),
      now: environment.now(),
    };
    if ("failure" in outcome) throw errorOfFailure(facts, outcome);
    const { result, info } = openAnswer(facts, outcome, dryRun ? ANY_RESULT : operation);
    if (!dryRun) noteRead(result, sentAt);
    return { result, info };
  };
  /** Returns the result with the page information of the envelope. */
  const page = async <N extends OperationName>(name: N, input: OperationInput) => {
    const { result, info } = await send(name, input, false);
    // The result was parsed by the schema that the table has for this name.
    return { items: result as ResultOf<N>, info };
  };
  const call = async <N extends OperationName>(name: N, input: OperationInput = {}) =>
    (await page(name, input)).items;
  /**
   * Asks the API what it would answer to a write. Nothing else marks a write as a dry run, so that none is sent without the parameter.
   * Any `value` but `true` is invalid, and shows whether the API knows the parameter. Returns the result: null for a dry run.
   */
  const dryRun = async (
    name: DryRunOperation,
    { scope, parameters, body }: Pick<OperationInput, "scope" | "parameters" | "body">,
    value = "true",
  ): Promise<unknown> =>
    (await send(name, { scope, parameters, body, query: { dry_run: value } }, true)).result;
  return { page, call, dryRun };
}

const ANY_RESULT = { result: z.unknown() };

/** A dry run writes nothing, so it may be repeated. */
const DRY_RUN = { repeatable: true, dryRun: true } as const;

/** The operations whose query has `dry_run`. */
type DryRunOperation = {
  [N in OperationName]: (typeof operations)[N] extends { query: typeof WriteQuery } ? N : never;
}[OperationName];

/** Coalesces reads and serializes writes with the same mutex key. A write ends the coalescing of earlier reads. */
async function dispatch(
  { credential }: ConnectionSettings,
  queue: RequestQueue,
  environment: ClientEnvironment,
  request: WireRequest,
  { query = {}, body, mutexKey, basis }: OperationInput,
): Promise<SendResult> {
  const work = (): Promise<SendResult> =>
    sendWithRetries(queue, environment, request, { query, body, secrets: secretsOf(credential) }, basis);
  if (request.method === "GET") {
    const shared = await queue.reads.get(request.url, work);
    const isStopped = "failure" in shared.outcome && shared.outcome.failure === "cancelled";
    // Another operation has begun the read and was cancelled; this one has written, and goes on.
    return isStopped && !isCancelled() ? work() : shared;
  }
  if (isRead(request)) return work();
  queue.reads.forget();
  try {
    return await (mutexKey === undefined ? work() : queue.mutex.run(mutexKey, work));
  } finally {
    queue.reads.forget();
  }
}

function requestOf(
  settings: ConnectionSettings,
  { method, repeatable }: Operation,
  path: string,
  input: OperationInput,
): WireRequest {
  const credential = credentialOf(settings);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  return {
    method,
    body,
    repeatable,
    path: redactCredential(path, credential),
    url: `${baseUrlOf(settings)}${path}${queryText(input.query ?? {})}`,
    headers: headersOf(credential, body !== undefined),
  };
}

function credentialOf(settings: ConnectionSettings): Credential {
  const { credential, name } = settings;
  if (credential) return credential;
  const where = name === undefined ? "" : ` for connection '${name}'`;
  throw new ConfigurationError(`there is no credential${where}`, {
    hint: missingCredentialHint(settings),
  });
}

function baseUrlOf({ baseUrl }: ConnectionSettings): string {
  if (baseUrl !== undefined) return baseUrl;
  throw new ConfigurationError("edge:baseUrl (EDGE_BASE_URL) is not set", {
    hint: "Set it to the API's base URL, which ends with /client/v4. Only the gateway can be called without it.",
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
