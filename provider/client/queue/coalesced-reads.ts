/** Sends identical concurrent reads as one request. */
export interface CoalescedReads<T> {
  get(key: string, read: () => Promise<T>): Promise<T>;
  /** Called before and after a write, so that no later read is answered by a request that started earlier. */
  forget(): void;
}

export function createCoalescedReads<T>(): CoalescedReads<T> {
  const inFlight = new Map<string, Promise<T>>();
  return {
    get(key, read) {
      const existing = inFlight.get(key);
      if (existing) return existing;
      const current = read().finally(() => {
        if (inFlight.get(key) === current) inFlight.delete(key);
      });
      inFlight.set(key, current);
      return current;
    },
    forget: () => inFlight.clear(),
  };
}
