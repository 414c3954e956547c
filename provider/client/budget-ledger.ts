import type { BudgetEntry, Quota } from "./budget-entries";
import { TRY_TIMEOUT_MS } from "./transport";

/** A request that nobody reports as ended has reached the server by then: its process was killed, or its report was lost. */
const LONGEST_REQUEST_MS = TRY_TIMEOUT_MS + 5_000;
/** An entry that is newer than the present by more than this was written before the clock was set back. It is ignored. */
const CLOCK_TOLERANCE_MS = 60_000;
/** While no quota is known, requests are remembered for so long: the server may tell a quota later. */
const MEMORY_MS = 300_000;

/**
 * What the entries of a log say, read in their order. The same entries give the same answers in every process, so
 * that the order of the lines alone decides who may start, without a lock.
 */
export interface BudgetLedger {
  /** The number of requests that a claim may start; 0 for other entries. */
  apply(entry: BudgetEntry): number;
  quotas(): readonly Quota[];
  /** How many requests may start at this time. */
  room(now: number): number;
  /** The earliest time at which a request can start, and the quota that is used up until then. */
  nextRoom(now: number): { readonly at: number; readonly quota: Quota | undefined };
  /** The end of the latest pause; 0 without one. */
  pausedUntil(now: number): number;
  /** The processes whose requests count at this time. */
  spenders(now: number): ReadonlySet<string>;
  /** Entries that make another ledger answer as this one does from `at` on. */
  carried(at: number): BudgetEntry[];
}

/** Requests that started together. A request counts from its start until its end and a window's time after that. */
interface Batch {
  readonly who: string;
  readonly at: number;
  count: number;
  readonly end: number | undefined;
}

export function createBudgetLedger(initial: readonly Quota[]): BudgetLedger {
  let quotas = initial;
  let batches: Batch[] = [];
  let pauses: { readonly at: number; readonly until: number }[] = [];

  return {
    apply(entry) {
      switch (entry.kind) {
        case "claim":
          return claim(entry);
        case "spent":
          batches.push({ who: entry.who, at: entry.at, count: entry.count, end: entry.end });
          return 0;
        case "end":
          end(entry);
          return 0;
        case "quotas":
          quotas = entry.quotas;
          return 0;
        case "pause":
          pauses = [...pauses.filter(({ until }) => until > entry.at), entry];
          return 0;
        case "seal":
          return 0;
      }
    },
    quotas: () => quotas,
    room,
    nextRoom(now) {
      let latest: { at: number; quota: Quota | undefined } = { at: 0, quota: undefined };
      for (const quota of quotas) {
        const at = roomIn(quota, now);
        if (at > latest.at) latest = { at, quota };
      }
      return latest;
    },
    pausedUntil: (now) =>
      Math.max(0, ...pauses.filter(({ at }) => at <= now + CLOCK_TOLERANCE_MS).map(({ until }) => until)),
    spenders: (now) => new Set(counted(longestWindow(), now).map(({ who }) => who)),
    carried: (at) => [
      ...(quotas.length > 0 ? [{ kind: "quotas" as const, quotas }] : []),
      ...pauses.filter(({ until }) => until > at).map((pause) => ({ kind: "pause" as const, ...pause })),
      ...counted(longestWindow(), at).map((batch) => ({ kind: "spent" as const, ...batch })),
    ],
  };

  function claim(entry: { readonly who: string; readonly at: number; readonly count: number }): number {
    const longest = longestWindow();
    batches = batches.filter((batch) => lastEnd(batch) + longest > entry.at);
    const granted = Math.min(entry.count, room(entry.at));
    if (granted > 0) batches.push({ who: entry.who, at: entry.at, count: granted, end: undefined });
    return granted;
  }

  /** Which of several requests under way has ended makes no difference to any sum, so the oldest is taken. */
  function end(ended: { readonly who: string; readonly at: number; readonly count: number }): void {
    let left = ended.count;
    const closed: Batch[] = [];
    for (const batch of batches) {
      if (left === 0 || batch.who !== ended.who || lastEnd(batch) < ended.at || batch.end !== undefined)
        continue;
      const count = Math.min(left, batch.count);
      left -= count;
      batch.count -= count;
      closed.push({ who: batch.who, at: batch.at, count, end: ended.at });
    }
    batches = [...batches.filter(({ count }) => count > 0), ...closed];
  }

  function room(now: number): number {
    return Math.max(
      0,
      Math.min(...quotas.map(({ quota, windowMs }) => quota - sumOf(counted(windowMs, now)))),
    );
  }

  /** When the quota has room: each request that is under way is taken to end now, since it cannot end earlier. */
  function roomIn({ quota, windowMs }: Quota, now: number): number {
    const inWindow = counted(windowMs, now);
    let used = sumOf(inWindow);
    if (used < quota) return 0;
    const frees = inWindow
      .map((batch) => ({ at: (batch.end ?? Math.min(now, lastEnd(batch))) + windowMs, count: batch.count }))
      .sort((a, b) => a.at - b.at);
    for (const { at, count } of frees) {
      used -= count;
      if (used < quota) return at;
    }
    return now + windowMs;
  }

  function counted(windowMs: number, now: number): Batch[] {
    return batches.filter((batch) => batch.at <= now + CLOCK_TOLERANCE_MS && lastEnd(batch) + windowMs > now);
  }

  function longestWindow(): number {
    return quotas.length === 0 ? MEMORY_MS : Math.max(...quotas.map(({ windowMs }) => windowMs));
  }
}

function lastEnd({ at, end }: Batch): number {
  return end ?? at + LONGEST_REQUEST_MS;
}

function sumOf(batches: readonly Batch[]): number {
  return batches.reduce((sum, { count }) => sum + count, 0);
}
