import { AsyncLocalStorage } from "node:async_hooks";

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
