/** Identical reads that are under way at the same time are one request. */
export interface SharedReads<T> {
  get(key: string, send: () => Promise<T>): Promise<T>;
  /** Around a write: a read that starts now must not be answered by one that started before. */
  forget(): void;
}

export function createSharedReads<T>(): SharedReads<T> {
  const underWay = new Map<string, Promise<T>>();
  return {
    get(key, send) {
      const found = underWay.get(key);
      if (found) return found;
      const mine = send().finally(() => {
        if (underWay.get(key) === mine) underWay.delete(key);
      });
      underWay.set(key, mine);
      return mine;
    },
    forget: () => underWay.clear(),
  };
}
