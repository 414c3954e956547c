import { type Measured, nextStart } from "./pace";
import type { Quota } from "./quota-windows";

/** What a `Ratelimit` header says about the quota of this name. */
export interface Remaining {
  readonly name: string;
  readonly left: number;
  readonly resetMs: number;
}

/** Knows when a process with a share of each quota may start its next request. With the whole quota it never waits. */
export class Pacer {
  readonly #share: number;
  readonly #measured = new Map<string, Measured>();
  #pacedAt = -Infinity;
  #borrowed = 0;

  constructor(share: number) {
    this.#share = share;
  }

  /** The newest response is believed, although responses may arrive out of order: those in flight are few. */
  learn(remaining: readonly Remaining[], now: number): void {
    for (const { name, left, resetMs } of remaining)
      this.#measured.set(name, { left, until: now + resetMs, at: now });
    if (remaining.length > 0) return;
    // A response without the header has still used one request.
    for (const [name, one] of this.#measured) this.#measured.set(name, { ...one, left: one.left - 1 });
  }

  /** Counts a request that starts now. */
  start(isUrgent: boolean, now: number): void {
    if (isUrgent) this.#borrowed += 1;
    else {
      this.#pacedAt = now;
      this.#borrowed = 0;
    }
  }

  /** Returns when the next request may start, and which quota decides. Undefined if no quota is known. */
  next(
    quotas: readonly Quota[],
    inFlight: number,
    now: number,
  ): { readonly at: number; readonly quota: Quota } | undefined {
    if (this.#share === 1) return undefined;
    const own = { inFlight, pacedAt: this.#pacedAt, borrowed: this.#borrowed };
    const all = quotas.map((quota) => {
      const measured = this.#measuredOf(quota, quotas.length === 1);
      return { at: nextStart(quota, this.#share, own, measured, now), quota };
    });
    return all.reduce<(typeof all)[number] | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined);
  }

  /** A single quota and a single measurement belong together, whatever their names are. */
  #measuredOf({ name }: Quota, isOnly: boolean): Measured | undefined {
    const named = name === undefined ? undefined : this.#measured.get(name);
    if (named || !isOnly || this.#measured.size !== 1) return named;
    return [...this.#measured.values()][0];
  }
}
