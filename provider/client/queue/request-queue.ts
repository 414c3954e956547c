import type { Budget } from "../budget/budget";
import type { ClientEnvironment } from "../environment";
import { createRateLimiter, type RequestRateLimiter } from "./rate-limiter";
import { logRequest, type RequestLogEntry } from "./request-log";
import { backOff, parseRetryAfter, planRetry, verdictOfStatus, type FailedAttempt } from "./retry-timing";
import { createCoalescedReads, type CoalescedReads } from "./coalesced-reads";
import {
  createTransport,
  type Transport,
  type WireAnswer,
  type WireFailure,
  isRead,
  type WireRequest,
} from "./transport";
import { beginWrite, CANCELLED, isCancelled, orCancelled } from "../cancellation";
import { timeLeft } from "../time-limit";
import { createRulesetKeys, type RulesetKeys } from "./ruleset-keys";
import { createKeyedMutex, type KeyedMutex } from "./keyed-mutex";

/** The request was not sent: the API asked for a pause that is longer than a call may wait. */
export interface Paused {
  readonly failure: "paused";
  readonly pausedMs: number;
}

/** The request was not sent: the time limit of its operation has passed. */
export interface Late {
  readonly failure: "late";
}

/** The user has cancelled the run, and the operation had written nothing: the request was not sent, or its answer is not waited for. */
export interface Cancelled {
  readonly failure: "cancelled";
}

/** The result of a request after all its attempts. */
export interface SendResult {
  readonly outcome: WireAnswer | WireFailure | Paused | Late | Cancelled;
  readonly attempts: number;
  /** The response to an earlier attempt was lost, so that attempt may have succeeded even if the last one failed. */
  readonly lost: boolean;
}

/** The state that all requests with one credential share. */
export interface RequestQueue {
  readonly transport: Transport;
  readonly limiter: RequestRateLimiter;
  readonly reads: CoalescedReads<SendResult>;
  readonly mutex: KeyedMutex;
  readonly rulesetKeys: RulesetKeys;
}

export function createRequestQueue(environment: ClientEnvironment, budget: Budget): RequestQueue {
  return {
    transport: createTransport(),
    limiter: createRateLimiter(environment, budget),
    reads: createCoalescedReads(),
    mutex: createKeyedMutex(),
    rulesetKeys: createRulesetKeys(),
  };
}

/** Sends a request, retries it while a retry is safe and may help, and logs one line. Never throws. */
export async function sendWithRetries(
  queue: RequestQueue,
  environment: ClientEnvironment,
  request: WireRequest,
  details: Pick<RequestLogEntry, "query" | "body" | "secrets">,
): Promise<SendResult> {
  const startedAt = environment.now();
  const result = await sendUntilSettled(queue, environment, request);
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
): Promise<SendResult> {
  const { repeatable } = request;
  let last: SendResult | undefined;
  let lost = false;
  let firstAttemptAt: number | undefined;
  for (let attempts = 1; ; attempts++) {
    const turn = queue.limiter.acquire();
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
    firstAttemptAt ??= environment.now();
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
    last = { outcome, attempts, lost };
    lost ||= verdict === "unknown";
    const elapsedMs = now - firstAttemptAt;
    const wait = planRetry({ attempts, elapsedMs, repeatable, verdict, retryAfterMs }, random);
    if (wait === undefined || wait >= timeLeft(now)) return last;
    if ((await orCancelled(environment.sleep(wait))) === CANCELLED) return stopped(attempts);
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
