import { secretReplacer } from "../redaction";
import type { Notice } from "../api/envelope";
import { ErrorCode } from "../api/error-codes";
import type { Method } from "../api/operations";
import {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  isPublicCode,
  type EdgeError,
  type ErrorFacts,
  type Outcome,
} from "./errors";
import type { Paused } from "./lane";
import { parseRetryAfter } from "./retry-timing";
import { secretsOf, type Credential } from "./settings";
import { TRY_TIMEOUT_MS, type WireAnswer, type WireFailure } from "./transport";

/** What is known of the call when an error has to be told. */
export interface FailedCall {
  readonly method: Method;
  readonly path: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The base URL ends as this API's does; if not, an unknown route tells nothing about an object. */
  readonly atApi: boolean;
  readonly credential: Credential | undefined;
  readonly tries: number;
  /** The answer to a try before the last was lost. */
  readonly lost: boolean;
  /** Nothing could be carried out by it. */
  readonly reads: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** With status 400 or 403 they mean that the credential is not one. */
const AUTHENTICATION_CODES: ReadonlySet<number> = new Set([
  ErrorCode.invalidToken,
  ErrorCode.invalidHeaders,
  ErrorCode.invalidEmailFormat,
  ErrorCode.invalidKeyFormat,
  ErrorCode.invalidAuthorizationFormat,
  ErrorCode.unknownKeyOrEmail,
  ErrorCode.missingHeaders,
]);
/** Sent with 400 and with 404 alike. Since ids are checked before they are sent, the object is not there. */
const ROUTE_CODES: ReadonlySet<number> = new Set([ErrorCode.noRoute, ErrorCode.couldNotRoute]);

/** What the statuses of the gateway mean. */
const GATEWAY_HINTS: Readonly<Record<number, string>> = {
  403: "The gateway does not support this method.",
  404: "The gateway has no such network, or edge:gatewayUrl (EDGE_GATEWAY_URL) is not its address.",
};

/** What a plan does not hold. */
const PLAN_HINTS: ReadonlyMap<number, string> = new Map([
  [ErrorCode.notEntitled, "The plan does not include it: leave it out, or raise the plan."],
  [
    ErrorCode.tooManyRules,
    "The plan has room for no more: join expressions with `or`, remove rules, or raise the plan.",
  ],
]);

type ErrorClass = new (what: string, facts: ErrorFacts) => EdgeError;
type OwnFacts = Omit<ErrorFacts, "method" | "path">;

/** The API says no, in its envelope. */
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

/** An answer that is not the API's: `found` says what it is. The status alone counts, where it says enough. */
export function errorWithoutEnvelope(call: FailedCall, answer: WireAnswer, found: string): EdgeError {
  const { status } = answer;
  const telling = status === 401 || status === 408 || status === 429 || status >= 500;
  const Class = telling ? classOf(status, [], call.atApi) : UnexpectedAnswerError;
  const elsewhere = status >= 300 && status < 400 ? ", which points to another address" : "";
  return make(call, Class, `the answer is ${status} with ${found}${elsewhere}`, {
    ...{ status, outcome: outcomeOf(status) },
    hint: hintOf(Class, call, answer),
  });
}

/** Success, but not what the schema says. `difference` names the place and never the value, which may be a secret. */
export function unexpectedAnswer(call: FailedCall, status: number, difference: string): EdgeError {
  const done = call.reads ? "" : "The request was carried out, but its answer cannot be read. ";
  return make(
    call,
    UnexpectedAnswerError,
    `the answer (${status}) is not what this API answers: ${difference}`,
    {
      ...{ status, outcome: outcomeOf(status) },
      hint: `${done}Is ${call.origin} this API?`,
    },
  );
}

/** The gateway's status is an error; `error` is what its body tells, where it is JSON-RPC. */
export function errorOfRpcStatus(
  call: FailedCall,
  { status }: WireAnswer,
  error: { readonly code: number; readonly message: string } | undefined,
): EdgeError {
  return refused(call, classOf(status, [], true), {
    ...{ status, outcome: outcomeOf(status), hint: GATEWAY_HINTS[status] },
    code: error?.code,
    serverMessage: error?.message ?? "",
  });
}

/** There was no answer. */
export function errorOfFailure(call: FailedCall, failed: WireFailure | Paused): EdgeError {
  const { origin } = call;
  switch (failed.failure) {
    case "paused": {
      const seconds = Math.ceil(failed.pausedMs / 1000);
      return make(call, RateLimitError, `the API has asked for a pause, of which ${seconds} s are left`, {
        hint: "Nothing was sent. Run it again after that.",
      });
    }
    case "unreachable":
      return make(call, ConnectionError, `no connection to ${origin} (${failed.code})`, {
        code: failed.code,
        hint:
          failed.code === "ECONNREFUSED"
            ? "Nothing listens there: is it the right address, and is the platform running?"
            : "The host's name could not be looked up: is it the right address, and is the network there?",
      });
    case "tls":
      return make(call, ConnectionError, `no secure connection to ${origin} (${failed.code})`, {
        code: failed.code,
        hint: "Check the certificate; where an authority of your own signed it, name it in NODE_EXTRA_CA_CERTS.",
      });
    case "timeout":
      return make(call, TimeoutError, `${origin} did not answer within ${TRY_TIMEOUT_MS / 1000} s`, {
        ...{ code: failed.code, outcome: "unknown", hint: lostAnswerHint(call) },
      });
    case "broken":
      return make(call, ConnectionError, `the connection to ${origin} broke (${failed.code})`, {
        ...{ code: failed.code, outcome: "unknown", hint: lostAnswerHint(call) },
      });
  }
}

/** Takes out the credential, which a server may repeat. */
export function withoutSecret(text: string, credential: Credential | undefined): string {
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

/** Every error of a call is made here, where nothing passes that holds the credential. */
function make(call: FailedCall, Class: ErrorClass, what: string, facts: OwnFacts): EdgeError {
  const { method, path, tries, credential, lost, reads } = call;
  const clean = <T>(value: T): T | string =>
    typeof value === "string" ? withoutSecret(value, credential) : value;
  const repeated = tries > 1 ? ` (tried ${tries} times)` : "";
  return new Class(clean(`${method} ${path}${repeated}: ${what}`), {
    ...facts,
    ...{ method, path },
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
  // "No such route" from an address that is not this API must not pass for "the object is gone".
  if ((status === 400 || status === 404) && has(ROUTE_CODES))
    return atApi ? NotFoundError : InvalidRequestError;
  if (status === 404) return codes.includes(ErrorCode.wrongMethod) ? InvalidRequestError : NotFoundError;
  if (status === 408) return TimeoutError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : InvalidRequestError;
}

/** A success without a good answer was carried out, too. */
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
  return reads ? "Run it again." : "It may have been carried out all the same: look before it is sent again.";
}

function hintOf(Class: ErrorClass, call: FailedCall, answer: WireAnswer): string | undefined {
  switch (Class) {
    case AuthenticationError:
      return credentialHint(call.credential, "is not accepted");
    case PermissionError: {
      const hint = credentialHint(call.credential, "may not do this, or is not known there");
      return /^\/user\b/.test(call.path)
        ? `${hint} A token that an account owns cannot use /user at all.`
        : hint;
    }
    case RateLimitError: {
      const wait = parseRetryAfter(answer.headers["retry-after"], call.now);
      return wait === undefined ? undefined : `The API asks to wait ${Math.ceil(wait / 1000)} s.`;
    }
    case ServerError:
    case TimeoutError:
      return lostAnswerHint(call);
    case UnexpectedAnswerError:
      return `Is ${call.origin} this API, with a base URL that ends with /client/v4, and nothing in between that answers?`;
    case InvalidRequestError:
      return call.atApi ? undefined : "Note that the base URL does not end with /client/v4.";
    default:
      return undefined;
  }
}

/** The engine hands refresh and destroy the configuration of the last `up`, so a newer token there is not known to them. */
function credentialHint(credential: Credential | undefined, problem: string): string {
  if (!credential) return "No credential was sent: set EDGE_API_TOKEN or edge:apiToken.";
  const { source } = credential;
  const cure = source.includes("stack configuration")
    ? " The engine hands refresh and destroy the configuration of the last up: where it has changed since, run `pulumi up`, " +
      `add --run-program, or set ${variableOf(credential)}.`
    : "";
  return `The credential from ${source} ${problem}.${cure}`;
}

/** The variable that goes before the stack's configuration. */
function variableOf({ kind, source }: Credential): string {
  if (source.startsWith("connection")) return "EDGE_CONNECTIONS";
  return kind === "token" ? "EDGE_API_TOKEN" : "EDGE_EMAIL and EDGE_API_KEY";
}
