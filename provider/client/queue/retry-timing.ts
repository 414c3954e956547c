/** Attempts of one call, including the first. */
export const MAX_ATTEMPTS = 4;
/**
 * From the first attempt of a call to its last, including the waits between them, but neither the first wait for the rate limiter
 * nor the pauses of a 429.
 */
export const MAX_RETRY_MS = 120_000;
/** If a request may start only after a longer wait, its call fails. Who exceeds the documented limit is refused for five minutes. */
export const LONGEST_PAUSE_MS = 600_000;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

export interface FailedAttempt {
  /** Attempts made so far, including this one. */
  readonly attempts: number;
  /** Since the first attempt started. */
  readonly elapsedMs: number;
  /** Sending the request twice has the same effect as sending it once. */
  readonly repeatable: boolean;
  /**
   * `refused`: the server did not carry the request out, and a retry may succeed; `unknown`: the server may have carried it out;
   * `final`: a retry cannot help.
   */
  readonly verdict: "refused" | "unknown" | "final";
  /** The wait that the server asked for. */
  readonly retryAfterMs: number | undefined;
}

/** Returns the milliseconds to wait before the next attempt, or undefined to give up. `random` is from 0 up to 1. */
export function planRetry(failed: FailedAttempt, random: number): number | undefined {
  if (failed.verdict === "final" || failed.attempts >= MAX_ATTEMPTS) return undefined;
  if (failed.verdict === "unknown" && !failed.repeatable) return undefined;
  const wait = failed.retryAfterMs ?? backOff(failed.attempts, random);
  if (failed.verdict === "refused" && failed.retryAfterMs !== undefined)
    return wait > LONGEST_PAUSE_MS ? undefined : wait;
  return failed.elapsedMs + wait > MAX_RETRY_MS ? undefined : wait;
}

/** Full jitter: callers that failed together retry at different times. */
export function backOff(attempts: number, random: number): number {
  return Math.round(random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1)));
}

/** With 429 the request was not carried out; 408 and 5xx leave that open; no other status changes on a retry. */
export function verdictOfStatus(status: number): FailedAttempt["verdict"] {
  if (status === 429) return "refused";
  return status === 408 || status >= 500 ? "unknown" : "final";
}

/** Parses Retry-After, seconds or a date, to milliseconds from `now`. A past date is 0; any other text is undefined. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  const value = text?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
