import { redacted } from "../../redaction";
import { isLoopback } from "../connection/setting-values";
import type { ClientEnvironment } from "../environment";
import { type Quota, QuotaWindows } from "./quota-windows";
import { LONGEST_PAUSE_MS } from "./retry-timing";

/** The documented limit of a credential. A `Ratelimit-Policy` header replaces it. */
const DOCUMENTED_QUOTA: Quota = { quota: 1200, windowMs: 300_000 };

export const MAX_IN_FLIGHT = 32;
/** Waits of at least this length are logged. */
const NOTABLE_WAIT_MS = 5_000;
/** During a logged wait, another wait is logged only if it ends this much later. */
const NOTABLE_DELAY_MS = 60_000;

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

/**
 * Delays requests of one credential until every sliding window has room. A burst may use the whole quota at once: a token
 * bucket, which refills while it is drained, would let twice the quota into the first window.
 */
export function createRateLimiter(
  environment: Pick<ClientEnvironment, "now" | "sleep" | "log">,
  quotas: readonly Quota[],
) {
  const windows = new QuotaWindows(quotas);
  let pausedUntil = 0;
  let anyResponse = false;
  let wakeAt = Infinity;
  let announcedUntil = 0;
  const waiting: ((pausedMs?: number) => void)[] = [];
  const allowances = new Map<string, Allowance>();

  return {
    /**
     * Resolves when a request may start, in the order of the calls. Resolves with a number if no request may start: the
     * milliseconds left of a wait that is too long. `first`: before the requests that wait already.
     */
    acquire: (first = false) =>
      new Promise<number | undefined>((resolve) => {
        if (first) waiting.unshift(resolve);
        else waiting.push(resolve);
        pump();
      }),
    /** Must be called once for each started request, with the headers of its response, or `{}` without a response. */
    release(headers: ResponseHeaders): void {
      anyResponse = true;
      learn(headers);
      windows.end(environment.now());
      pump();
    },
    /** No request starts before `until` (milliseconds since 1970). */
    pause(until: number): void {
      const now = environment.now();
      pausedUntil = Math.max(pausedUntil, until);
      // Calls fail during a longer pause, and their errors report it.
      if (until - now <= LONGEST_PAUSE_MS) announce(until, now, PAUSED);
    },
  };

  function pump(): void {
    while (waiting.length > 0) {
      const now = environment.now();
      const { inFlight } = windows;
      const resetsAt = allowanceResetsAt(now);
      // The first request goes alone: its response tells how much of the quota others have used.
      const maxInFlight = anyResponse ? MAX_IN_FLIGHT : 1;
      const isPaused = pausedUntil > now;
      // The end of a request in flight calls pump again.
      if (!isPaused && (inFlight >= maxInFlight || (inFlight > 0 && resetsAt > now))) return;
      if (isPaused || resetsAt > now) {
        if (pausedUntil >= resetsAt) wait(pausedUntil, now, PAUSED);
        else wait(resetsAt, now, noneLeftReason(windows.usedUp(now)));
        return;
      }
      const usedUp = windows.usedUp(now);
      if (usedUp) {
        wait(usedUp.at, now, usedUpReason(usedUp));
        return;
      }
      const granted = Math.min(waiting.length, maxInFlight - inFlight, unusedAllowance(), windows.room(now));
      windows.start(granted);
      for (const start of waiting.splice(0, granted)) start();
    }
  }

  /** Returns when the exhausted allowance resets, counting requests in flight as used. 0 if none is exhausted. */
  function allowanceResetsAt(now: number): number {
    let at = 0;
    for (const [name, { left, until }] of allowances) {
      if (until <= now) allowances.delete(name);
      else if (left <= windows.inFlight) at = Math.max(at, until);
    }
    return at;
  }

  function unusedAllowance(): number {
    return Math.min(...[...allowances.values()].map(({ left }) => left - windows.inFlight));
  }

  /** Lets the requests wait until `at`, or fail if that is too long. */
  function wait(at: number, now: number, reason: string): void {
    if (at - now > LONGEST_PAUSE_MS) {
      for (const resolve of waiting.splice(0)) resolve(at - now);
      return;
    }
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
    if (policies.length > 0) windows.learn(policies);
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

/** The server also counts the requests of other processes, of other machines and of the dashboard. */
function noneLeftReason(usedUp: { readonly quota: Quota } | undefined): string {
  return usedUp
    ? usedUpReason(usedUp)
    : "the API reports that no requests are left; it also counts requests from other processes and the dashboard";
}

function usedUpReason({ quota: { quota, windowMs } }: { readonly quota: Quota }): string {
  return `${quota.toLocaleString("en-US")} requests in ${durationOf(windowMs)} are used up`;
}

function durationOf(ms: number): string {
  const [count, unit] = ms % 60_000 === 0 ? [ms / 60_000, "minute"] : [ms / 1000, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Parses `Ratelimit: "default";r=50;t=30`: the requests left, and when the quota resets. Items without `r` or `t` are ignored. */
export function parseRemaining(text: string | undefined) {
  return itemsOf(text).flatMap(({ name, numbers }) => {
    const left = numbers.get("r");
    const reset = numbers.get("t");
    return left === undefined || reset === undefined ? [] : [{ name, left, resetMs: reset * 1000 }];
  });
}

/** Parses `Ratelimit-Policy: "burst";q=100;w=60`. Items without a positive quota and window are ignored. */
export function parsePolicies(text: string | undefined): (Quota & { readonly name: string })[] {
  return itemsOf(text).flatMap(({ name, numbers }) => {
    const quota = numbers.get("q") ?? 0;
    const window = numbers.get("w") ?? 0;
    return quota < 1 || window <= 0 ? [] : [{ name, quota, windowMs: window * 1000 }];
  });
}

/** Parses a list of structured fields: a name, then `;key=number` for each parameter. */
function itemsOf(text: string | undefined): { name: string; numbers: ReadonlyMap<string, number> }[] {
  if (!text) return [];
  return text.split(",").map((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const numbers = parameters.flatMap((parameter): [string, number][] => {
      const [, key = "", digits] = /^(\w+)=(\d+)$/.exec(parameter) ?? [];
      return digits === undefined ? [] : [[key, Number(digits)]];
    });
    return { name: name.replaceAll('"', ""), numbers: new Map(numbers) };
  });
}
