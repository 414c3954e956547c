import { AsyncLocalStorage } from "node:async_hooks";

/** What takes the place of a result if the operation was cancelled. */
export const CANCELLED = Symbol("cancelled");

/** An operation that may be cancelled, such as the creation of a resource. */
interface Operation {
  readonly run: CancellableRun;
  /** The number of writes that are on their way. */
  writing: number;
  /** Whether the API has, or may have, carried out a write. */
  hasWritten: boolean;
}

const current = new AsyncLocalStorage<Operation>();

/**
 * The operations of a run, which the user may cancel. An operation that has written nothing then sends no further request, and waits
 * for none. One that has sent a write goes on to its end, so that the state holds what was written.
 */
export class CancellableRun {
  /** What waits; not listeners of a signal, of which Node expects only a few. */
  readonly #waiting = new Set<() => void>();
  #isCancelled = false;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  cancel(): void {
    this.#isCancelled = true;
    for (const stop of this.#waiting) stop();
  }

  /** Runs an operation. */
  operate<T>(work: () => T): T {
    return current.run({ run: this, writing: 0, hasWritten: false }, work);
  }

  /** Waits for `work`, or until a cancellation at a moment when `mayStop` allows it. */
  async wait<T>(work: Promise<T>, mayStop: () => boolean): Promise<T | typeof CANCELLED> {
    let stop = (): void => undefined;
    const stopped = new Promise<typeof CANCELLED>((resolve) => {
      stop = () => {
        if (mayStop()) resolve(CANCELLED);
      };
    });
    this.#waiting.add(stop);
    try {
      return await Promise.race([work, stopped]);
    } finally {
      this.#waiting.delete(stop);
    }
  }
}

/** Whether the current operation must stop. */
export function isCancelled(): boolean {
  const operation = current.getStore();
  return operation !== undefined && operation.run.isCancelled && mayStop(operation);
}

/** Waits for `work`, or until the current operation must stop. */
export async function orCancelled<T>(work: Promise<T>): Promise<T | typeof CANCELLED> {
  const operation = current.getStore();
  if (!operation) return work;
  if (isCancelled()) return CANCELLED;
  return operation.run.wait(work, () => mayStop(operation));
}

/** Records that the current operation sends a write. The result must be called at its end, with whether it may be carried out. */
export function beginWrite(): (mayBeDone: boolean) => void {
  const operation = current.getStore();
  if (!operation) return () => undefined;
  operation.writing += 1;
  return (mayBeDone) => {
    operation.writing -= 1;
    operation.hasWritten ||= mayBeDone;
  };
}

function mayStop({ writing, hasWritten }: Operation): boolean {
  return writing === 0 && !hasWritten;
}

/** When the operation that sends the requests must end, in milliseconds since 1970. */
const currentEnd = new AsyncLocalStorage<number>();

/**
 * Runs an operation with a time limit. A request that is on its way is not cut off, since nobody could know whether it was carried
 * out; no further request or retry starts after the limit.
 */
export function withTimeLimit<T>(seconds: number, work: () => T, now: () => number = Date.now): T {
  return seconds > 0 ? currentEnd.run(now() + seconds * 1000, work) : work();
}

/** Returns the milliseconds that are left to the current operation. */
export function timeLeft(now: number): number {
  return (currentEnd.getStore() ?? Infinity) - now;
}
