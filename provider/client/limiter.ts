import { isLoopback } from "./base-url";
import type { Budget, BudgetWait } from "./budget";
import type { Quota } from "./budget-entries";
import type { ClientEnvironment } from "./environment";
import { parsePolicies, parseRemaining } from "./rate-headers";
import { redacted } from "../redaction";

/** The documented limit of a credential. Any `Ratelimit-Policy` that the server sends takes its place. */
const DOCUMENTED_QUOTA: Quota = { quota: 1200, windowMs: 300_000 };

/** Requests under way at a time. */
export const MAX_IN_FLIGHT = 32;
/** A longer pause, asked for by the server, fails the call instead of holding it. */
const LONGEST_PAUSE_MS = 120_000;
/** A wait of at least this length is worth a line. */
const NOTABLE_WAIT_MS = 5_000;
/** While one wait lasts, only a wait that ends so much later is worth another line. */
const NOTABLE_DELAY_MS = 60_000;

/**
 * One per credential. Holds every call back until no window of a quota would be overrun, so that a burst of the whole
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

const PAUSED = "the API has asked for a pause (status 429)";

type AnswerHeaders = Readonly<Record<string, string>>;

/** What a `Ratelimit` header left to us. */
interface Allowance {
  readonly left: number;
  readonly until: number;
}

/** The quotas that are known before the first answer. A platform on this machine has no limit but what it tells. */
export function documentedQuotas(baseUrl: string | undefined): readonly Quota[] {
  if (baseUrl === undefined || isLoopback(new URL(baseUrl).hostname)) return [];
  return [DOCUMENTED_QUOTA];
}

export function createLimiter(
  environment: Pick<ClientEnvironment, "now" | "sleep" | "log">,
  budget: Budget,
): Limiter {
  let inFlight = 0;
  let anyDone = false;
  let wakeAt = Infinity;
  let announcedUntil = 0;
  const waiting: ((pausedMs?: number) => void)[] = [];
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
      learn(headers);
      // The server has counted a request by the time it ends, so that no delay on the way can crowd its window.
      budget.ended(environment.now());
      pump();
    },
    pause(until) {
      const now = environment.now();
      budget.pause(until, now);
      // A longer pause ends the calls with an error, which says the same.
      if (until - now <= LONGEST_PAUSE_MS) announce(until, now, PAUSED);
    },
  };

  function pump(): void {
    while (waiting.length > 0) {
      const now = environment.now();
      const pausedUntil = budget.pausedUntil(now);
      const pausedMs = pausedUntil - now;
      if (pausedMs > LONGEST_PAUSE_MS) {
        for (const answer of waiting.splice(0)) answer(pausedMs);
        return;
      }
      const wholeAgain = spentUntil(now);
      // The first goes alone: its answer tells what others have left of the quota.
      const most = anyDone ? MAX_IN_FLIGHT : 1;
      // The answer to one that is under way calls this again.
      if (inFlight >= most || (inFlight > 0 && wholeAgain > now)) return;
      if (pausedUntil > now || wholeAgain > now) {
        const why = pausedUntil >= wholeAgain ? PAUSED : nothingLeft(budget.nextRoom(now), now);
        wake(Math.max(pausedUntil, wholeAgain), now, why);
        return;
      }
      const granted = budget.claim(Math.min(waiting.length, most - inFlight, leftOver()), now);
      if (granted === 0) {
        const wait = budget.nextRoom(now);
        wake(wait.at, now, usedUp(wait));
        return;
      }
      inFlight += granted;
      for (const start of waiting.splice(0, granted)) start();
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

  function leftOver(): number {
    return Math.min(...[...allowances.values()].map(({ left }) => left - inFlight));
  }

  function wake(at: number, now: number, why: string): void {
    announce(at, now, why);
    if (wakeAt <= at) return;
    wakeAt = at;
    void environment.sleep(at - now).then(() => {
      wakeAt = Infinity;
      pump();
    });
  }

  function announce(until: number, now: number, why: string): void {
    if (until - now < NOTABLE_WAIT_MS) return;
    if (now < announcedUntil && until < announcedUntil + NOTABLE_DELAY_MS) return;
    announcedUntil = until;
    environment.log(redacted(`edge: waiting ${Math.ceil((until - now) / 1000)} s: ${why}`));
  }

  function learn(headers: AnswerHeaders): void {
    const policies = parsePolicies(headers["ratelimit-policy"]);
    if (policies.length > 0) budget.learn(policies);
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

/** The server's own count includes what other machines and the dashboard send. */
function nothingLeft(wait: BudgetWait, now: number): string {
  return wait.at > now
    ? usedUp(wait)
    : "the API says that no request is left; requests from elsewhere count too";
}

function usedUp({ quota, own, others }: BudgetWait): string {
  const spent = quota
    ? `${quota.quota.toLocaleString("en-US")} requests in ${durationOf(quota.windowMs)}`
    : "all requests";
  return `${spent} are used up (by ${spendersText(own, others)})`;
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
