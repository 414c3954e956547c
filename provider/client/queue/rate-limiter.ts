import { isLoopback } from "../connection/parse-base-url";
import type { Budget, BudgetWait } from "../budget/budget";
import type { Quota } from "../budget/entry";
import type { ClientEnvironment } from "../environment";
import { parsePolicies, parseRemaining } from "./rate-limit-headers";
import { redacted } from "../../redaction";

/** The documented limit of a credential. A `Ratelimit-Policy` header replaces it. */
const DOCUMENTED_QUOTA: Quota = { quota: 1200, windowMs: 300_000 };

/** Maximum number of concurrent requests. */
export const MAX_IN_FLIGHT = 32;
/** If the server asks for a longer pause, calls fail instead of waiting. */
const LONGEST_PAUSE_MS = 120_000;
/** Waits of at least this length are logged. */
const NOTABLE_WAIT_MS = 5_000;
/** During a logged wait, another wait is logged only if it ends this much later. */
const NOTABLE_DELAY_MS = 60_000;

/**
 * Delays requests of one credential until every sliding window has room. A burst may use the whole quota at once: a token
 * bucket, which refills while it is drained, would let twice the quota into the first window.
 */
export interface RequestRateLimiter {
  /**
   * Resolves when a request may start, in the order of the calls. Resolves with a number if no request may start: the
   * milliseconds left of a pause that is too long to wait for. `first`: before the requests that wait already.
   */
  acquire(first?: boolean): Promise<number | undefined>;
  /** Must be called once for each started request, with the headers of its response, or `{}` without a response. */
  release(headers: ResponseHeaders): void;
  /** No request starts before `until` (milliseconds since 1970). */
  pause(until: number): void;
}

const PAUSED = "the API asked for a pause (status 429)";

type ResponseHeaders = Readonly<Record<string, string>>;

/** The requests left according to a `Ratelimit` header. */
interface Allowance {
  readonly left: number;
  readonly until: number;
}

/** Returns the quotas known before the first response. A local platform has only the limits that it announces. */
export function documentedQuotas(baseUrl: string | undefined): readonly Quota[] {
  if (baseUrl === undefined || isLoopback(new URL(baseUrl).hostname)) return [];
  return [DOCUMENTED_QUOTA];
}

export function createRateLimiter(
  environment: Pick<ClientEnvironment, "now" | "sleep" | "log">,
  budget: Budget,
): RequestRateLimiter {
  let inFlight = 0;
  let anyResponse = false;
  let wakeAt = Infinity;
  let announcedUntil = 0;
  const waiting: ((pausedMs?: number) => void)[] = [];
  const allowances = new Map<string, Allowance>();

  return {
    acquire: (first = false) =>
      new Promise((resolve) => {
        if (first) waiting.unshift(resolve);
        else waiting.push(resolve);
        pump();
      }),
    release(headers) {
      inFlight -= 1;
      anyResponse = true;
      learn(headers);
      // The window counts from the end of the request: by then the server has counted it, however slow the network was.
      budget.ended(environment.now());
      pump();
    },
    pause(until) {
      const now = environment.now();
      budget.pause(until, now);
      // Calls fail during a longer pause, and their errors report it.
      if (until - now <= LONGEST_PAUSE_MS) announce(until, now, PAUSED);
    },
  };

  function pump(): void {
    while (waiting.length > 0) {
      const now = environment.now();
      const pausedUntil = budget.pausedUntil(now);
      const pausedMs = pausedUntil - now;
      if (pausedMs > LONGEST_PAUSE_MS) {
        for (const resolve of waiting.splice(0)) resolve(pausedMs);
        return;
      }
      const resetsAt = allowanceResetsAt(now);
      // The first request goes alone: its response tells how much of the quota others have used.
      const maxInFlight = anyResponse ? MAX_IN_FLIGHT : 1;
      // The end of a request in flight calls pump again.
      if (inFlight >= maxInFlight || (inFlight > 0 && resetsAt > now)) return;
      if (pausedUntil > now || resetsAt > now) {
        const reason = pausedUntil >= resetsAt ? PAUSED : noneLeftReason(budget.nextRoom(now), now);
        wake(Math.max(pausedUntil, resetsAt), now, reason);
        return;
      }
      const granted = budget.claim(Math.min(waiting.length, maxInFlight - inFlight, unusedAllowance()), now);
      if (granted === 0) {
        const wait = budget.nextRoom(now);
        wake(wait.at, now, usedUpReason(wait));
        return;
      }
      inFlight += granted;
      for (const start of waiting.splice(0, granted)) start();
    }
  }

  /** Returns when the exhausted allowance resets, counting requests in flight as used. 0 if none is exhausted. */
  function allowanceResetsAt(now: number): number {
    let at = 0;
    for (const [name, { left, until }] of allowances) {
      if (until <= now) allowances.delete(name);
      else if (left <= inFlight) at = Math.max(at, until);
    }
    return at;
  }

  function unusedAllowance(): number {
    return Math.min(...[...allowances.values()].map(({ left }) => left - inFlight));
  }

  function wake(at: number, now: number, reason: string): void {
    announce(at, now, reason);
    if (wakeAt <= at) return;
    wakeAt = at;
    void environment.sleep(at - now).then(() => {
      wakeAt = Infinity;
      pump();
    });
  }

  function announce(until: number, now: number, reason: string): void {
    if (until - now < NOTABLE_WAIT_MS) return;
    if (now < announcedUntil && until < announcedUntil + NOTABLE_DELAY_MS) return;
    announcedUntil = until;
    environment.log(redacted(`edge: waiting ${Math.ceil((until - now) / 1000)} s: ${reason}`));
  }

  function learn(headers: ResponseHeaders): void {
    const policies = parsePolicies(headers["ratelimit-policy"]);
    if (policies.length > 0) budget.learn(policies);
    const remaining = parseRemaining(headers["ratelimit"]);
    // A response without the header has still used one request.
    if (remaining.length === 0)
      for (const [name, { left, until }] of allowances) allowances.set(name, { left: left - 1, until });
    const now = environment.now();
    for (const { name, left, resetMs } of remaining) {
      const known = allowances.get(name);
      // Responses may arrive out of order: within one period the lowest number is the latest.
      if (known && known.until > now && known.left <= left) continue;
      allowances.set(name, { left, until: now + resetMs });
    }
  }
}

/** The server also counts the requests of other machines and of the dashboard. */
function noneLeftReason(wait: BudgetWait, now: number): string {
  return wait.at > now
    ? usedUpReason(wait)
    : "the API reports that no requests are left; it also counts requests from other machines and the dashboard";
}

function usedUpReason({ quota, own, others }: BudgetWait): string {
  const requests = quota
    ? `${quota.quota.toLocaleString("en-US")} requests in ${durationOf(quota.windowMs)}`
    : "all requests";
  return `${requests} are used up (by ${spendersText(own, others)})`;
}

function spendersText(own: boolean, others: number): string {
  if (others === 0) return "this process";
  const count = own
    ? `this process and ${others} ${others === 1 ? "other" : "others"}`
    : `${others} other ${others === 1 ? "process" : "processes"}`;
  return `${count} on this machine`;
}

function durationOf(ms: number): string {
  const [count, unit] = ms % 60_000 === 0 ? [ms / 60_000, "minute"] : [ms / 1000, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
