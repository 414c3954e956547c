import type { Envelope, Notice } from "../api/envelope";
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
  type EdgeError,
  type ErrorFacts,
} from "./errors";
import { parseRetryAfter } from "./retry-timing";
import type { Credential } from "./settings";
import type { WireAnswer, WireFailure } from "./transport";

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
const ROUTE_CODES: ReadonlySet<number> = new Set([
  ErrorCode.noRoute,
  ErrorCode.wrongMethod,
  ErrorCode.couldNotRoute,
]);

/** What the statuses of the gateway mean. */
const GATEWAY_HINTS: Readonly<Record<number, string>> = {
  403: "The gateway does not support this method.",
  404: "The gateway has no such network.",
};

type ErrorClass = new (what: string, facts: ErrorFacts) => EdgeError;

/** The API says no, in its envelope. */
export function errorOfRefusal(call: FailedCall, answer: WireAnswer, envelope: Envelope): EdgeError {
  const notices = envelope.errors ?? [];
  const codes = notices.flatMap((notice) => codesOf(notice).map(Number));
  const pointer = notices.find((notice) => notice.source?.pointer)?.source?.pointer;
  const Class = classOf(answer.status, codes, call.atApi);
  return new Class(
    sentence(call, answer.status, notices[0]?.code, pointer, textOf(notices, call.credential)),
    {
      ...factsOf(call, answer.status),
      code: notices.flatMap(codesOf)[0],
      pointer,
      serverMessage: textOf(notices, call.credential),
      hint: hintOf(Class, call, answer),
    },
  );
}

/** An answer that is not the API's: `found` says what it is. The status alone counts, where it says enough. */
export function errorWithoutEnvelope(call: FailedCall, answer: WireAnswer, found: string): EdgeError {
  const { status } = answer;
  const Class =
    status === 401 || status === 408 || status === 429 || status >= 500
      ? classOf(status, [], call.atApi)
      : UnexpectedAnswerError;
  const redirect = status >= 300 && status < 400 ? " and points to another address" : "";
  return new Class(`${subject(call)}: answered ${status} with ${found}${redirect}`, {
    ...factsOf(call, status),
    hint: hintOf(Class, call, answer),
  });
}

/** The gateway's status is an error; `error` is what its body tells, where it is JSON-RPC. */
export function errorOfRpcStatus(
  call: FailedCall,
  { status }: WireAnswer,
  error: { readonly code: number; readonly message: string } | undefined,
): EdgeError {
  const Class = classOf(status, [], true);
  return new Class(sentence(call, status, error?.code, undefined, error?.message ?? ""), {
    ...factsOf(call, status),
    code: error?.code,
    serverMessage: error?.message,
    hint: GATEWAY_HINTS[status],
  });
}

/** Success, but not what the schema says. `difference` names the place and never the value, which may be a secret. */
export function unexpectedAnswer(call: FailedCall, status: number, difference: string): EdgeError {
  const done = call.method === "GET" ? "" : "The request was carried out, but its answer cannot be read. ";
  return new UnexpectedAnswerError(
    `${subject(call)}: the answer (${status}) is not what this API answers: ${difference}`,
    { ...factsOf(call, status), hint: `${done}Is the base URL that of this API?` },
  );
}

/** There was no answer. */
export function errorOfFailure(call: FailedCall, { failure, code }: WireFailure): EdgeError {
  const { method, path, origin } = call;
  const facts = { method, path, code };
  switch (failure) {
    case "unreachable":
      return new ConnectionError(`${subject(call)}: no connection to ${origin} (${code})`, {
        ...facts,
        hint:
          code === "ECONNREFUSED"
            ? "Nothing listens there: is it the right address, and is the platform running?"
            : "The host's name could not be looked up: check edge:baseUrl (EDGE_BASE_URL).",
      });
    case "tls":
      return new ConnectionError(`${subject(call)}: no secure connection to ${origin} (${code})`, {
        ...facts,
        hint: "Check the certificate; where an authority of your own signed it, name it in NODE_EXTRA_CA_CERTS.",
      });
    case "timeout":
      return new TimeoutError(`${subject(call)}: ${origin} did not answer in time`, {
        ...facts,
        ...lostAnswer(method),
      });
    case "broken":
      return new ConnectionError(`${subject(call)}: the connection to ${origin} broke (${code})`, {
        ...facts,
        ...lostAnswer(method),
      });
  }
}

