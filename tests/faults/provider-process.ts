import diagnostics from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import type { EngineProvider, load as Load } from "../../provider/dynamic";
import { withPlainAnswers } from "../support/engine-model/plain-answers";
import type { contextOf as ContextOf } from "../../provider/engine/context";
import type { Run } from "../../provider/lifecycle";
import { exported } from "../support/exported-state";
import { Timers, virtualDate } from "./clock";
import { EngineGone, ProviderGone, type ProviderProcess } from "../support/engine-model/process";
import type { Entry } from "../support/engine-model/steps";
import type { Front } from "./front";
import { keptByNode } from "./kept-by-node";
import { freshModules } from "./modules";
import { TOKEN, type World } from "./world";

/** Environment variables besides the platform's address and credential. */
export type Environment = Readonly<Record<string, string>>;

const START_OF_REQUEST = "http.client.request.start";

/** @param alter changes what lives as long as the run of the process, to see what depends on it */
export function startProcess(
  world: World,
  front: Front,
  environment: Environment,
  alter: (run: Run) => void = () => undefined,
): ProviderProcess {
  const lines: string[] = [];
  const providers = new Map<string, EngineProvider>();
  const running = new Set<Promise<unknown>>();
  let held = 0;
  let underWay = 0;
  let gone: Error | undefined;
  let dead = false;
  let cutShort: (error: Error) => void = () => undefined;
  const cut = new Promise<never>((_, reject) => (cutShort = reject));
  cut.catch(() => undefined);

  const timers = new Timers(world.clock, () => ({ underWay, held }));
  const { baseUrl, leave } = front.admit({
    dead: () => dead,
    killProvider: () => {
      dead = true;
      timers.end();
      cutShort((gone = new ProviderGone()));
    },
    killEngine: () => cutShort((gone = new EngineGone())),
    held: (change) => {
      held += change;
      timers.look();
    },
  });
  const onRequest = (message: unknown) => {
    // The message of the channel, as Node documents it.
    const { request } = message as { request: ClientRequest };
    if (!request.path.startsWith(new URL(baseUrl).pathname)) return;
    underWay += 1;
    request.once("close", () => {
      underWay -= 1;
      timers.look();
    });
  };
  diagnostics.subscribe(START_OF_REQUEST, onRequest);

  const kept = keptByNode(world.folder);
  const globals = globalsOf(world, timers, { ...environment, EDGE_BASE_URL: baseUrl }, lines);
  const load = freshModules(globals, kept.packages);
  // Modules are loaded by path, so their types are given here.
  const { load: loadKind } = load("provider/dynamic.ts") as { load: typeof Load };
  const { contextOf } = load("provider/engine/context.ts") as { contextOf: typeof ContextOf };
  const attempts = world.attempts.process({ isDead: () => dead });
  const { exactRules } = world.attempts;
  let stored: () => readonly Entry[] = () => [];
  const exportStack = () => Promise.resolve({ document: exported(stored(), world.pending) });

  return {
    lines,
    pending: world.pending,
    provider(kind) {
      const known = providers.get(kind);
      if (known) return known;
      const loaded = loadKind(kind, (config, run, log) => {
        alter(run);
        return {
          ...contextOf(config, run, log),
          attempts,
          exactRules,
          exportStack,
          hasEngineEnded: () => Promise.resolve(gone !== undefined),
        };
      });
      const made = withPlainAnswers(loaded);
      void made.configure({ config: { get: () => undefined } });
      providers.set(kind, made);
      return made;
    },
    async call(work) {
      if (gone) throw gone;
      const answer = work();
      running.add(answer);
      answer
        .catch(() => undefined)
        .finally(() => running.delete(answer))
        .catch(() => undefined);
      return Promise.race([answer, cut]);
    },
    shows: (state) => void (stored = state),
    async end() {
      if (!dead) await Promise.allSettled(running);
      dead = true;
      timers.end();
      kept.release();
      diagnostics.unsubscribe(START_OF_REQUEST, onRequest);
      leave();
    },
  };
}

function globalsOf(
  world: World,
  timers: Timers,
  environment: Environment,
  lines: string[],
): Parameters<typeof freshModules>[0] {
  const print = { write: (text: string) => lines.push(text) > 0 };
  const env = { EDGE_API_TOKEN: TOKEN, PATH: process.env["PATH"] ?? "", ...environment };
  const random = Object.create(Math) as Math;
  random.random = () => 0.5;
  // Only static members are used.
  const signal = {
    timeout: (ms: number) => {
      const controller = new AbortController();
      timers.add(() => controller.abort(new DOMException("time-out", "TimeoutError")), ms, true);
      return controller.signal;
    },
    any: (signals: AbortSignal[]) => AbortSignal.any(signals),
    abort: (reason?: unknown) => AbortSignal.abort(reason),
  } as unknown as typeof AbortSignal;
  return {
    Date: virtualDate(world.clock),
    Math: random,
    AbortSignal: signal,
    setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
      const timer = timers.add(() => run(...values), ms, false);
      return Object.assign(timer, { unref: () => timer, ref: () => timer });
    },
    clearTimeout: (timer: Parameters<Timers["remove"]>[0] | undefined) => {
      if (timer) timers.remove(timer);
    },
    performance: { now: () => world.clock.now() },
    process: Object.create(process, {
      env: { value: env },
      stdout: { value: print },
      stderr: { value: print },
    }) as unknown,
  };
}
