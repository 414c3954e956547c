import { RateLimiter } from "../../emulator/rate-limiter";
import type { ClientEnvironment } from "../../provider/client/environment";
import { documentedQuotas } from "../../provider/client/queue/rate-limiter";
import { createRequestQueue, sendWithRetries } from "../../provider/client/queue/request-queue";
import type { WireAnswer, WireRequest } from "../../provider/client/queue/transport";
import { VirtualClock } from "./virtual-clock";

/** Time from the start of a request to its response. */
const LATENCY_MS = 300;
/** Concurrent calls of one process, since the engine works on several resources in parallel. */
export const CALLS = 16;
const QUOTAS = documentedQuotas("https://api.cloudflare.com/client/v4");
const REQUEST: WireRequest = {
  method: "GET",
  url: "",
  path: "",
  headers: {},
  body: undefined,
  repeatable: true,
};

export interface VirtualRun {
  readonly answered: number;
  /** Answers with status 429. */
  readonly refused: number;
  /** Processes of which a call failed. */
  readonly failed: number;
  readonly seconds: number;
  readonly lines: readonly string[];
}

/**
 * Sends requests from several processes with one credential to the platform's rate limiter, in virtual time: the clock jumps to the
 * next event. `announced` adds the headers that tell what is left.
 */
export async function virtualRun(
  limit: number,
  processes: readonly number[],
  { announced = true } = {},
): Promise<VirtualRun> {
  const server = new RateLimiter(limit);
  const clock = new VirtualClock();
  const { now, sleep } = clock;
  const begin = now();
  let answered = 0;
  let refused = 0;
  let failed = 0;
  const lines: string[] = [];
  const environment: ClientEnvironment = {
    now,
    sleep,
    random: () => 0.5,
    log: (line) => void lines.push(line.text),
    logLevel: "off",
  };
  const transport = async (): Promise<WireAnswer> => {
    await sleep(LATENCY_MS / 2);
    const answer = server.count("the credential", now());
    await sleep(LATENCY_MS / 2);
    if (answer.refused) refused += 1;
    else answered += 1;
    const headers = Object.entries(answer.headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => announced || name === "retry-after");
    return { status: answer.refused ? 429 : 200, headers: Object.fromEntries(headers), text: "" };
  };
  const runs = processes.map(async (requests) => {
    const queue = { ...createRequestQueue(environment, QUOTAS), transport };
    let left = requests;
    const call = async (): Promise<boolean> => {
      while (left > 0) {
        left -= 1;
        const sent = { query: {}, body: undefined, secrets: [] };
        const { outcome } = await sendWithRetries(queue, environment, REQUEST, sent);
        if ("status" in outcome && outcome.status === 200) continue;
        left = 0;
        return false;
      }
      return true;
    };
    const succeeded = await Promise.all(Array.from({ length: CALLS }, call));
    if (succeeded.includes(false)) failed += 1;
  });
  await clock.play(Promise.all(runs));
  return { answered, refused, failed, seconds: (now() - begin) / 1000, lines };
}