function classOf(status: number, codes: readonly number[], atApi: boolean): ErrorClass {
  const has = (set: ReadonlySet<number>) => codes.some((code) => set.has(code));
  if (status === 401 || ((status === 400 || status === 403) && has(AUTHENTICATION_CODES)))
    return AuthenticationError;
  if (status === 403) return PermissionError;
  // "No such route" from an address that is not this API must not pass for "the object is gone".
  if (status === 404) return has(ROUTE_CODES) && !atApi ? InvalidRequestError : NotFoundError;
  if (status === 408) return TimeoutError;
  if (status === 429) return RateLimitError;
  return status >= 500 ? ServerError : InvalidRequestError;
}

function factsOf({ method, path }: FailedCall, status: number): ErrorFacts {
  const open = status < 300 || status === 408 || status >= 500;
  return { method, path, status, outcome: open && method !== "GET" ? "unknown" : "refused" };
}

function codesOf(notice: Notice): (number | string)[] {
  return [notice, ...(notice.error_chain ?? [])].flatMap(({ code }) => (code === undefined ? [] : [code]));
}

/** Whole, so that a picture with a marker keeps its lines; a credential that the API repeats is taken out. */
function textOf(notices: readonly Notice[], credential: Credential | undefined): string {
  const texts = notices.map(({ message, error_chain }) =>
    [message, ...(error_chain ?? []).map((link) => link.message)].join(": "),
  );
  const secret = credential?.kind === "key" ? credential.apiKey : credential?.token;
  const text = texts.join("; ");
  return secret ? text.replaceAll(secret, "[credential]") : text;
}

function sentence(
  call: FailedCall,
  status: number,
  code: number | string | undefined,
  pointer: string | undefined,
  text: string,
): string {
  const where = pointer ? `, at ${pointer}` : "";
  const head = `${subject(call)}: refused with ${status}${code === undefined ? "" : `, code ${code}`}${where}`;
  if (text === "") return head;
  return text.includes("\n") ? `${head}:\n${text}` : `${head}: ${text}`;
}

const subject = ({ method, path, tries }: FailedCall): string =>
  `${method} ${path}${tries > 1 ? ` (tried ${tries} times)` : ""}`;

function lostAnswer(method: Method): Pick<ErrorFacts, "outcome" | "hint"> {
  return method === "GET"
    ? { outcome: "refused", hint: "Run it again." }
    : {
        outcome: "unknown",
        hint: "It may have been carried out all the same: look before it is sent again.",
      };
}

function hintOf(Class: ErrorClass, call: FailedCall, answer: WireAnswer): string | undefined {
  switch (Class) {
    case AuthenticationError:
      return credentialHint(call.credential, "is not accepted");
    case PermissionError:
      return [
        credentialHint(call.credential, "may not do this, or is not known there"),
        ...(call.path.startsWith("/user") ? ["A token that an account owns cannot use /user at all."] : []),
      ].join(" ");
    case RateLimitError: {
      const wait = parseRetryAfter(answer.headers["retry-after"], call.now);
      return wait === undefined ? undefined : `The API asks to wait ${Math.ceil(wait / 1000)} s.`;
    }
    case ServerError:
      return lostAnswer(call.method).hint;
    case UnexpectedAnswerError:
      return `Is ${call.origin} this API, with a base URL that ends with /client/v4, and nothing in between that answers?`;
    case InvalidRequestError:
      return call.atApi ? undefined : "Note that the base URL does not end with /client/v4.";
    default:
      return undefined;
  }
}

/** The engine hands refresh and destroy the configuration of the last `up`, so a new token there is not yet known. */
function credentialHint(credential: Credential | undefined, problem: string): string {
  if (!credential) return "No credential was sent: set EDGE_API_TOKEN or edge:apiToken.";
  const { source } = credential;
  const cure = source.includes("stack configuration")
    ? " The engine hands refresh and destroy the configuration of the last up; run `pulumi up` or set EDGE_API_TOKEN."
    : "";
  return `The credential from ${source} ${problem}.${cure}`;
}
