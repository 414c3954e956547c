import type { ClientEnvironment } from "../environment";
import type { Quota } from "./quota-windows";
import { createRateLimiter } from "./rate-limiter";
import { logRequest, type RequestLogEntry } from "./request-log";
import { backOff, parseRetryAfter, planRetry, verdictOfStatus, type FailedAttempt } from "./retry-timing";
import { CoalescedReads } from "./coalesced-reads";
import { createTransport, type WireAnswer, type WireFailure, isRead, type WireRequest } from "./transport";
import { isEdgeError, type EdgeError } from "../errors";
import { FRESH_FOR_REMOVAL_MS, type Basis } from "./basis";
import { beginWrite, CANCELLED, isCancelled, orCancelled, timeLeft } from "../cancellation";
import { KeyedMutex, RulesetKeys } from "./keyed-mutex";

/** Why a request was not sent, or not sent again. */
export type Unsent =
  /** The API asked for a pause that is longer than a call may wait. */
  | { readonly failure: "paused"; readonly pausedMs: number }
  /** The time limit of its operation has passed. */
  | { readonly failure: "late" }
  /** The user has cancelled the run, and the operation had written nothing. An answer that is on its way is not waited for. */
  | { readonly failure: "cancelled" }
  /** What it relies on has changed or cannot be read. */
  | { readonly failure: "refuted"; readonly error: EdgeError }
  /** It waited for the rate limiter longer than what it relies on stays fresh. */
  | { readonly failure: "stale" };

/** The result of a request after all its attempts. */
export interface SendResult {
  readonly outcome: WireAnswer | WireFailure | Unsent;
  readonly attempts: number;
  /** The response to an earlier attempt was lost, so that attempt may have succeeded even if the last one failed. */
  readonly lost: boolean;
  /** When the last attempt was sent, in milliseconds since 1970. */
  readonly sentAt?: number;
}

/** How often a request reads again what it relies on before one attempt. */
const CONFIRMATIONS = 3;

/** The state that all requests with one credential share. */
export type RequestQueue = ReturnType<typeof createRequestQueue>;

export function createRequestQueue(environment: ClientEnvironment, quotas: readonly Quota[], share = 1) {
  return {
    transport: createTransport(),
    limiter: createRateLimiter(environment, quotas, share),
    reads: new CoalescedReads<SendResult>(),
    mutex: new KeyedMutex(),
    rulesetKeys: new RulesetKeys(),
  };
}

/**
 * Sends a request, retries it while a retry is safe and may help, and logs one line. With a basis, every attempt relies on a fresh
 * read, and every repeated attempt on a new one. Never throws.
 */
export async function sendWithRetries(
  queue: RequestQueue,
  environment: ClientEnvironment,
  request: WireRequest,
  details: Pick<RequestLogEntry, "query" | "body" | "secrets">,
  basis?: Basis,
): Promise<SendResult> {
  const startedAt = environment.now();
  const result = await sendUntilSettled(queue, environment, request, basis);
  logRequest(environment, {
    method: request.method,
    path: request.path,
    status: nameOf(result.outcome),
    ms: environment.now() - startedAt,
    attempts: result.attempts,
    ...details,
  });
  return result;
}

async function sendUntilSettled(
  queue: RequestQueue,
  environment: ClientEnvironment,
  request: WireRequest,
  basis: Basis | undefined,
): Promise<SendResult> {
  const { repeatable } = request;
  let readAt = basis?.readAt ?? Infinity;
  let confirmations = 0;
  let last: SendResult | undefined;
  let lost = false;
  let firstAttemptAt: number | undefined;
  for (let attempts = 1; ; attempts++) {
    // A request that relies on a read goes first, or it would never be sent in time under a heavy load.
    const turn = queue.limiter.acquire(basis !== undefined);
    const pausedMs = await orCancelled(turn);
    if (pausedMs === CANCELLED) {
      // The limiter still gives the turn away.
      void turn.then((paused) => paused === undefined && queue.limiter.release({}));
      return stopped(attempts - 1);
    }
    if (pausedMs !== undefined)
      return last ?? { outcome: { failure: "paused", pausedMs }, attempts: 0, lost: false };
    if (timeLeft(environment.now()) <= 0) {
      queue.limiter.release({});
      return last ?? { outcome: { failure: "late" }, attempts: 0, lost: false };
    }
    if (isCancelled()) {
      queue.limiter.release({});
      return stopped(attempts - 1);
    }
    if (basis && environment.now() - readAt > FRESH_FOR_REMOVAL_MS) {
      queue.limiter.release({});
      if (confirmations === CONFIRMATIONS)
        return last ?? { outcome: { failure: "stale" }, attempts: 0, lost };
      confirmations += 1;
      const confirmed = await confirm(basis);
      if (typeof confirmed !== "number") return { outcome: confirmed, attempts: attempts - 1, lost };
      readAt = confirmed;
      attempts -= 1;
      continue;
    }
    firstAttemptAt ??= environment.now();
    const sentAt = environment.now();
    const outcome = await attempt(queue, request);
    if (outcome === CANCELLED) return stopped(attempts);
    const now = environment.now();
    const headers = "status" in outcome ? outcome.headers : {};
    const verdict = verdictOf(outcome);
    // Drawn once, so that the pause of all other calls is as long as the wait of this one.
    const random = verdict === "final" ? 0 : environment.random();
    const retryAfterMs = parseRetryAfter(headers["retry-after"], now);
    if ("status" in outcome && outcome.status === 429)
      queue.limiter.pause(now + (retryAfterMs ?? backOff(attempts, random)));
    queue.limiter.release(headers);
    last = { outcome, attempts, lost, sentAt };
    lost ||= verdict === "unknown";
    const elapsedMs = now - firstAttemptAt;
    const wait = planRetry({ attempts, elapsedMs, repeatable, verdict, retryAfterMs }, random);
    if (wait === undefined || wait >= timeLeft(now)) return last;
    if ((await orCancelled(environment.sleep(wait))) === CANCELLED) return stopped(attempts);
    // Whatever happened meanwhile, a repeated attempt relies on a new read.
    readAt = -Infinity;
    confirmations = 0;
  }
}

async function confirm(basis: Basis): Promise<number | Unsent> {
  try {
    return await basis.confirm();
  } catch (error) {
    if (isEdgeError(error)) return { failure: "refuted", error };
    throw error;
  }
}

/** Makes one attempt. Only a read is not waited for after a cancellation. */
async function attempt(
  { transport, limiter }: RequestQueue,
  request: WireRequest,
): Promise<WireAnswer | WireFailure | typeof CANCELLED> {
  if (!isRead(request)) {
    const ended = beginWrite();
    const outcome = await transport(request);
    ended(verdictOf(outcome) !== "refused");
    return outcome;
  }
  const answer = transport(request);
  const outcome = await orCancelled(answer);
  if (outcome === CANCELLED)
    void answer.then((late) => limiter.release("status" in late ? late.headers : {}));
  return outcome;
}

function stopped(attempts: number): SendResult {
  return { outcome: { failure: "cancelled" }, attempts, lost: false };
}

function verdictOf(outcome: WireAnswer | WireFailure): FailedAttempt["verdict"] {
  if ("status" in outcome) return verdictOfStatus(outcome.status);
  if (outcome.failure === "unreachable") return "refused";
  // A retry does not repair a certificate.
  return outcome.failure === "tls" ? "final" : "unknown";
}

function nameOf(outcome: SendResult["outcome"]): number | string {
  if ("status" in outcome) return outcome.status;
  return "code" in outcome ? outcome.code : outcome.failure;
}
