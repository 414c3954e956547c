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

type Told = Extract<BudgetEntry, { readonly kind: "claim" | "end" }>;

/** Requests that started together. A request counts from its start until its end and a window's time after that. */
interface Batch {
  readonly who: string;
  readonly at: number;
  readonly count: number;
  readonly end: number | undefined;
}

export function createBudgetLedger(initial: readonly Quota[]): BudgetLedger {
  let quotas = initial;
  /** In the order of their starts, and in the order in which their ends were told. */
  let underWay: Batch[] = [];
  const ended: Batch[] = [];
  let pauses: { readonly at: number; readonly until: number }[] = [];

  return {
    apply(entry) {
      switch (entry.kind) {
        case "claim":
          return claim(entry);
        case "spent":
          (entry.end === undefined ? underWay : ended).push(entry);
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
      ...pauses.filter(({ until }) => until > at).map((pause) => ({ ...pause, kind: "pause" as const })),
      ...counted(longestWindow(), at).map((batch) => ({ ...batch, kind: "spent" as const })),
    ],
  };

  function claim({ who, at, count }: Told): number {
    forget(at);
    const granted = Math.min(count, room(at));
    if (granted > 0) underWay.push({ who, at, count: granted, end: undefined });
    return granted;
  }

  /** What is over is looked at from the front alone: what stays behind it counts for nothing and goes later. */
  function forget(now: number): void {
    const longest = longestWindow();
    const isOver = (batch: Batch) => lastEnd(batch) + longest <= now;
    const first = ended.findIndex((batch) => !isOver(batch));
    ended.splice(0, first < 0 ? ended.length : first);
    if (underWay[0] && isOver(underWay[0])) underWay = underWay.filter((batch) => !isOver(batch));
  }

  /** Which of several requests under way has ended makes no difference to any sum, so the oldest is taken. */
  function end({ who, at, count }: Told): void {
    let left = count;
    underWay = underWay.flatMap((batch) => {
      if (left === 0 || batch.who !== who || lastEnd(batch) < at) return [batch];
      const closed = Math.min(left, batch.count);
      left -= closed;
      ended.push({ ...batch, count: closed, end: at });
      return closed < batch.count ? [{ ...batch, count: batch.count - closed }] : [];
    });
  }

  function room(now: number): number {
    return Math.max(0, Math.min(...quotas.map(({ quota, windowMs }) => quota - used(windowMs, now))));
  }

  function used(windowMs: number, now: number): number {
    let sum = 0;
    for (const batch of ended) if (counts(batch, windowMs, now)) sum += batch.count;
    for (const batch of underWay) if (counts(batch, windowMs, now)) sum += batch.count;
    return sum;
  }

  /** When the quota has room: each request that is under way is taken to end now, since it cannot end earlier. */
  function roomIn({ quota, windowMs }: Quota, now: number): number {
    let spent = used(windowMs, now);
    if (spent < quota) return 0;
    const frees = counted(windowMs, now)
      .map((batch) => ({ at: (batch.end ?? Math.min(now, lastEnd(batch))) + windowMs, count: batch.count }))
      .sort((a, b) => a.at - b.at);
    for (const { at, count } of frees) {
      spent -= count;
      if (spent < quota) return at;
    }
    return now + windowMs;
  }

  function counted(windowMs: number, now: number): Batch[] {
    return [...ended, ...underWay].filter((batch) => counts(batch, windowMs, now));
  }

  function longestWindow(): number {
    return quotas.length === 0 ? MEMORY_MS : Math.max(...quotas.map(({ windowMs }) => windowMs));
  }
}

function lastEnd({ at, end }: Batch): number {
  return end ?? at + LONGEST_REQUEST_MS;
}

function counts(batch: Batch, windowMs: number, now: number): boolean {
  return batch.at <= now + CLOCK_TOLERANCE_MS && lastEnd(batch) + windowMs > now;
}
