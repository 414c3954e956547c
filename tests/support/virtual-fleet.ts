import type { ClientEnvironment } from "../../provider/client/environment";
import { documentedQuotas } from "../../provider/client/queue/rate-limiter";
import { createRequestQueue, sendWithRetries } from "../../provider/client/queue/request-queue";
import type { WireAnswer, WireRequest } from "../../provider/client/queue/transport";
import { VirtualClock } from "./virtual-clock";

/** Time from the start of a request to its response. */
const LATENCY_MS = 300;
/** Concurrent calls of one process. */
const CALLS = 16;
/** Time from the start of a stack until its processes send requests. */
const STARTUP_MS = 3_000;
const QUOTAS = documentedQuotas("https://api.cloudflare.com/client/v4");
const REQUEST: WireRequest = {
  method: "GET",
  url: "",
  path: "",
  headers: {},
  body: undefined,
  repeatable: true,
};

/** Counts one request at a time in milliseconds, as `emulator/rate-limiter.ts` does. */
export interface CountingServer {
  count(key: string, now: number): { refused: boolean; headers: Readonly<Record<string, string>> };
}

export interface Fleet {
  readonly server: CountingServer;
  /** Whether the answers tell what is left. */
  readonly announced: boolean;
  readonly machines: number;
  /** Stacks that a machine runs at a time. */
  readonly atATime: number;
  readonly stacks: number;
  /** The requests of each process of a stack. */
  readonly processes: readonly number[];
  readonly share: number;
  /** Milliseconds by which the clock of each next machine is ahead. */
  readonly clockStep: number;
  /** When the first machine is killed with its processes. Its other stacks are not run. */
  readonly killedAtMs: number;
  /** A user who knows nothing of the fleet sends `burst` requests at once, every `everyMs`. */
  readonly foreign: { readonly burst: number; readonly everyMs: number } | undefined;
}

export interface FleetRun {
  /** Requests of the fleet that the server has counted. */
  readonly sent: number;
  readonly foreign: number;
  /** Answers with status 429, to whomever. */
  readonly refused: number;
  /** Stacks that have ended with all of their requests. */
  readonly ended: number;
  readonly seconds: number;
  readonly lines: readonly string[];
}

/** Runs the stacks of a fleet with the client's own code, in virtual time. Stacks are dealt out to the machines in turn. */
export async function virtualFleet(fleet: Fleet): Promise<FleetRun> {
  const clock = new VirtualClock();
  const begin = clock.now();
  const run = { sent: 0, foreign: 0, refused: 0, ended: 0, lastAt: begin, over: false };
  const lines: string[] = [];

  const machine = (index: number) => {
    const isDead = () => index === 0 && clock.now() - begin >= fleet.killedAtMs;
    const environment: ClientEnvironment = {
      now: () => clock.now() + index * fleet.clockStep,
      sleep: clock.sleep,
      random: () => 0.5,
      log: (line) => void lines.push(line.text),
      logLevel: "off",
    };
    const transport = async (): Promise<WireAnswer> => {
      if (isDead()) return new Promise(() => undefined);
      await clock.sleep(LATENCY_MS / 2);
      const { refused, headers } = fleet.server.count("the credential", clock.now());
      run.sent += 1;
      if (refused) run.refused += 1;
      await clock.sleep(LATENCY_MS / 2);
      run.lastAt = clock.now();
      const shown = Object.entries(headers)
        .map(([name, value]) => [name.toLowerCase(), value] as const)
        .filter(([name]) => fleet.announced || name === "retry-after");
      return { status: refused ? 429 : 200, headers: Object.fromEntries(shown), text: "" };
    };
    const runProcess = async (requests: number): Promise<boolean> => {
      const queue = { ...createRequestQueue(environment, QUOTAS, fleet.share), transport };
      let left = requests;
      const call = async (): Promise<boolean> => {
        while (left > 0) {
          left -= 1;
          const sent = { query: {}, body: undefined, secrets: [] };
          const { outcome } = await sendWithRetries(queue, environment, REQUEST, sent);
          if (!("status" in outcome) || outcome.status !== 200) return false;
        }
        return true;
      };
      return !(await Promise.all(Array.from({ length: CALLS }, call))).includes(false);
    };
    let stacks = Math.floor((fleet.stacks + fleet.machines - 1 - index) / fleet.machines);
    const runStacks = async () => {
      while (stacks > 0) {
        stacks -= 1;
        await clock.sleep(STARTUP_MS);
        const succeeded = await Promise.all(fleet.processes.map(runProcess));
        if (!succeeded.includes(false)) run.ended += 1;
      }
    };
    const slots = Promise.all(Array.from({ length: fleet.atATime }, runStacks));
    return index === 0 ? Promise.race([slots, clock.sleep(fleet.killedAtMs)]) : slots;
  };

  const runForeign = async ({ burst, everyMs }: NonNullable<Fleet["foreign"]>) => {
    while (!run.over) {
      for (let i = 0; i < burst; i++) {
        run.foreign += 1;
        if (fleet.server.count("the credential", clock.now()).refused) run.refused += 1;
      }
      await clock.sleep(everyMs);
    }
  };

  if (fleet.foreign) void runForeign(fleet.foreign);
  await clock.play(Promise.all(Array.from({ length: fleet.machines }, (_, index) => machine(index))));
  run.over = true;
  const { sent, foreign, refused, ended } = run;
  return { sent, foreign, refused, ended, seconds: (run.lastAt - begin) / 1000, lines };
}
