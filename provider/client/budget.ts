import { randomBytes } from "node:crypto";
import { formatEntry, parseEntry, type BudgetEntry, type Quota } from "./budget-entries";
import { openBudgetFile, type BudgetFile } from "./budget-file";
import { createBudgetLedger } from "./budget-ledger";

/** A log of this size goes on in a next file. */
const SEALED_BYTES = 262_144;
/** About what an entry takes. */
const LINE_BYTES = 40;

/** What one credential may send, shared by the processes of this user on this machine. */
export interface Budget {
  /** The number of requests, `count` at most, that may start now. Each of them must be started. */
  claim(count: number, now: number): number;
  /** A request has ended. */
  ended(now: number): void;
  /** The server has told its quotas. */
  learn(quotas: readonly Quota[]): void;
  /** Nothing starts before `until`. */
  pause(until: number, now: number): void;
  pausedUntil(now: number): number;
  /** When a request can start at the earliest, and why not now. */
  nextRoom(now: number): BudgetWait;
}

export interface BudgetWait {
  readonly at: number;
  readonly quota: Quota | undefined;
  /** Whether requests of this process are a reason, and how many other processes are. */
  readonly own: boolean;
  readonly others: number;
}

export interface SharedBudget {
  readonly folder: string;
  /** The same for all who share the budget. It becomes part of a file's name. */
  readonly key: string;
  /** Takes the one line that says why the budget is not shared. */
  readonly warn: (line: string) => void;
}

/**
 * Without `shared`, and if its folder cannot be used, the budget is that of this process alone. `sealedBytes` is the
 * size at which a log goes on in a next file.
 */
export function createBudget(
  initial: readonly Quota[],
  shared?: SharedBudget,
  sealedBytes: number = SEALED_BYTES,
): Budget {
  const who = randomBytes(6).toString("hex");
  let ledger = createBudgetLedger(initial);
  let sharing = shared;
  let file: BudgetFile | undefined;
  let claimed = false;
  /** Requests under way that stand in no entry, since no quota was known when they started. */
  let untold = 0;

  return {
    claim(count, now) {
      // Where nothing is limited nothing is written, but for the first request of a process: the answer to another
      // process may tell a quota while that request is under way.
      if (claimed && ledger.quotas().length === 0) {
        untold += count;
        return count;
      }
      claimed = true;
      // No line is spent on a claim that is sure to get nothing.
      if (ledger.room(now) < 1) return 0;
      const granted = add({ kind: "claim", who, at: now, count });
      sealIfLong(now);
      return granted;
    },
    ended(now) {
      if (untold === 0) add({ kind: "end", who, at: now, count: 1 });
      else {
        untold -= 1;
        if (ledger.quotas().length > 0) add({ kind: "spent", who, at: now, count: 1, end: now });
      }
    },
    learn(quotas) {
      if (!areEqual(quotas, ledger.quotas())) add({ kind: "quotas", quotas });
    },
    pause(until, now) {
      const entry = { kind: "pause", at: now, until } as const;
      if (until <= ledger.pausedUntil(now)) return;
      // A server without quotas refuses this request, not the credential: the next run may try at once.
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

  /** Adds the entry for all to see; gives back what a claim was granted. */
  function add(entry: BudgetEntry): number {
    const text = formatEntry(entry);
    const granted = use((log) => {
      for (let tries = 0; tries < 3; tries++) {
        log.append(text);
        const result = readAll(log, text.trim());
        if (result !== undefined) return result;
        // The line stands behind a seal, so that it does not count: it is said again in the next file.
      }
      throw new Error("what is written cannot be read");
    });
    return granted ?? ledger.apply(entry);
  }

  /** Reads what all processes have added since; gives back what applying the line `own` gave, if it was read. */
  function readAll(log: BudgetFile, own?: string): number | undefined {
    let result: number | undefined;
    for (;;) {
      const sealedAt = readFile();
      if (sealedAt !== undefined) log.next(ledger.carried(sealedAt).map(formatEntry).join(""));
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

  /** Most of a long log no longer matters. */
  function sealIfLong(now: number): void {
    use((log) => {
      if (log.size() < sealedBytes || log.size() < 4 * LINE_BYTES * ledger.carried(now).length) return;
      log.append(formatEntry({ kind: "seal", at: now }));
      readAll(log);
    });
  }

  /** Works with the file; undefined if it is not shared, or no longer. What was read until then stays known. */
  function use<T>(work: (log: BudgetFile) => T): T | undefined {
    if (!sharing) return undefined;
    try {
      file ??= openBudgetFile(sharing.folder, sharing.key);
      return work(file);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      sharing.warn(
        `edge: the request budget is not shared with other processes on this machine: ${sharing.folder}: ${why}`,
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
