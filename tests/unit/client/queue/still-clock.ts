import { documentedQuotas, type createRateLimiter } from "../../../../provider/client/queue/rate-limiter";
import type { Redacted } from "../../../../provider/redaction";

export const NOTHING = {};
export const DOCUMENTED = documentedQuotas("https://api.cloudflare.com/client/v4");

/** A clock that only `advance` moves. */
export function stillClock() {
  let now = 1_000_000;
  let sleepers: { at: number; wake: () => void }[] = [];
  const lines: string[] = [];
  return {
    lines,
    log: (line: Redacted) => void lines.push(line.text),
    now: () => now,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + ms, wake });
      }),
    sleeping: () => sleepers.length,
    async advance(ms: number) {
      now += ms;
      const due = sleepers.filter(({ at }) => at <= now);
      sleepers = sleepers.filter(({ at }) => at > now);
      for (const { wake } of due) wake();
      await settle();
    },
  };
}

export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Asks `times` times and collects the answers. */
export function asked(limiter: ReturnType<typeof createRateLimiter>, times: number) {
  const answers: (number | undefined)[] = [];
  for (let i = 0; i < times; i++) void limiter.acquire().then((pausedMs) => answers.push(pausedMs));
  return answers;
}

/** Starts and ends `times` requests. */
export async function spend(limiter: ReturnType<typeof createRateLimiter>, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await limiter.acquire();
    limiter.release(NOTHING);
  }
}
