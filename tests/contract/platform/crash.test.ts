import fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startChildPlatform, type ChildPlatform } from "../../support/child-platform";
import { EntrypointLoad } from "../../support/crash/entrypoint-load";
import {
  callOf,
  chooser,
  choices,
  NoAnswer,
  statusOf,
  type Call,
  type Choose,
  type Load,
} from "../../support/crash/load";
import { RuleLoad } from "../../support/crash/rule-load";
import { RulesetLoad } from "../../support/crash/ruleset-load";
import { TokenLoad } from "../../support/crash/token-load";

/** `npm run crash` sets 200 kills. EDGE_CRASH_SEED repeats a run. */
const KILLS = Number(process.env["EDGE_CRASH_KILLS"] ?? 5);
const SEED = process.env["EDGE_CRASH_SEED"];

/** The maximum of requests and answers before the platform is killed. */
const MOST_EVENTS = 120;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "edge-platform-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const start = () => startChildPlatform("--port", "0", "--data", folder);

/** Writes with all loads at once, and kills the platform after that many requests and answers. */
async function writeUntilKilled(
  platform: ChildPlatform,
  loads: readonly Load[],
  choose: Choose,
  killAfter: number,
): Promise<void> {
  const sendCall = callOf(platform.ready);
  let events = 0;
  let ended: Promise<unknown> | undefined;
  const count = () => {
    events += 1;
    if (events >= killAfter) ended ??= platform.end("SIGKILL");
  };
  const call: Call = async (...args) => {
    const answer = sendCall(...args);
    count();
    const result = await answer;
    count();
    return result as never;
  };
  await Promise.all(
    loads.map(async (load) => {
      try {
        while (ended === undefined) await load.write(call, choose);
      } catch (error) {
        if (!(error instanceof NoAnswer) || ended === undefined) throw error;
      }
    }),
  );
  await ended;
}

describe(`a platform that is killed ${KILLS} times under load`, () => {
  it(
    "has every write that it acknowledged, and each of the others wholly or not at all",
    async () => {
      let platform = await start();
      const verify = (value: string) =>
        statusOf(platform.ready, "/user/tokens/verify", value).then((status) => status === 200);
      const rules = new RuleLoad();
      await rules.prepare(callOf(platform.ready));
      const tokens = new TokenLoad(() => verify);
      const rulesets = new RulesetLoad(platform.ready.accountId);
      const loads = [rules, new EntrypointLoad(), rulesets, tokens];
      // Several writers change the same rules, tokens and rulesets at once.
      const writers = [rules, rules, rules, rules, tokens, tokens, rulesets, ...loads.slice(1)];
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: MOST_EVENTS }), choices, async (killAfter, stream) => {
          await writeUntilKilled(platform, writers, chooser(stream), killAfter);
          platform = await start();
          for (const load of loads) await load.check(callOf(platform.ready));
        }),
        { numRuns: KILLS, endOnFailure: true, ...(SEED !== undefined && { seed: Number(SEED) }) },
      );
      await platform.end("SIGTERM");
    },
    KILLS * 20_000,
  );
});
