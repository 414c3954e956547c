import { RateLimiter } from "../../../emulator/rate-limiter";
import type { Budget } from "../../../provider/client/budget/budget";
import { createRateLimiter } from "../../../provider/client/queue/rate-limiter";

/** Time from the start of a request to its response. */
const LATENCY_MS = 50;
/** Concurrent calls of one process, since the engine works on several resources in parallel. */
const CALLS = 16;

export interface VirtualRun {
  readonly answered: number;
  readonly refused: number;
  readonly seconds: number;
  readonly lines: readonly string[];
}

/**
 * Sends `requests` from each of several processes to the platform's rate limiter, in virtual time: the clock jumps to the next
 * event. A process stops after its first refused request, like a failed run.
 */
export async function virtualRun(
  limit: number,
  processes: readonly { budget: Budget; requests: number }[],
): Promise<VirtualRun> {
  const server = new RateLimiter(limit);
  const events: { at: number; happen: () => void }[] = [];
  const begin = Date.parse("2030-01-01T00:00:00Z");
  let now = begin;
  let answered = 0;
  let refused = 0;
  const lines: string[] = [];

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      events.push({ at: now + ms, happen: resolve });
    });
  const runs = processes.map(async ({ budget, requests }) => {
    const limiter = createRateLimiter(
      { now: () => now, sleep, log: (line) => void lines.push(line.text) },
      budget,
    );
    let left = requests;
    const call = async () => {
      while (left > 0) {
        left -= 1;
        if ((await limiter.acquire()) !== undefined) return;
        await sleep(LATENCY_MS / 2);
        const answer = server.count("the credential", now);
        await sleep(LATENCY_MS / 2);
        if (answer.refused) {
          refused += 1;
          left = 0;
          limiter.pause(now + Number(answer.headers["Retry-After"]) * 1000);
        } else answered += 1;
        const headers = Object.entries(answer.headers).map(
          ([name, value]) => [name.toLowerCase(), value] as const,
        );
        limiter.release(Object.fromEntries(headers));
      }
    };
    await Promise.all(Array.from({ length: CALLS }, call));
  });
  const all = Promise.all(runs).then(() => true);
  while (!(await Promise.race([all, settled()]))) {
    events.sort((a, b) => a.at - b.at);
    const next = events.shift();
    if (!next) throw new Error("no more events: the run is stuck");
    now = Math.max(now, next.at);
    next.happen();
  }
  return { answered, refused, seconds: (now - begin) / 1000, lines };
}

/** Resolves after all work of the current time is done. */
function settled(): Promise<false> {
  return new Promise((resolve) => setImmediate(() => resolve(false)));
}
