import type { BudgetEntry, Quota } from "./entry";
import { ATTEMPT_TIMEOUT_MS } from "../queue/transport";

/** A request without an end entry has ended by then: its process was killed, or the entry was lost. */
const LONGEST_REQUEST_MS = ATTEMPT_TIMEOUT_MS + 5_000;
/** An entry that lies further in the future was written before the clock was set back, and is ignored. */
const CLOCK_TOLERANCE_MS = 60_000;
/** While no quota is known, requests are remembered for this long, since the server may announce a quota later. */
const MEMORY_MS = 300_000;

/**
 * The state that results from applying the entries of a log in order. All processes compute the same state from the same
 * entries, so the order of the lines decides which requests may start, without a lock.
 */
export interface BudgetLedger {
  /** Returns the number of requests that a claim may start, and 0 for other entries. */
  apply(entry: BudgetEntry): number;
  quotas(): readonly Quota[];
  /** Number of requests that may start at this time. */
  room(now: number): number;
  /** Earliest time at which a request can start, and the quota that is used up until then. */
  nextRoom(now: number): { readonly at: number; readonly quota: Quota | undefined };
  /** End of the latest pause, or 0 without one. */
  pausedUntil(now: number): number;
  /** Processes whose requests count against a quota at this time. */
  spenders(now: number): ReadonlySet<string>;
  /** Entries from which a new ledger reaches the state of this one at `at`. */
  snapshot(at: number): BudgetEntry[];
}

type CountEntry = Extract<BudgetEntry, { readonly kind: "claim" | "end" }>;

/** Requests that started together. A request counts against a quota from its start until one window after its end. */
interface Batch {
  readonly who: string;
  readonly at: number;
  readonly count: number;
  readonly end: number | undefined;
}

export function createBudgetLedger(initial: readonly Quota[]): BudgetLedger {
  let quotas = initial;
  /** In the order of their starts. */
  let inFlight: Batch[] = [];
  /** In the order of their end entries. */
  const ended: Batch[] = [];
  let pauses: { readonly at: number; readonly until: number }[] = [];

  return {
    apply(entry) {
      switch (entry.kind) {
        case "claim":
          return claim(entry);
        case "spent":
          (entry.end === undefined ? inFlight : ended).push(entry);
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
    snapshot: (at) => [
      ...(quotas.length > 0 ? [{ kind: "quotas" as const, quotas }] : []),
      ...pauses.filter(({ until }) => until > at).map((pause) => ({ ...pause, kind: "pause" as const })),
      ...counted(longestWindow(), at).map((batch) => ({ ...batch, kind: "spent" as const })),
    ],
  };

  function claim({ who, at, count }: CountEntry): number {
    forget(at);
    const granted = Math.min(count, room(at));
    if (granted > 0) inFlight.push({ who, at, count: granted, end: undefined });
    return granted;
  }

  /** Checks ended batches from the front only: an expired batch behind a live one counts for nothing and is removed later. */
  function forget(now: number): void {
    const longest = longestWindow();
    const isExpired = (batch: Batch) => lastEnd(batch) + longest <= now;
    const first = ended.findIndex((batch) => !isExpired(batch));
    ended.splice(0, first < 0 ? ended.length : first);
    if (inFlight[0] && isExpired(inFlight[0])) inFlight = inFlight.filter((batch) => !isExpired(batch));
  }

  /** Ends the oldest requests of a process: which of its requests ended makes no difference to the sums. */
  function end({ who, at, count }: CountEntry): void {
    let left = count;
    inFlight = inFlight.flatMap((batch) => {
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
    for (const batch of inFlight) if (counts(batch, windowMs, now)) sum += batch.count;
    return sum;
  }

  /** Returns when the quota has room. Requests in flight are assumed to end now, the earliest possible time. */
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
    return [...ended, ...inFlight].filter((batch) => counts(batch, windowMs, now));
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
