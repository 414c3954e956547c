import { redacted } from "../../redaction";
import { isLoopback } from "../connection/setting-values";
import type { ClientEnvironment } from "../environment";
import { Pacer, type Remaining } from "./pacer";
import { type Quota, QuotaWindows } from "./quota-windows";
import { LONGEST_PAUSE_MS } from "./retry-timing";
import { counted } from "../../words";

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
 * bucket, which refills while it is drained, would let twice the quota into the first window. With a share below 1 the requests are
 * also paced: other processes have the other shares.
 */
export function createRateLimiter(
  environment: Pick<ClientEnvironment, "now" | "sleep" | "log">,
  quotas: readonly Quota[],
  share = 1,
) {
  const windows = new QuotaWindows(quotas);
  const pacer = new Pacer(share);
  let pausedUntil = 0;
  let anyResponse = false;
  let wakeAt = Infinity;
  let announcedUntil = 0;
  let paceAnnouncedUntil = 0;
  const waiting: { readonly resolve: (pausedMs?: number) => void; readonly first: boolean }[] = [];
  const allowances = new Map<string, Allowance>();

  return {
    /**
     * Resolves when a request may start, in the order of the calls. Resolves with a number if no request may start: the
     * milliseconds left of a wait that is too long. `first`: before the requests that wait already, and without waiting for the
     * time of its share, which those after it then wait longer for.
     */
    acquire: (first = false) =>
      new Promise<number | undefined>((resolve) => {
        if (first) waiting.unshift({ resolve, first });
        else waiting.push({ resolve, first });
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
      const room = Math.min(waiting.length, maxInFlight - inFlight, unusedAllowance(), windows.room(now));
      const granted = share === 1 ? room : 1;
      const next = waiting[0]?.first ? undefined : pacer.next(windows.quotas, inFlight, now);
      if (next && next.at > now) {
        waitForShare(next, now);
        return;
      }
      windows.start(granted);
      for (const { resolve, first } of waiting.splice(0, granted)) {
        pacer.start(first, now);
        resolve();
      }
    }
  }

  function waitForShare({ at, quota }: { readonly at: number; readonly quota: Quota }, now: number): void {
    // The end of a request in flight calls pump again.
    if (at === Infinity) return;
    if (at - now > LONGEST_PAUSE_MS) {
      refuseAll(at - now);
      return;
    }
    if (now >= paceAnnouncedUntil && announce(at, now, shareReason(share, quota)))
      paceAnnouncedUntil = now + quota.windowMs;
    // The surplus is smaller by then, so the decision may be a later time, by ever smaller steps.
    sleepUntil(Math.ceil(at), now);
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
      refuseAll(at - now);
      return;
    }
    announce(at, now, reason);
    sleepUntil(at, now);
  }

  function refuseAll(pausedMs: number): void {
    for (const { resolve } of waiting.splice(0)) resolve(pausedMs);
  }

  function sleepUntil(at: number, now: number): void {
    if (wakeAt <= at) return;
    wakeAt = at;
    void environment.sleep(at - now).then(() => {
      if (wakeAt === at) wakeAt = Infinity;
      pump();
    });
  }

  /** Returns whether it has logged the wait. */
  function announce(until: number, now: number, reason: string): boolean {
    if (until - now < NOTABLE_WAIT_MS) return false;
    if (now < announcedUntil && until < announcedUntil + NOTABLE_DELAY_MS) return false;
    announcedUntil = until;
    environment.log(redacted(`edge: waiting ${Math.ceil((until - now) / 1000)} s: ${reason}`));
    return true;
  }

  function learn(headers: ResponseHeaders): void {
    const policies = parsePolicies(headers["ratelimit-policy"]);
    if (policies.length > 0) windows.learn(policies);
    const remaining = parseRemaining(headers["ratelimit"]);
    // A response without the header has still used one request.
    if (remaining.length === 0)
      for (const [name, { left, until }] of allowances) allowances.set(name, { left: left - 1, until });
    const now = environment.now();
    pacer.learn(remaining, now);
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

function usedUpReason({ quota }: { readonly quota: Quota }): string {
  return `${textOf(quota)} are used up`;
}

function shareReason(share: number, quota: Quota): string {
  return `the share of this process is 1/${Math.round(1 / share)} of ${textOf(quota)}`;
}

function textOf({ quota, windowMs }: Quota): string {
  return `${counted(quota, "request")} in ${durationOf(windowMs)}`;
}

function durationOf(ms: number): string {
  return ms % 60_000 === 0 ? counted(ms / 60_000, "minute") : counted(ms / 1000, "second");
}

/** Parses `Ratelimit: "default";r=50;t=30`: the requests left, and when the quota resets. Items without `r` or `t` are ignored. */
export function parseRemaining(text: string | undefined): Remaining[] {
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
