import type { ClientEnvironment } from "./environment";
import { EdgeError } from "./errors";
import { createLimiter, type Limiter } from "./limiter";
import { backOff, parseRetryAfter, planRetry, verdictOfStatus, type FailedTry } from "./retry-timing";
import { logRequest, type LoggedRequest } from "./request-log";
import { createSharedReads, type SharedReads } from "./shared-reads";
import type { Policy } from "./rate-headers";
import {
  createTransport,
  type Transport,
  type WireAnswer,
  type WireFailure,
  type WireRequest,
} from "./transport";
import { createTurnKeys, type TurnKeys } from "./turn-keys";
import { createTurns, type Turns } from "./turns";

/** What came of a request after all its tries. */
export interface Sent {
  readonly outcome: WireAnswer | WireFailure;
  readonly tries: number;
}

/** What all calls with one credential share. */
export interface Lane {
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly reads: SharedReads<Sent>;
  readonly turns: Turns;
  readonly turnKeys: TurnKeys;
}

export function createLane(environment: ClientEnvironment, policies?: readonly Policy[]): Lane {
  return {
    transport: createTransport(),
    limiter: createLimiter(environment, policies),
    reads: createSharedReads(),
    turns: createTurns(),
    turnKeys: createTurnKeys(),
  };
}

/**
 * Sends until an answer stands or another try is no use, and logs one line. Throws RateLimitError in a pause that is too
 * long to wait for.
 */
export async function send(
  lane: Lane,
  environment: ClientEnvironment,
  request: WireRequest,
  details: Pick<LoggedRequest, "query" | "body">,
): Promise<Sent> {
  const began = environment.now();
  const { method, path } = request;
  const log = (status: number | string, tries: number): void =>
    logRequest(environment, { method, path, status, tries, ms: environment.now() - began, ...details });
  try {
    const sent = await sendUntilSettled(lane, environment, request);
    log("status" in sent.outcome ? sent.outcome.status : sent.outcome.code, sent.tries);
    return sent;
  } catch (error) {
    if (error instanceof EdgeError) log(error.name, 0);
    throw error;
  }
}

async function sendUntilSettled(
  lane: Lane,
  environment: ClientEnvironment,
  request: WireRequest,
): Promise<Sent> {
  let firstTry: number | undefined;
  for (let tries = 1; ; tries++) {
    await lane.limiter.take();
    firstTry ??= environment.now();
    const outcome = await lane.transport(request);
    const now = environment.now();
    const headers = "status" in outcome ? outcome.headers : {};
    const retryAfterMs = parseRetryAfter(headers["retry-after"], now);
    // Drawn once: the pause of the others and the wait of this call are the same.
    const random = environment.random();
    if ("status" in outcome && outcome.status === 429)
      lane.limiter.pause(now + (retryAfterMs ?? backOff(tries, random)));
    lane.limiter.done(headers);
    const elapsedMs = now - firstTry;
    const { repeatable } = request;
    const wait = planRetry(
      { tries, elapsedMs, repeatable, verdict: verdictOf(outcome), retryAfterMs },
      random,
    );
    if (wait === undefined) return { outcome, tries };
    await environment.sleep(wait);
  }
}

function verdictOf(outcome: WireAnswer | WireFailure): FailedTry["verdict"] {
  if ("status" in outcome) return verdictOfStatus(outcome.status);
  if (outcome.failure === "unreachable") return "refused";
  // A certificate does not get better by asking again.
  return outcome.failure === "tls" ? "never" : "maybe";
}
