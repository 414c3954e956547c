/** The documented window of five minutes. */
const WINDOW_SECONDS = 300;

/** Limits the requests per window of each key. A key that exceeds the limit is blocked for a whole window. */
export class RateLimiter {
  private readonly windows = new Map<string, { started: number; count: number; blockedUntil: number }>();

  /** Without a `limit`, all requests pass. */
  constructor(
    readonly limit: number | undefined,
    readonly windowSeconds: number = WINDOW_SECONDS,
  ) {}

  /** Counts one request. `now` is in milliseconds. The headers belong to every answer. */
  count(key: string, now: number): { refused: boolean; headers: Readonly<Record<string, string>> } {
    if (this.limit === undefined) return { refused: false, headers: {} };
    const seconds = now / 1000;
    const known = this.windows.get(key);
    const window =
      known && seconds < Math.max(known.started + this.windowSeconds, known.blockedUntil)
        ? known
        : { started: seconds, count: 0, blockedUntil: 0 };
    this.windows.set(key, window);
    window.count += 1;
    if (window.count > this.limit && window.blockedUntil === 0)
      window.blockedUntil = seconds + this.windowSeconds;
    const refused = window.blockedUntil > 0;
    const wait = Math.ceil((refused ? window.blockedUntil : window.started + this.windowSeconds) - seconds);
    const left = Math.max(0, this.limit - window.count);
    return {
      refused,
      headers: {
        Ratelimit: `"default";r=${left};t=${wait}`,
        "Ratelimit-Policy": `"default";q=${this.limit};w=${this.windowSeconds}`,
        ...(refused && { "Retry-After": String(wait) }),
      },
    };
  }

  clear(): void {
    this.windows.clear();
  }
}
