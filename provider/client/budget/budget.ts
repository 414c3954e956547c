import { randomBytes } from "node:crypto";
import { formatEntry, parseEntry, type BudgetEntry, type Quota } from "./entry";
import { openLogFile, type BudgetLogFile } from "./log-file";
import { createBudgetLedger } from "./ledger";

/** A log of this size continues in the next file. */
const SEALED_BYTES = 262_144;
/** Approximate size of an entry. */
const LINE_BYTES = 40;

/** The requests that one credential may send, shared by the processes of this user on this machine. */
export interface Budget {
  /** Returns how many of `count` requests may start now. The caller must start them all. */
  claim(count: number, now: number): number;
  /** Records that a request has ended. */
  ended(now: number): void;
  /** Records the quotas that the server announced. */
  learn(quotas: readonly Quota[]): void;
  /** Records that no request may start before `until`. */
  pause(until: number, now: number): void;
  pausedUntil(now: number): number;
  /** Returns the earliest time at which a request can start, and what it waits for. */
  nextRoom(now: number): BudgetWait;
}

export interface BudgetWait {
  readonly at: number;
  readonly quota: Quota | undefined;
  /** Whether requests of this process count against the quota. */
  readonly own: boolean;
  /** Number of other processes whose requests count against the quota. */
  readonly others: number;
}

export interface SharedBudget {
  readonly folder: string;
  /** Identifies the budget; part of a file name. */
  readonly key: string;
  /** Receives one line if the budget cannot be shared. */
  readonly warn: (line: string) => void;
}

/**
 * Creates a budget. It falls back to a budget of this process if `shared` is missing or its folder cannot be used.
 * `sealedBytes` is the size at which the log continues in the next file.
 */
export function createBudget(
  initial: readonly Quota[],
  shared?: SharedBudget,
  sealedBytes: number = SEALED_BYTES,
): Budget {
  const who = randomBytes(6).toString("hex");
  let ledger = createBudgetLedger(initial);
  let sharing = shared;
  let file: BudgetLogFile | undefined;
  let claimed = false;
  /** Requests in flight without an entry, since no quota was known when they started. */
  let unrecorded = 0;

  return {
    claim(count, now) {
      // Without a quota, only the first request of a process is recorded: another process may learn a quota while that
      // request is in flight.
      if (claimed && ledger.quotas().length === 0) {
        unrecorded += count;
        return count;
      }
      claimed = true;
      // A claim that cannot succeed is not written.
      if (ledger.room(now) < 1) return 0;
      const granted = add({ kind: "claim", who, at: now, count });
      sealIfLong(now);
      return granted;
    },
    ended(now) {
      if (unrecorded === 0) add({ kind: "end", who, at: now, count: 1 });
      else {
        unrecorded -= 1;
        if (ledger.quotas().length > 0) add({ kind: "spent", who, at: now, count: 1, end: now });
      }
    },
    learn(quotas) {
      if (!areEqual(quotas, ledger.quotas())) add({ kind: "quotas", quotas });
    },
    pause(until, now) {
      const entry = { kind: "pause", at: now, until } as const;
      if (until <= ledger.pausedUntil(now)) return;
      // A server without quotas limits this request, not the credential, so other processes need not wait.
      if (ledger.quotas().length === 0) ledger.apply(entry);
      else add(entry);
    },
    pausedUntil(now) {
      use(readAll);
      return ledger.pausedUntil(now);
    },
    nextRoom(now) {
      const spenders = ledger.spenders(now);
      const own = spenders.has(who);
      return { ...ledger.nextRoom(now), own, others: spenders.size - (own ? 1 : 0) };
    },
  };

  /** Appends an entry to the log, or applies it locally. Returns the number of granted requests of a claim. */
  function add(entry: BudgetEntry): number {
    const text = formatEntry(entry);
    const granted = use((log) => {
      for (let attempt = 0; attempt < 3; attempt++) {
        log.append(text);
        const result = readAll(log, text.trim());
        if (result !== undefined) return result;
        // The line follows a seal and is ignored, so it is appended again to the next file.
      }
      throw new Error("a written line cannot be read back");
    });
    return granted ?? ledger.apply(entry);
  }

  /** Applies the lines that all processes appended. Returns the result of applying the line `own`, if it was read. */
  function readAll(log: BudgetLogFile, own?: string): number | undefined {
    let result: number | undefined;
    for (;;) {
      const sealedAt = readFile();
      if (sealedAt !== undefined) log.next(ledger.snapshot(sealedAt).map(formatEntry).join(""));
      else if (log.removed()) log.reopen();
      else return result;
      ledger = createBudgetLedger(initial);
    }

    function readFile(): number | undefined {
      for (const line of log.read()) {
        const entry = parseEntry(line);
        if (entry?.kind === "seal") return entry.at;
        const granted = entry && ledger.apply(entry);
        if (line === own) result = granted;
      }
      return undefined;
    }
  }

  /** Continues in the next file when most of a long log no longer matters. */
  function sealIfLong(now: number): void {
    use((log) => {
      if (log.size() < sealedBytes || log.size() < 4 * LINE_BYTES * ledger.snapshot(now).length) return;
      log.append(formatEntry({ kind: "seal", at: now }));
      readAll(log);
    });
  }

  /** Runs `work` with the log. Returns undefined if the budget is not shared; the first error ends sharing. */
  function use<T>(work: (log: BudgetLogFile) => T): T | undefined {
    if (!sharing) return undefined;
    try {
      file ??= openLogFile(sharing.folder, sharing.key);
      return work(file);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      sharing.warn(
        `edge: the request budget is not shared with other processes on this machine: ${sharing.folder}: ${reason}`,
      );
      sharing = undefined;
      return undefined;
    }
  }
}

function areEqual(some: readonly Quota[], others: readonly Quota[]): boolean {
  const textOf = (quotas: readonly Quota[]) =>
    quotas.map(({ quota, windowMs }) => `${quota}/${windowMs}`).join();
  return textOf(some) === textOf(others);
}
