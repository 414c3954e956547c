/** Sends identical concurrent reads as one request. */
export class CoalescedReads<T> {
  readonly #inFlight = new Map<string, Promise<T>>();

  get(key: string, read: () => Promise<T>): Promise<T> {
    const existing = this.#inFlight.get(key);
    if (existing) return existing;
    const current = read().finally(() => {
      if (this.#inFlight.get(key) === current) this.#inFlight.delete(key);
    });
    this.#inFlight.set(key, current);
    return current;
  }

  /** Called before and after a write, so that no later read is answered by a request that started earlier. */
  forget(): void {
    this.#inFlight.clear();
  }
}
