import type { ClientEnvironment } from "./environment";
import { RateLimitError } from "./errors";
import { parsePolicies, parseRemaining, type Policy } from "./rate-headers";

/** The documented limit of a credential. Any `Ratelimit-Policy` that the server sends takes its place. */
export const DOCUMENTED_POLICY: Policy = { name: "documented", quota: 1200, windowMs: 300_000 };

/** Requests under way at a time. */
const MAX_IN_FLIGHT = 32;
/** Requests arrive with differing delays; so much more distance keeps the server's count below the quota. */
const WINDOW_MARGIN_MS = 1_000;
/** A pause that the server asks for and that is longer fails the call instead of holding it. */
const LONGEST_PAUSE_MS = 120_000;

interface Waiting {
  readonly go: () => void;
  readonly fail: (error: RateLimitError) => void;
}

/** What a `Ratelimit` header left to us. */
interface Allowance {
  readonly left: number;
  readonly until: number;
}

/**
 * One per credential. Holds every call back until no window of the policy would be overrun, so that a burst of the whole
 * quota may go at once (a bucket that refills while it is emptied would let twice the quota into the first window).
 */
export interface Limiter {
  /** Resolves when a request may start; first come, first served. Throws RateLimitError in a pause that is too long. */
  take(): Promise<void>;
  /** Once for each `take`, with the answer's headers when there was an answer. */
  done(headers: Readonly<Record<string, string>>): void;
  /** Nobody starts before `until` (milliseconds since 1970). */
  pause(until: number): void;
}

export function createLimiter(
  environment: Pick<ClientEnvironment, "now" | "sleep">,
  policies: readonly Policy[] = [DOCUMENTED_POLICY],
): Limiter {
  let windows = policies;
  let pausedUntil = 0;
  let inFlight = 0;
  let wakeAt = Infinity;
  const waiting: Waiting[] = [];
  const starts: number[] = [];
  const allowances = new Map<string, Allowance>();

  return {
    take: () =>
      new Promise((resolve, reject) => {
        waiting.push({ go: resolve, fail: reject });
        pump();
      }),
    done(headers) {
      inFlight -= 1;
      learn(headers);
      pump();
    },
    pause(until) {
      pausedUntil = Math.max(pausedUntil, until);
    },
  };

  function pump(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const now = environment.now();
      if (pausedUntil - now > LONGEST_PAUSE_MS) return failAll(pausedUntil - now);
      // An answer under way pumps again.
      if (inFlight >= MAX_IN_FLIGHT || (inFlight > 0 && spent(now) > now)) return;
      const at = Math.max(pausedUntil, spent(now), freeAt(now));
      if (at > now) return wake(at, now);
      waiting.shift();
      inFlight += 1;
      starts.push(now);
      next.go();
    }
  }

  function failAll(ms: number): void {
    const seconds = Math.ceil(ms / 1000);
    for (const { fail } of waiting.splice(0))
      fail(
        new RateLimitError(`the API asked for a pause of which ${seconds} s are left`, {
          hint: "Nothing was sent. Run it again after that.",
        }),
      );
  }

  /** When the first allowance that is used up, those under way counted, is whole again; 0 when none is. */
  function spent(now: number): number {
    let at = 0;
    for (const [name, { left, until }] of allowances) {
      if (until <= now) allowances.delete(name);
      else if (left <= inFlight) at = Math.max(at, until);
    }
    return at;
  }

  /** When every window has room for one more. */
  function freeAt(now: number): number {
    const longest = Math.max(0, ...windows.map(({ windowMs }) => windowMs + WINDOW_MARGIN_MS));
    while ((starts[0] ?? now) + longest < now) starts.shift();
    return Math.max(
      0,
      ...windows.map(({ quota, windowMs }) => {
        const blocking = starts[starts.length - quota];
        return blocking === undefined ? 0 : blocking + windowMs + WINDOW_MARGIN_MS;
      }),
    );
  }

  function wake(at: number, now: number): void {
    if (wakeAt <= at) return;
    wakeAt = at;
    void environment.sleep(at - now).then(() => {
      wakeAt = Infinity;
      pump();
    });
  }

  function learn(headers: Readonly<Record<string, string>>): void {
    const now = environment.now();
    const policy = parsePolicies(headers["ratelimit-policy"]);
    if (policy.length > 0) windows = policy;
    const told = parseRemaining(headers["ratelimit"]);
    // An answer that does not say what is left has used one up.
    if (told.length === 0)
      for (const [name, { left, until }] of allowances) allowances.set(name, { left: left - 1, until });
    for (const { name, left, resetMs } of told) {
      const known = allowances.get(name);
      // Answers overtake each other: within one period the lowest number is the latest.
      if (known && known.until > now && known.left <= left) continue;
      allowances.set(name, { left, until: now + resetMs });
    }
  }
}
