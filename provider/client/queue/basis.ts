/**
 * A removal relies on a read that is at most this old when the removal is sent, in milliseconds. What somebody adds in that time may
 * be lost, because the API has no conditional writes.
 */
export const FRESH_FOR_REMOVAL_MS = 15_000;

/** What a write relies on, such as the version of the ruleset that it removes. */
export interface Basis {
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number;
  /** Reads it again, and returns when. Throws an EdgeError if the write must not be sent any more. */
  readonly confirm: () => Promise<number>;
}

const times = new WeakMap<object, number>();

/** Records when the request was sent whose answer contains these objects. */
export function noteRead(answer: unknown, sentAt: number): void {
  const objects: unknown[] = Array.isArray(answer) ? answer : [answer];
  for (const one of objects) if (typeof one === "object" && one !== null) times.set(one, sentAt);
}

/** Returns when an object was read: when the last attempt of its request was sent. Unknown objects were never read. */
export function readAt(answer: object): number {
  return times.get(answer) ?? -Infinity;
}
