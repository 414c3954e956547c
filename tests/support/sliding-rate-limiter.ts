/** Allows `limit` requests in any window, and blocks who exceeds the limit for a whole window. */
export class SlidingRateLimiter {
  readonly #times: number[] = [];
  #blockedUntil = 0;

  /** `reset` is what the headers call the reset: that the oldest request leaves the window, or that all have left it. */
  constructor(
    readonly limit: number,
    readonly windowMs: number,
    readonly reset: "oldest" | "all",
  ) {}

  count(_key: string, now: number): { refused: boolean; headers: Readonly<Record<string, string>> } {
    while (this.#times[0] !== undefined && this.#times[0] + this.windowMs <= now) this.#times.shift();
    this.#times.push(now);
    if (this.#times.length > this.limit && this.#blockedUntil <= now)
      this.#blockedUntil = now + this.windowMs;
    const refused = this.#blockedUntil > now;
    const left = Math.max(0, this.limit - this.#times.length);
    const first = this.reset === "oldest" ? (this.#times[0] ?? now) : now;
    const wait = Math.ceil(((refused ? this.#blockedUntil : first + this.windowMs) - now) / 1000);
    return {
      refused,
      headers: {
        Ratelimit: `"default";r=${left};t=${wait}`,
        "Ratelimit-Policy": `"default";q=${this.limit};w=${this.windowMs / 1000}`,
        ...(refused && { "Retry-After": String(wait) }),
      },
    };
  }
}
