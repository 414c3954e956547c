import { isLoopback } from "./base-url";
import type { ClientEnvironment } from "./environment";
import { parsePolicies, parseRemaining, type Policy } from "./rate-headers";

/** The documented limit of a credential. Any `Ratelimit-Policy` that the server sends takes its place. */
const DOCUMENTED_POLICY: Policy = { name: "documented", quota: 1200, windowMs: 300_000 };

/** Requests under way at a time. */
export const MAX_IN_FLIGHT = 32;
/** A longer pause, asked for by the server, fails the call instead of holding it. */
const LONGEST_PAUSE_MS = 120_000;

/**
 * One per credential. Holds every call back until no window of the policy would be overrun, so that a burst of the whole
 * quota may go at once. (A bucket that refills while it is emptied would let twice the quota into the first window.)
 */
export interface Limiter {
  /**
   * Resolves when a request may start; first come, first served. With a number, nothing may start: so many milliseconds
   * of a pause are left, which is too long to wait.
   */
  take(): Promise<number | undefined>;
  /** Once for each request that started, with its answer's headers; none when there was no answer. */
  done(headers: AnswerHeaders): void;
  /** Nobody starts before `until` (milliseconds since 1970). */
  pause(until: number): void;
}

type AnswerHeaders = Readonly<Record<string, string>>;

/** What a `Ratelimit` header left to us. */
interface Allowance {
  readonly left: number;
  readonly until: number;
}

/** Where requests to this address start from. A platform on this machine has no limit but what it tells. */
export function documentedPolicies(baseUrl: string | undefined): readonly Policy[] {
  if (baseUrl === undefined || isLoopback(new URL(baseUrl).hostname)) return [];
  return [DOCUMENTED_POLICY];
}

export function createLimiter(
  environment: Pick<ClientEnvironment, "now" | "sleep">,
  policies: readonly Policy[],
): Limiter {
  let windows = policies;
  let pausedUntil = 0;
  let inFlight = 0;
  let anyDone = false;
  let wakeAt = Infinity;
  const waiting: ((pausedMs?: number) => void)[] = [];
  /** When requests ended: the server has counted them by then, so that no delay on the way can crowd its window. */
  const ends: number[] = [];
  const allowances = new Map<string, Allowance>();

  return {
    take: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        pump();
      }),
    done(headers) {
      inFlight -= 1;
      anyDone = true;
      ends.push(environment.now());
      learn(headers);
      pump();
    },
    pause(until) {
      pausedUntil = Math.max(pausedUntil, until);
    },
  };

  function pump(): void {
    while (waiting.length > 0) {
      const now = environment.now();
      const pausedMs = pausedUntil - now;
      if (pausedMs > LONGEST_PAUSE_MS) {
        for (const answer of waiting.splice(0)) answer(pausedMs);
        return;
      }
      const wholeAgain = spentUntil(now);
      // The first goes alone: its answer tells what other processes have left of the quota.
      const most = anyDone ? MAX_IN_FLIGHT : 1;
      // The answer to one that is under way calls this again.
      if (inFlight >= most || (inFlight > 0 && wholeAgain > now)) return;
      const at = Math.max(pausedUntil, wholeAgain, roomAt(now));
      if (at > now) {
        wake(at, now);
        return;
      }
      inFlight += 1;
      waiting.shift()?.();
    }
  }

  /** When the allowance that is used up, those under way counted, is whole again; 0 when none is used up. */
  function spentUntil(now: number): number {
    let at = 0;
    for (const [name, { left, until }] of allowances) {
      if (until <= now) allowances.delete(name);
      else if (left <= inFlight) at = Math.max(at, until);
    }
    return at;
  }

  /** When every window has room for one more; Infinity when one that is under way has to end first. */
  function roomAt(now: number): number {
    const longest = Math.max(0, ...windows.map(({ windowMs }) => windowMs));
    while ((ends[0] ?? now) + longest < now) ends.shift();
    const times = windows.map(({ quota, windowMs }) => {
      if (inFlight >= quota) return Infinity;
      const blocking = ends[ends.length - (quota - inFlight)];
      return blocking === undefined ? 0 : blocking + windowMs;
    });
    return Math.max(0, ...times);
  }

  function wake(at: number, now: number): void {
    if (at === Infinity || wakeAt <= at) return;
    wakeAt = at;
    void environment.sleep(at - now).then(() => {
      wakeAt = Infinity;
      pump();
    });
  }

  function learn(headers: AnswerHeaders): void {
    const policy = parsePolicies(headers["ratelimit-policy"]);
    if (policy.length > 0) windows = policy;
    const told = parseRemaining(headers["ratelimit"]);
    // An answer that does not say what is left has used one up.
    if (told.length === 0)
      for (const [name, { left, until }] of allowances) allowances.set(name, { left: left - 1, until });
    const now = environment.now();
    for (const { name, left, resetMs } of told) {
      const known = allowances.get(name);
      // Answers overtake each other: within one period the lowest number is the latest.
      if (known && known.until > now && known.left <= left) continue;
      allowances.set(name, { left, until: now + resetMs });
    }
  }
}
