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
  type WireRequest,
} from "./transport";
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

/** The result of a request after all its attempts. */
export interface SendResult {
  readonly outcome: WireAnswer | WireFailure | Paused | Late;
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
    const pausedMs = await queue.limiter.acquire();
    if (pausedMs !== undefined)
      return last ?? { outcome: { failure: "paused", pausedMs }, attempts: 0, lost: false };
    if (timeLeft(environment.now()) <= 0) {
      queue.limiter.release({});
      return last ?? { outcome: { failure: "late" }, attempts: 0, lost: false };
    }
    firstAttemptAt ??= environment.now();
    const outcome = await queue.transport(request);
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
    await environment.sleep(wait);
  }
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
