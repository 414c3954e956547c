import type { Quota } from "./quota-windows";

/** What a response said about a quota. Only differences of times are used, so the clocks of machines may differ. */
export interface Measured {
  /** The requests that all users of the credential together have left. */
  readonly left: number;
  /** When the quota resets. */
  readonly until: number;
  /** When the response arrived. */
  readonly at: number;
}

/** The requests of this process. */
export interface OwnRequests {
  readonly inFlight: number;
  /** When the last request started that had waited for its time. */
  readonly pacedAt: number;
  /** The requests since then that could not wait. The next one waits longer for it. */
  readonly borrowed: number;
}

/** The part of a quota that is left to other users of the credential. A burst of theirs may be almost as large. */
const RESERVE = 0.06;
/** The part of a quota that may be used as soon as a window begins. The rest is for the other users, as long as they may need it. */
const HEAD_START = 0.5;
/** The processes together use up a surplus in about this time. It is several round trips, or they would overshoot. */
const CATCH_UP_MS = 2_000;
/** If this part of a quota is used too early, the processes halve their rate; if three times as much, they have a tenth of it. */
const SLOW_DOWN = 1 / 120;
/** A measurement is believed for so many turns of a process, although the quota resets before: a window that slides always resets soon. */
const BELIEVED_TURNS = 3;
/** It is not believed for a longer part of a window than this. */
const BELIEVED_PART = 1 / 10;
/** The program, with its lookups, and the provider. Each paces itself by half of the share. */
const PROCESSES_OF_A_STACK = 2;

/**
 * Returns when a process with a share of the quota may start its next request if no response arrives before: a time up to `now` if it
 * may start, `Infinity` if it must wait for a response.
 *
 * Without a measurement, the process starts its requests at equal intervals, so that all shares together fit into any window. With one,
 * it compares the use of everybody with an even use of the window. If less is used, it takes its part of the difference in addition:
 * those who measure the same surplus use it once. The older the measurement, the less of the surplus is left. If more is used, all slow
 * down.
 */
export function nextStart(
  quota: Quota,
  share: number,
  own: OwnRequests,
  measured: Measured | undefined,
  now: number,
): number {
  const part = share / PROCESSES_OF_A_STACK;
  const evenRate = (part * quota.quota * (1 - RESERVE)) / quota.windowMs;
  // Times in the future are from before the clock was set back.
  const pacedAt = own.pacedAt > now ? -Infinity : own.pacedAt;
  const startAt = (rate: number) => pacedAt + (1 + own.borrowed) / rate;
  if (!measured || measured.at > now) return startAt(evenRate);
  const believedMs = Math.min(BELIEVED_TURNS / evenRate, BELIEVED_PART * quota.windowMs);
  const believedUntil = Math.max(measured.until, measured.at + believedMs);
  if (believedUntil <= now) return startAt(evenRate);

  const surplus = surplusOf(quota, measured);
  if (surplus >= 0) {
    const unused = part * surplus * Math.exp((measured.at - now) / CATCH_UP_MS);
    return own.inFlight > unused ? Infinity : startAt(evenRate + unused / CATCH_UP_MS);
  }
  if (own.inFlight >= 1) return Infinity;
  // Meanwhile the window allows more, but others use that.
  const slowness = 1 + (surplus / (SLOW_DOWN * quota.quota)) ** 2;
  return Math.min(startAt(evenRate / slowness), believedUntil);
}

/** Returns how many requests more could have been used at the time of the measurement. */
function surplusOf(quota: Quota, { left, until, at }: Measured): number {
  const elapsedMs = Math.min(Math.max(quota.windowMs - (until - at), 0), quota.windowMs);
  return HEAD_START * quota.quota + growthOf(quota) * elapsedMs - (quota.quota - left);
}

/** Returns how many requests more may be used in each millisecond of a window. */
function growthOf({ quota, windowMs }: Quota): number {
  return ((1 - RESERVE - HEAD_START) * quota) / windowMs;
}
