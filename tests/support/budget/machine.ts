import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createBudget, type Budget } from "../../../provider/client/budget/budget";
import type { Quota } from "../../../provider/client/budget/entry";

export const WINDOW_MS = 10_000;
export const QUOTA = 7;
export const QUOTAS: readonly Quota[] = [{ quota: QUOTA, windowMs: WINDOW_MS }];
/** Longest possible duration of a request: the timeout of the transport. */
export const LONGEST_MS = 30_000;
export const START = Date.parse("2030-01-01T00:00:00Z");

/** Returns a temporary folder, which is deleted after the tests of the file. */
export function useBudgetRoot(): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "edge-budget-test-"));
  afterAll(() => fs.rmSync(root, { recursive: true }));
  return root;
}

let keys = 0;

/** Simulates processes that share one budget log. */
export function startMachine(folder: string, { quotas = QUOTAS, sealedBytes = 1_000_000 } = {}) {
  const key = `key${(keys += 1)}`;
  const lines: string[] = [];
  const files = () => fs.readdirSync(folder).filter((name) => name.startsWith(`${key}.`));
  const latest = () => Math.max(0, ...files().map((name) => Number(name.slice(key.length + 1))));
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  return {
    folder,
    lines,
    files,
    start: (): Budget =>
      createBudget(quotas, { folder, key, warn: (line) => void lines.push(line) }, sealedBytes),
    append: (text: string) => {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      fs.appendFileSync(path.join(folder, `${key}.${latest()}`), text, { mode: 0o600 });
    },
  };
}

/** Reads the log before it claims, like the rate limiter. */
export function claim(budget: Budget, count: number, now: number): number {
  budget.pausedUntil(now);
  return budget.claim(count, now);
}
