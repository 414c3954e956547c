import type { Budget } from "./budget";
import type { ClientEnvironment } from "./environment";
import { createLimiter, type Limiter } from "./limiter";
import { logRequest, type LoggedRequest } from "./request-log";
import { backOff, parseRetryAfter, planRetry, verdictOfStatus, type FailedTry } from "./retry-timing";
import { createSharedReads, type SharedReads } from "./shared-reads";
import {
  createTransport,
  type Transport,
  type WireAnswer,
  type WireFailure,
  type WireRequest,
} from "./transport";
import { createTurnKeys, type TurnKeys } from "./turn-keys";
import { createTurns, type Turns } from "./turns";

/** Nothing was sent: the API has asked for a pause that is longer than a call waits. */
export interface Paused {
  readonly failure: "paused";
  readonly pausedMs: number;
}

/** What came of a request after all its tries. */
export interface Sent {
  readonly outcome: WireAnswer | WireFailure | Paused;
  readonly tries: number;
  /** The answer to an earlier try was lost: whatever the last one says, it may have been carried out. */
  readonly lost: boolean;
}

/** What all calls with one credential share. */
export interface Lane {
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly reads: SharedReads<Sent>;
  readonly turns: Turns;
  readonly turnKeys: TurnKeys;
}

export function createLane(environment: ClientEnvironment, budget: Budget): Lane {
  return {
    transport: createTransport(),
    limiter: createLimiter(environment, budget),
    reads: createSharedReads(),
    turns: createTurns(),
    turnKeys: createTurnKeys(),
  };
}

/** Sends until an answer stands or another try is no use, and logs one line. Never throws. */
export async function send(
  lane: Lane,
  environment: ClientEnvironment,
  request: WireRequest,
  details: Pick<LoggedRequest, "query" | "body" | "secrets">,
): Promise<Sent> {
  const began = environment.now();
  const sent = await sendUntilSettled(lane, environment, request);
  logRequest(environment, {
    method: request.method,
    path: request.path,
    status: nameOf(sent.outcome),
    ms: environment.now() - began,
    tries: sent.tries,
    ...details,
  });
  return sent;
}

async function sendUntilSettled(
  lane: Lane,
  environment: ClientEnvironment,
  request: WireRequest,
): Promise<Sent> {
  const { repeatable } = request;
  let last: Sent | undefined;
  let lost = false;
  let firstTry: number | undefined;
  for (let tries = 1; ; tries++) {
    const pausedMs = await lane.limiter.take();
    if (pausedMs !== undefined)
      return last ?? { outcome: { failure: "paused", pausedMs }, tries: 0, lost: false };
    firstTry ??= environment.now();
    const outcome = await lane.transport(request);
    const now = environment.now();
    const headers = "status" in outcome ? outcome.headers : {};
    const verdict = verdictOf(outcome);
    // Drawn once: what the others are held back and what this call waits are the same.
    const random = verdict === "never" ? 0 : environment.random();
    const retryAfterMs = parseRetryAfter(headers["retry-after"], now);
    if ("status" in outcome && outcome.status === 429)
      lane.limiter.pause(now + (retryAfterMs ?? backOff(tries, random)));
    lane.limiter.done(headers);
    last = { outcome, tries, lost };
    lost ||= verdict === "maybe";
    const wait = planRetry({ tries, elapsedMs: now - firstTry, repeatable, verdict, retryAfterMs }, random);
    if (wait === undefined) return last;
    await environment.sleep(wait);
  }
}

function verdictOf(outcome: WireAnswer | WireFailure): FailedTry["verdict"] {
  if ("status" in outcome) return verdictOfStatus(outcome.status);
  if (outcome.failure === "unreachable") return "refused";
  // A certificate does not get better by asking again.
  return outcome.failure === "tls" ? "never" : "maybe";
}

function nameOf(outcome: Sent["outcome"]): number | string {
  if ("status" in outcome) return outcome.status;
  return outcome.failure === "paused" ? "paused" : outcome.code;
}
