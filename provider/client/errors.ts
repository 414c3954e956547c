/**
 * Details of a failed call, without credentials, headers and bodies. `code`, `pointer` and `serverMessage` come from the API,
 * which may repeat any part of the request body.
 */
export interface ErrorFacts {
  readonly method?: string | undefined;
  /** Path below the base URL or the gateway URL, without the query. */
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: number | string | undefined;
  /** JSON pointer into the request body, as the API returned it. */
  readonly pointer?: string | undefined;
  /** The API's message, unchanged. */
  readonly serverMessage?: string | undefined;
  /** What to do next. Also part of the message. */
  readonly hint?: string | undefined;
  /** `refused`: the request was not carried out; `unknown`: it may have been. */
  readonly outcome?: Outcome | undefined;
}

export type Outcome = "refused" | "unknown";

/**
 * Base class of the errors below. `message` contains no text of the API, so it is safe to show; `messageWithAnswer` adds the
 * API's text.
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
  /** Whether the server may have carried out the request. */
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

/** A setting is missing or invalid. No request was sent. */
export class ConfigurationError extends EdgeError {
  override readonly name = "ConfigurationError";
}

/** The API rejects the credential as missing, malformed or unknown. */
export class AuthenticationError extends EdgeError {
  override readonly name = "AuthenticationError";
}

/** Status 403: the credential lacks the permission. The API also sends 403 for unknown tokens. */
export class PermissionError extends EdgeError {
  override readonly name = "PermissionError";
}

/** Status 404 from the API itself: the object does not exist. */
export class NotFoundError extends EdgeError {
  override readonly name = "NotFoundError";
}

/** Status 400, 409, 422 and similar: the request is invalid. */
export class InvalidRequestError extends EdgeError {
  override readonly name = "InvalidRequestError";
}

/** Status 429, or the API asked for a pause that is longer than a call may wait. */
export class RateLimitError extends EdgeError {
  override readonly name = "RateLimitError";
}

/** The time limit of the operation has passed, so the request was not sent. */
export class TimeLimitError extends EdgeError {
  override readonly name = "TimeLimitError";
}

/** The user has cancelled the run, and the operation had written nothing. */
export class CancelledError extends EdgeError {
  override readonly name = "CancelledError";
}

/** What a write relies on has changed since it was read. The write was not sent, or not sent again. */
export class ChangedError extends EdgeError {
  override readonly name = "ChangedError";
}

/** Status 5xx. */
export class ServerError extends EdgeError {
  override readonly name = "ServerError";
}

/** No response: connection refused or reset, unknown host, TLS error. */
export class ConnectionError extends EdgeError {
  override readonly name = "ConnectionError";
}

/** No response in time. */
export class TimeoutError extends EdgeError {
  override readonly name = "TimeoutError";
}

/** A response of an unexpected form: an HTML page, no envelope, or a result that does not match the schema. */
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
export const isChanged = (e: unknown): e is ChangedError => e instanceof ChangedError;

/** Whether an error has this code of the API. Some services send codes as strings. */
export const hasCode = (e: unknown, code: number): boolean =>
  e instanceof EdgeError && e.code !== undefined && Number(e.code) === code;

/** Whether the server may have carried out a failed request. If so, look up the object before sending the request again. */
export const mayHaveHappened = (e: unknown): boolean => e instanceof EdgeError && e.outcome === "unknown";

/**
 * Returns the message of an error including the API's text. No other function adds that text to a message, since it may repeat
 * parts of the request.
 */
export function messageWithAnswer(error: Error): string {
  if (!(error instanceof EdgeError) || error.serverMessage === undefined) return error.message;
  const { what, code, pointer, serverMessage, hint } = error;
  const head = `${what}${code === undefined || isPublicCode(code) ? "" : `, code ${code}`}${pointer ? `, at ${pointer}` : ""}`;
  // A code frame starts on its own line.
  const text = serverMessage.includes("\n") ? `\n${serverMessage}` : ` ${serverMessage || "no reason given"}`;
  return withHint(`${head}:${text}`, hint);
}

/** Stands where a message would quote the API's text. */
export const ANSWER_NOT_SHOWN = "(not shown, since the API may quote a secret argument)";

/** Returns the message with a note in place of the API's text, its pointer, and any code that is not a number. */
export function messageWithoutAnswer(error: Error): string {
  if (!(error instanceof EdgeError) || !error.serverMessage) return error.message;
  return withHint(`${error.what}: ${ANSWER_NOT_SHOWN}`, error.hint ?? nextStep(error));
}

/** Returns what to do next if the API's text is hidden. */
function nextStep(error: EdgeError): string | undefined {
  if (isInvalidRequest(error)) return "The request is invalid: correct the arguments.";
  if (isNotFound(error)) return "The object does not exist: run `pulumi refresh`.";
  if (isRateLimit(error)) return "Too many requests: try again later.";
  return undefined;
}

/** Whether a code is a number of the API. Any other code may contain text of the request. */
export const isPublicCode = (code: number | string): boolean => /^\d{1,7}$/.test(String(code));

/** Appends a hint; after a code frame, on its own line. */
function withHint(what: string, hint: string | undefined): string {
  if (!hint) return what;
  if (what.includes("\n")) return `${what.replace(/\n$/, "")}\n${hint}`;
  return /[.!?]$/.test(what) ? `${what} ${hint}` : `${what}. ${hint}`;
}
