/** A clock that jumps to the next event. */
export class VirtualClock {
  readonly #events: { readonly at: number; readonly happen: () => void }[] = [];
  #now = Date.parse("2030-01-01T00:00:00Z");

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.#events.push({ at: this.#now + ms, happen: resolve });
    });

  /** Lets events happen until the work has ended. */
  async play(work: Promise<unknown>): Promise<void> {
    const ended = work.then(() => true);
    while (!(await Promise.race([ended, settled()]))) {
      this.#events.sort((a, b) => a.at - b.at);
      const next = this.#events.shift();
      if (!next) throw new Error("no more events: the run is stuck");
      this.#now = Math.max(this.#now, next.at);
      next.happen();
    }
  }
}

/** Resolves after all work of the current time is done. */
function settled(): Promise<false> {
  return new Promise((resolve) => setImmediate(() => resolve(false)));
}
