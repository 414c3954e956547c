/**
 * What an error knows of the call that failed. Nothing here ever holds a credential, a header or a body; `code`, `pointer` and
 * `serverMessage` are texts of the API, which may repeat any part of the body.
 */
export interface ErrorFacts {
  readonly method?: string | undefined;
  /** Below the base URL (or below the gateway's), without the query. */
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: number | string | undefined;
  /** JSON pointer into the request's body, as the API gave it. */
  readonly pointer?: string | undefined;
  /** The API's own text, whole and unchanged. */
  readonly serverMessage?: string | undefined;
  /** What to do next; stands in the message too. */
  readonly hint?: string | undefined;
  /** `refused`: surely not carried out; `unknown`: the server may have done it. */
  readonly outcome?: Outcome | undefined;
}

export type Outcome = "refused" | "unknown";

/**
 * The base of the closed family below; never thrown itself. `message` holds our own words alone, so whatever it becomes part of
 * can be shown to anybody; `messageWithAnswer` adds what the API says.
 */
export abstract class EdgeError extends Error {
  /** The message without the hint. */
  readonly what: string;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: number | string | undefined;
  readonly pointer?: string | undefined;
  readonly serverMessage?: string | undefined;
  readonly hint?: string | undefined;
  /** Whether the server may have carried the request out. */
  readonly outcome: Outcome;

  constructor(what: string, facts: ErrorFacts = {}) {
    super(withHint(what, facts.hint));
    this.what = what;
    this.method = facts.method;
    this.path = facts.path;
    this.status = facts.status;
    this.code = facts.code;
    this.pointer = facts.pointer;
    this.serverMessage = facts.serverMessage;
    this.hint = facts.hint;
    this.outcome = facts.outcome ?? "refused";
  }
}

/** Something that the user sets is missing or wrong; no request was sent. */
export class ConfigurationError extends EdgeError {
  override readonly name = "ConfigurationError";
}

/** The credential is missing, malformed or unknown. */
export class AuthenticationError extends EdgeError {
  override readonly name = "AuthenticationError";
}

/** 403: the credential may not do this. The API says the same to tokens that it does not know. */
export class PermissionError extends EdgeError {
  override readonly name = "PermissionError";
}

/** 404 by the API itself: the object is not there. */
export class NotFoundError extends EdgeError {
  override readonly name = "NotFoundError";
}

/** 400, 409, 422 and the like: the request cannot be carried out as it stands. */
export class InvalidRequestError extends EdgeError {
  override readonly name = "InvalidRequestError";
}

/** 429, or a pause asked for by the API that is longer than a call may wait. */
export class RateLimitError extends EdgeError {
  override readonly name = "RateLimitError";
}

/** 5xx. */
export class ServerError extends EdgeError {
  override readonly name = "ServerError";
}

/** No answer: connection refused or reset, unknown host, TLS. */
export class ConnectionError extends EdgeError {
  override readonly name = "ConnectionError";
}

/** No answer in time. */
export class TimeoutError extends EdgeError {
  override readonly name = "TimeoutError";
}

/** An answer of another shape: a page of HTML, no envelope, a result without what it must hold. */
export class UnexpectedAnswerError extends EdgeError {
  override readonly name = "UnexpectedAnswerError";
}

export const isEdgeError = (e: unknown): e is EdgeError => e instanceof EdgeError;
export const isConfigurationError = (e: unknown): e is ConfigurationError => e instanceof ConfigurationError;
export const isAuthenticationError = (e: unknown): e is AuthenticationError =>
  e instanceof AuthenticationError;
export const isPermissionError = (e: unknown): e is PermissionError => e instanceof PermissionError;
export const isNotFound = (e: unknown): e is NotFoundError => e instanceof NotFoundError;
export const isInvalidRequest = (e: unknown): e is InvalidRequestError => e instanceof InvalidRequestError;
export const isRateLimit = (e: unknown): e is RateLimitError => e instanceof RateLimitError;
export const isServerError = (e: unknown): e is ServerError => e instanceof ServerError;
export const isConnectionError = (e: unknown): e is ConnectionError => e instanceof ConnectionError;
export const isTimeout = (e: unknown): e is TimeoutError => e instanceof TimeoutError;
export const isUnexpectedAnswer = (e: unknown): e is UnexpectedAnswerError =>
  e instanceof UnexpectedAnswerError;

/** The API's own code, which services write as number or as string. */
export const hasCode = (e: unknown, code: number): boolean =>
  e instanceof EdgeError && e.code !== undefined && Number(e.code) === code;

/**
 * The server may have carried the request out, though no good answer came: look before doing it again. An error that is not the
 * client's is no answer to a request at all.
 */
export const mayHaveHappened = (e: unknown): boolean => e instanceof EdgeError && e.outcome === "unknown";

/**
 * The message with the API's own text in it; of any other error, its message. Nothing else adds that text to a message: it may
 * repeat what the request held.
 */
export function messageWithAnswer(error: Error): string {
  if (!(error instanceof EdgeError) || error.serverMessage === undefined) return error.message;
  const { what, code, pointer, serverMessage, hint } = error;
  const head = `${what}${code === undefined || isPublicCode(code) ? "" : `, code ${code}`}${pointer ? `, at ${pointer}` : ""}`;
  // A picture with a marker keeps its lines whole, and below the head.
  const text = serverMessage.includes("\n")
    ? `\n${serverMessage}`
    : ` ${serverMessage || "no reason is given"}`;
  return withHint(`${head}:${text}`, hint);
}

/** The same with a note in the place of the API's text, its pointer and any code that is not a number. */
export function messageWithoutAnswer(error: Error): string {
  if (!(error instanceof EdgeError) || !error.serverMessage) return error.message;
  const note = "(not shown, since the API may quote a secret argument)";
  return withHint(`${error.what}: ${note}`, error.hint ?? nextStep(error));
}

/** What to do where the API's own text would have said it. */
function nextStep(error: EdgeError): string | undefined {
  if (isInvalidRequest(error)) return "The request is invalid as it stands: correct the arguments.";
  if (isNotFound(error)) return "What the request names is not there: run `pulumi refresh`.";
  if (isRateLimit(error)) return "There were too many requests: run it again later.";
  return undefined;
}

/** The API's codes are numbers of some digits. What is none of them is a text like any other. */
export const isPublicCode = (code: number | string): boolean => /^\d{1,7}$/.test(String(code));

/** Text of several lines (a picture with a marker) stays whole: the hint then starts its own line. */
function withHint(what: string, hint: string | undefined): string {
  if (!hint) return what;
  if (what.includes("\n")) return `${what.replace(/\n$/, "")}\n${hint}`;
  return /[.!?]$/.test(what) ? `${what} ${hint}` : `${what}. ${hint}`;
}
