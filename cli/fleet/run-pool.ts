import type { FleetStack } from "./choose-stacks";
import type { RunReporter, StackResult } from "./run-reporter";
import type { StackEnd, StackWatcher } from "./run-stack";

export interface PoolOptions {
  readonly reporter: RunReporter;
  /** How many stacks at a time. */
  readonly jobs: number;
  /** Whether no stack begins after one has failed. */
  readonly failFast: boolean;
  /** No stack begins after this. */
  readonly stop: AbortSignal;
}

/** Runs some work for stacks, several at a time. A stack that fails does not stop the others unless asked. */
export async function runPool(
  stacks: readonly FleetStack[],
  { reporter, jobs, failFast, stop }: PoolOptions,
  work: (stack: FleetStack, watcher: StackWatcher) => Promise<StackEnd>,
): Promise<StackResult[]> {
  let isFailed = false;
  return atATime(stacks, jobs, async (one) => {
    const { stack } = one;
    if (stop.aborted || (failFast && isFailed)) return skipped(stack);
    const startedAt = Date.now();
    reporter.stackBegins(stack);
    const { succeeded, changes, diagnostics, lockedBy } = await work(one, {
      resource: () => reporter.resource(stack),
      diagnostic: (diagnostic) => reporter.diagnostic(stack, diagnostic),
    });
    if (lockedBy) for (const diagnostic of diagnostics) reporter.diagnostic(stack, diagnostic);
    isFailed ||= !succeeded;
    const status = succeeded ? "succeeded" : "failed";
    const result = { stack, status, seconds: (Date.now() - startedAt) / 1000, changes, diagnostics } as const;
    reporter.stackEnds(result);
    return result;
  });
}

export function skipped(stack: string): StackResult {
  return { stack, status: "skipped", seconds: 0, changes: {}, diagnostics: [] };
}

/** Works on items in their order, at most `limit` at a time. Returns the results in the order of the items. */
export async function atATime<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
