/** A limit of a credential: `quota` requests in any window of `windowMs`. */
export interface Quota {
  readonly quota: number;
  readonly windowMs: number;
  /** The name in the API's headers. A documented quota has none. */
  readonly name?: string;
}

/**
 * The requests of one credential. A request counts against a quota from its start until one window after its end: by its end the
 * server has counted it, however slow the network was.
 */
export class QuotaWindows {
  #quotas: readonly Quota[];
  #inFlight = 0;
  /** Requests that ended at the same time, in the order of their ends. */
  readonly #ended: { readonly at: number; count: number }[] = [];

  constructor(quotas: readonly Quota[]) {
    this.#quotas = quotas;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get quotas(): readonly Quota[] {
    return this.#quotas;
  }

  learn(quotas: readonly Quota[]): void {
    this.#quotas = quotas;
  }

  start(count: number): void {
    this.#inFlight += count;
  }

  end(now: number): void {
    this.#inFlight -= 1;
    const longest = Math.max(0, ...this.#quotas.map(({ windowMs }) => windowMs));
    const isForgotten = (at: number) => at + longest <= now || at > now;
    while (this.#ended[0] && isForgotten(this.#ended[0].at)) this.#ended.shift();
    const last = this.#ended.at(-1);
    if (last?.at === now) last.count += 1;
    else if (longest > 0) this.#ended.push({ at: now, count: 1 });
  }

  /** Returns how many requests may start now: `Infinity` without a quota. */
  room(now: number): number {
    return Math.max(0, Math.min(...this.#quotas.map((quota) => quota.quota - this.#used(quota, now))));
  }

  /** Returns the quota that is used up for the longest time, and when a request may start if none in flight ends before. */
  usedUp(now: number): { readonly at: number; readonly quota: Quota } | undefined {
    const full = this.#quotas.filter((quota) => this.#used(quota, now) >= quota.quota);
    const all = full.map((quota) => ({ at: this.#freeAt(quota, now), quota }));
    return all.reduce<(typeof all)[number] | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined);
  }

  #used({ windowMs }: Quota, now: number): number {
    return this.#inFlight + sum(this.#ended.filter(({ at }) => at + windowMs > now));
  }

  #freeAt(quota: Quota, now: number): number {
    let used = this.#used(quota, now);
    for (const { at, count } of this.#ended) {
      if (at + quota.windowMs <= now) continue;
      used -= count;
      if (used < quota.quota) return at + quota.windowMs;
    }
    return now + quota.windowMs;
  }
}

function sum(batches: readonly { readonly count: number }[]): number {
  return batches.reduce((total, { count }) => total + count, 0);
}
