/** Tries of one call, the first included. */
export const MAX_TRIES = 4;
/** From the first try of a call to its last, waits included; waiting for the limiter does not count. */
export const MAX_RETRY_MS = 120_000;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

export interface FailedTry {
  /** Tries made so far, this one included. */
  readonly tries: number;
  /** Since the first try began. */
  readonly elapsedMs: number;
  /** Doing it twice leaves the same as doing it once. */
  readonly repeatable: boolean;
  /** `refused`: surely not carried out and worth another try; `maybe`: it may have been; `never`: another try is no use. */
  readonly verdict: "refused" | "maybe" | "never";
  /** What the server asked for. */
  readonly retryAfterMs: number | undefined;
}

/** Milliseconds to wait before the next try; undefined: give up. `random` is from 0 up to 1. */
export function planRetry(failed: FailedTry, random: number): number | undefined {
  if (failed.verdict === "never" || failed.tries >= MAX_TRIES) return undefined;
  if (failed.verdict === "maybe" && !failed.repeatable) return undefined;
  const wait = failed.retryAfterMs ?? backOff(failed.tries, random);
  return failed.elapsedMs + wait > MAX_RETRY_MS ? undefined : wait;
}

/** Full jitter: many callers that failed together come back spread out. */
export function backOff(tries: number, random: number): number {
  return Math.round(random * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)));
}

/** 429 says that nothing was done; 408 and 5xx leave it open; no other status changes by asking again. */
export function verdictOfStatus(status: number): FailedTry["verdict"] {
  if (status === 429) return "refused";
  return status === 408 || status >= 500 ? "maybe" : "never";
}

/** Retry-After in milliseconds from `now`: seconds or a date, the past as 0; undefined for any other text. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  const value = text?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
