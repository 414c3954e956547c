import { execFileSync } from "node:child_process";
import path from "node:path";
import { registerAdopt } from "../../../cli/adopt/adopt";
import { firstUpdate, registeredBy } from "../../support/adopted-program";
import { runCommand, type CommandRun } from "../../support/command";
import { diagnosticsOf } from "../../support/compile";
import { testEngine } from "../../support/lifecycle";
import { seedOddZones, THOUSAND_RULES } from "../../support/odd-zones";
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform({ plan: "enterprise" });
const before = process.env;
beforeAll(() => {
  process.env = { ...before, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
});
afterAll(() => {
  process.env = before;
});

const adopt = (...args: string[]): Promise<CommandRun> => runCommand(registerAdopt, ["adopt", ...args]);

/** Formats as the command line of Prettier does without options. */
function formatted(text: string, file: string): string {
  const bin = path.join(path.dirname(require.resolve("prettier/package.json")), "bin/prettier.cjs");
  return execFileSync(process.execPath, [bin, "--no-config", "--stdin-filepath", file], {
    input: text,
    encoding: "utf8",
  });
}

describe("the program for twenty odd zones", () => {
  let names: string[];
  beforeAll(async () => {
    names = await seedOddZones(platform);
  });
  const adoptZones = (zones: readonly string[]) => adopt(...zones.flatMap((name) => ["--zone", name]));

  it("is complete TypeScript for the types of the package, as Prettier formats it", async () => {
    // To check the types of a thousand rules takes the compiler half a minute.
    const run = await adoptZones(names.filter((_, index) => index !== THOUSAND_RULES));
    expect([run.code, run.stderr]).toEqual([
      0,
      expect.stringMatching(/^edge-platform adopt: \d+ resources adopted/),
    ]);
    expect(diagnosticsOf([{ name: "adopted.ts", source: run.stdout }])).toEqual([]);
    expect(formatted(run.stdout, "index.ts")).toBe(run.stdout);
  });

  it("writes nothing in its first update, and nothing changes in the next preview", async () => {
    const registered = registeredBy((await adoptZones(names)).stdout);
    const engine = testEngine(platform);
    const { states, writes } = await firstUpdate(platform, engine, registered);
    expect(writes).toEqual([]);
    expect(states.size).toBe(24);
    for (const { kind, name, args } of registered.slice(0, 8))
      expect([name, await engine.preview(kind, args, states.get(name))]).toEqual([name, "same"]);
  });
});
