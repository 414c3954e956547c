import { secretReplacer } from "../../redaction";
import type { Notice } from "../../api/envelope";
import { ErrorCode } from "../../api/error-codes";
import type { Method } from "../../api/wire";
import {
  AuthenticationError,
  CancelledError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeLimitError,
  TimeoutError,
  UnexpectedAnswerError,
  isPublicCode,
  type EdgeError,
  type ErrorFacts,
  type Outcome,
} from "../errors";
import { FRESH_FOR_REMOVAL_MS } from "../queue/basis";
import type { Unsent } from "../queue/request-queue";
import { parseRetryAfter } from "../queue/retry-timing";
import { secretsOf, type Credential } from "../connection/resolve-connection";
import { ATTEMPT_TIMEOUT_MS, type WireAnswer, type WireFailure } from "../queue/transport";

export interface FailedCall {
  readonly method: Method;
  readonly path: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Whether the base URL ends with /client/v4. If not, an unknown route says nothing about an object. */
  readonly atApi: boolean;
  readonly credential: Credential | undefined;
  readonly attempts: number;
  /** Whether the response to an earlier attempt was lost. */
  readonly lost: boolean;
  /** Whether the call changes nothing. */
  readonly reads: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** With status 400 or 403 these codes mean that the credential is invalid. */
const AUTHENTICATION_CODES: ReadonlySet<number> = new Set([
  ErrorCode.invalidToken,
  ErrorCode.invalidHeaders,
  ErrorCode.invalidEmailFormat,
  ErrorCode.invalidKeyFormat,
  ErrorCode.invalidAuthorizationFormat,
  ErrorCode.unknownKeyOrEmail,
  ErrorCode.missingHeaders,
]);
/** Returned with both 400 and 404. Ids are checked before they are sent, so these codes mean that the object does not exist. */
const ROUTE_CODES: ReadonlySet<number> = new Set([ErrorCode.noRoute, ErrorCode.couldNotRoute]);

const GATEWAY_HINTS: Readonly<Record<number, string>> = {
  403: "The gateway does not support this method.",
  404: "The gateway does not know this network, or edge:gatewayUrl (EDGE_GATEWAY_URL) is not the gateway's address.",
};

const PLAN_HINTS: ReadonlyMap<number, string> = new Map([
  [ErrorCode.notEntitled, "The plan does not include this feature: remove it, or upgrade the plan."],
  [
    ErrorCode.tooManyRules,
    "The plan allows no more rules: join expressions with `or`, remove rules, or upgrade the plan.",
  ],
]);

type ErrorClass = new (what: string, facts: ErrorFacts) => EdgeError;
type OwnFacts = Omit<ErrorFacts, "method" | "path">;

/** The error for a refusal in the API's envelope. */
export function errorOfRefusal(call: FailedCall, answer: WireAnswer, errors: readonly Notice[]): EdgeError {
  const codes = errors.flatMap(codesOf);
  const Class = classOf(answer.status, codes.map(Number), call.atApi);
  const planHint = codes.map((code) => PLAN_HINTS.get(Number(code))).find((hint) => hint !== undefined);
  return refused(call, Class, {
    status: answer.status,
    outcome: outcomeOf(answer.status),
    code: codes[0],
    pointer: errors.find((notice) => notice.source?.pointer)?.source?.pointer,
    serverMessage: errors.map(textOf).join("; "),
    hint: planHint ?? hintOf(Class, call, answer),
  });
}

/** The error for a response without the API's envelope. `found` describes the body. Some statuses decide the class alone. */
export function errorWithoutEnvelope(call: FailedCall, answer: WireAnswer, found: string): EdgeError {
  const { status } = answer;
  const decisive = status === 401 || status === 408 || status === 429 || status >= 500;
  const Class = decisive ? classOf(status, [], call.atApi) : UnexpectedAnswerError;
  const redirect = status >= 300 && status < 400 ? ", a redirect to another address" : "";
  return make(call, Class, `the response is ${status} with ${found}${redirect}`, {
    status,
    outcome: outcomeOf(status),
    hint: hintOf(Class, call, answer),
  });
}

/** The error for a success that does not match the schema. `difference` names the path and never the value. */
export function unexpectedAnswer(call: FailedCall, status: number, difference: string): EdgeError {
  const done = call.reads ? "" : "The request was carried out, but its response cannot be read. ";
  return make(call, UnexpectedAnswerError, `the response (${status}) has an unexpected form: ${difference}`, {
    status,
    outcome: outcomeOf(status),
    hint: `${done}Check that ${call.origin} is this API.`,
  });
}

/** The error for an error status of the gateway. `error` comes from the body, if the body is JSON-RPC. */
export function errorOfRpcStatus(
  call: FailedCall,
  { status }: WireAnswer,
  error: { readonly code: number; readonly message: string } | undefined,
): EdgeError {
  return refused(call, classOf(status, [], true), {
    status,
    outcome: outcomeOf(status),
    hint: GATEWAY_HINTS[status],
    code: error?.code,
    serverMessage: error?.message ?? "",
  });
}

export function errorOfFailure(call: FailedCall, failed: WireFailure | Unsent): EdgeError {
  const { origin } = call;
  switch (failed.failure) {
    case "paused": {
      const seconds = Math.ceil(failed.pausedMs / 1000);
      return make(call, RateLimitError, `the API asked for a pause, which ends in ${seconds} s`, {
        hint: "Nothing was sent. Try again after the pause.",
      });
    }
    case "late":
      return make(call, TimeLimitError, "the time limit of the operation (customTimeouts) has passed", {
        hint: "This request was not sent. Set a longer limit, or try again.",
      });
    case "refuted":
      return failed.error;
    case "stale":
      return make(
        call,
        RateLimitError,
        "the rate limit leaves no room for this request soon after the read it relies on",
        {
          hint: `Nothing was sent: that read would be more than ${FRESH_FOR_REMOVAL_MS / 1000} s old. Try again with fewer requests at a time (\`--parallel 1\`).`,
        },
      );
    case "cancelled":
      return make(call, CancelledError, "the run was cancelled", {
        hint: "This operation has written nothing.",
      });
    case "unreachable":
      return make(call, ConnectionError, `cannot connect to ${origin} (${failed.code})`, {
        code: failed.code,
        hint:
          failed.code === "ECONNREFUSED"
            ? "Nothing listens there. Check the address, and whether the platform is running."
            : "The host name cannot be resolved. Check the address and the network.",
      });
    case "tls":
      return make(call, ConnectionError, `cannot establish a TLS connection to ${origin} (${failed.code})`, {
        code: failed.code,
        hint: "Check the certificate. If a private authority signed it, set NODE_EXTRA_CA_CERTS to its certificate.",
      });
    case "timeout":
      return make(call, TimeoutError, `${origin} did not respond within ${ATTEMPT_TIMEOUT_MS / 1000} s`, {
        code: failed.code,
        outcome: "unknown",
        hint: lostAnswerHint(call),
      });
    case "broken":
      return make(call, ConnectionError, `the connection to ${origin} was lost (${failed.code})`, {
        code: failed.code,
        outcome: "unknown",
        hint: lostAnswerHint(call),
      });
  }
}

/** Redacts the credential, which a server may repeat in its response. */
export function redactCredential(text: string, credential: Credential | undefined): string {
  return secretReplacer(secretsOf(credential))(text);
}

function refused(
  call: FailedCall,
  Class: ErrorClass,
  facts: OwnFacts & { serverMessage: string },
): EdgeError {
  const { status = 0, code } = facts;
  const known = code !== undefined && isPublicCode(code) ? `, code ${code}` : "";
  return make(call, Class, `refused with ${status}${known}`, facts);
}

/** Creates every error of a call, with the credential redacted. */
function make(call: FailedCall, Class: ErrorClass, what: string, facts: OwnFacts): EdgeError {
  const { method, path, attempts, credential, lost, reads } = call;
  const clean = <T>(value: T): T | string =>
    typeof value === "string" ? redactCredential(value, credential) : value;
  const repeated = attempts > 1 ? ` (tried ${attempts} times)` : "";
  return new Class(clean(`${method} ${path}${repeated}: ${what}`), {
    ...facts,
    method,
    path,
    outcome: reads ? "refused" : lost ? "unknown" : facts.outcome,
    code: clean(facts.code),
    pointer: clean(facts.pointer),
    serverMessage: clean(facts.serverMessage),
  });
}

function classOf(status: number, codes: readonly number[], atApi: boolean): ErrorClass {
  const has = (set: ReadonlySet<number>): boolean => codes.some((code) => set.has(code));
  if (status === 401 || ((status === 400 || status === 403) && has(AUTHENTICATION_CODES)))
    return AuthenticationError;
  if (status === 403) return PermissionError;
  // "No route" from an address that is not this API must not be read as "the object does not exist".
  if ((status === 400 || status === 404) && has(ROUTE_CODES))
    return atApi ? NotFoundError : InvalidRequestError;
  if (status === 404) return codes.includes(ErrorCode.wrongMethod) ? InvalidRequestError : NotFoundError;
  if (status === 408) return TimeoutError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : InvalidRequestError;
}

/** A success with an unreadable response was carried out, too. */
function outcomeOf(status: number): Outcome {
  return status < 300 || status === 408 || status >= 500 ? "unknown" : "refused";
}

function codesOf(notice: Notice): (number | string)[] {
  return [notice, ...(notice.error_chain ?? [])].flatMap(({ code }) => (code === undefined ? [] : [code]));
}

function textOf({ message, error_chain }: Notice): string {
  return [message, ...(error_chain ?? []).map((link) => link.message)].join(": ");
}

function lostAnswerHint({ reads }: FailedCall): string {
  return reads ? "Try again." : "The request may have been carried out: check before sending it again.";
}

function hintOf(Class: ErrorClass, call: FailedCall, answer: WireAnswer): string | undefined {
  switch (Class) {
    case AuthenticationError:
      return credentialHint(call.credential, "is not accepted");
    case PermissionError: {
      const hint = credentialHint(call.credential, "is not permitted to do this, or is unknown to the API");
      return /^\/user\b/.test(call.path) ? `${hint} Account-owned tokens cannot call /user.` : hint;
    }
    case RateLimitError: {
      const wait = parseRetryAfter(answer.headers["retry-after"], call.now);
      return wait === undefined ? undefined : `The API asks to wait ${Math.ceil(wait / 1000)} s.`;
    }
    case ServerError:
    case TimeoutError:
      return lostAnswerHint(call);
    case UnexpectedAnswerError:
      return `Check that ${call.origin} is this API, that edge:baseUrl (EDGE_BASE_URL) ends with /client/v4, and that no proxy answers in its place.`;
    case InvalidRequestError:
      return call.atApi
        ? undefined
        : `The base URL does not end with /client/v4: correct edge:baseUrl (EDGE_BASE_URL), for example to ${call.origin}/client/v4.`;
    default:
      return undefined;
  }
}

/** The engine runs refresh and destroy with the configuration of the last `up`, so they do not see a newer token. */
function credentialHint(credential: Credential | undefined, problem: string): string {
  if (!credential) return "No credential was sent: set EDGE_API_TOKEN or edge:apiToken.";
  const { source } = credential;
  const remedy = source.includes("stack configuration")
    ? " The engine runs refresh and destroy with the configuration of the last `pulumi up`. If it has changed since, " +
      `run \`pulumi up\`, add --run-program, or set ${variableOf(credential)}.`
    : "";
  return `The credential from ${source} ${problem}.${remedy}`;
}

/** The variable that takes precedence over the stack's configuration. */
function variableOf({ kind, source }: Credential): string {
  if (source.startsWith("connection")) return "EDGE_CONNECTIONS";
  return kind === "token" ? "EDGE_API_TOKEN" : "EDGE_EMAIL and EDGE_API_KEY";
}
