import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { registerAdopt } from "../../../cli/adopt/adopt";
import { firstUpdate, registeredBy } from "../../support/adopted-program";
import { runCommand, type CommandRun } from "../../support/command";
import { diagnosticsOf } from "../../support/compile";
import { formatted } from "../../support/formatted";
import { ask, testEngine } from "../../support/lifecycle";
import { HOSTILE, seedOddZones, THOUSAND_RULES } from "../../support/odd-zones";
import { startPlugin } from "../../support/native-plugin";
import { bearer, newZone, OWASP, useTestPlatform } from "../../support/platform";

const CORE = "efb7b8c949ac4650a09736fc376e9aee";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const platform = useTestPlatform({ plan: "enterprise" });
const before = process.env;
beforeAll(() => {
  process.env = { ...before, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
});
afterAll(() => {
  process.env = before;
});

const adopt = (...args: string[]): Promise<CommandRun> => runCommand(registerAdopt, ["adopt", ...args]);

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
    expect(states.size).toBe(26);
    for (const { kind, name, args } of registered.slice(0, 8))
      expect([name, await engine.preview(kind, args, states.get(name))]).toEqual([name, "same"]);
  });
});

describe("the program for an account and its tokens", () => {
  const rule = { action: "block", expression: 'ends_with(http.request.uri.path, "/.env")', ref: "env" };

  it("declares custom rulesets, the rules that execute them, and tokens that keep their values", async () => {
    const { accountId } = platform;
    const account = `/accounts/${accountId}`;
    const phase = "http_request_firewall_custom";
    const custom = (name: string, description = "") =>
      ask<{ id: string }>(platform, "POST", `${account}/rulesets`, {
        name,
        kind: "custom",
        phase,
        description,
        rules: [rule],
      });
    const { id } = await custom(HOSTILE[0] ?? "", "written by hand");
    await custom("twice");
    await custom("twice");
    await ask(platform, "POST", `${account}/rulesets`, {
      name: "default",
      kind: "root",
      phase,
      rules: [{ action: "execute", expression: 'cf.zone.plan eq "ENT"', action_parameters: { id } }],
    });
    const policies = [
      {
        effect: "allow",
        resources: { [`com.cloudflare.api.account.${accountId}`]: "*" },
        permission_groups: [{ id: "fb6778dc191143babbfaa57993f1d275" }],
      },
    ];
    const zones = [
      {
        ...policies[0],
        resources: {
          [`com.cloudflare.api.account.${accountId}`]: { "com.cloudflare.api.account.zone.*": "*" },
        },
      },
    ];
    const made: { value: string }[] = [];
    const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z/, "Z");
    await ask(platform, "POST", "/user/tokens", { name: "expired", policies: zones, expires_on: soon });
    await platform.control("PUT", "/clock", { advance: "2h" });
    // A group of zones has no effect on an account alone.
    await ask(platform, "POST", "/user/tokens", { name: "without effect", policies });
    for (const name of [...HOSTILE.filter((text) => text.length < 100), "twice", "twice"])
      made.push(await ask(platform, "POST", "/user/tokens", { name, policies: zones }));
    const maker = [
      {
        ...policies[0],
        resources: { [`com.cloudflare.api.user.${platform.userId}`]: "*" },
        permission_groups: [{ id: "686d18d5ac6c441c867cbf6771e58a0a" }],
      },
    ];
    await ask(platform, "POST", "/user/tokens", {
      name: "maker",
      policies: maker,
      condition: { "request.ip": { not_in: ["192.0.2.0/24"] } },
    });

    const run = await adopt("--account", accountId, "--user");
    expect(run).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("comments say what is left out") as string,
    });
    const { id: own } = await ask<{ id: string }>(platform, "GET", "/user/tokens/verify");
    const ofRun = `(id ${own}): this run authenticates with it, and a destroy would delete it before the rest\n`;
    expect(run.stdout).toContain(ofRun);
    expect(run.stderr).toContain(`(id ${own}), since this run authenticates with it`);
    expect(run.stdout).not.toContain(`adopt: "${own}"`);
    expect(run.stdout).toContain('// - the custom ruleset "twice" (id ');
    expect(run.stdout).toContain("another one has the same name and phase: rename one of them");
    expect(run.stdout).toMatch(/"without effect" \(id \w+\): policies\[0\].* would have no effect/);
    expect(run.stdout).toMatch(/\/\/ - the token "expired" \(id \w+\): it is expired/);
    for (const { value } of made) expect(run.stdout).not.toContain(value);
    expect(diagnosticsOf([{ name: "adopted.ts", source: run.stdout }])).toEqual([]);
    expect(formatted(run.stdout, "index.ts")).toBe(run.stdout);

    const registered = registeredBy(run.stdout);
    const kinds = registered.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== "ApiToken")).toEqual(["Ruleset", "AccountEntrypointRuleset"]);
    expect(kinds.filter((kind) => kind === "ApiToken").length).toBeGreaterThanOrEqual(made.length + 1);
    for (const { kind, options } of registered)
      expect(options).toEqual(kind === "ValidatedFilter" ? undefined : { protect: true });
    const { writes } = await firstUpdate(platform, testEngine(platform), registered);
    expect(writes).toEqual([]);
    for (const { value } of made)
      expect(await platform.api("GET", "/user/tokens/verify", { headers: bearer(value) })).toMatchObject({
        status: 200,
      });
  });
});

describe("the program for a zone with custom rulesets", () => {
  const phase = "http_request_firewall_custom";
  const rule = { action: "log", expression: "ssl", ref: "own" };

  it("declares them and the rules that execute them, and names what it leaves out", async () => {
    const zoneId = await newZone(platform);
    const rulesets = `/zones/${zoneId}/rulesets`;
    const custom = (name: string) =>
      ask<{ id: string }>(platform, "POST", rulesets, { name, kind: "custom", phase, rules: [rule] });
    const { id } = await custom("of a zone");
    const { id: twin } = await custom("twice");
    await custom("twice");
    const execute = (ref: string, executed: string) => ({
      ref,
      action: "execute",
      expression: "ssl",
      action_parameters: { id: executed },
    });
    await ask(platform, "POST", rulesets, {
      name: "default",
      kind: "zone",
      phase,
      rules: [execute("own", id), execute("twin", twin)],
    });
    const run = await adopt("--zone", zoneId);
    expect(run.stdout).toContain('// - the custom ruleset "twice" (id ');
    expect(diagnosticsOf([{ name: "adopted.ts", source: run.stdout }])).toEqual([]);
    expect(formatted(run.stdout, "index.ts")).toBe(run.stdout);
    const registered = registeredBy(run.stdout);
    expect(registered.map(({ kind }) => kind)).toEqual(["ZoneCustomRuleset", "ZoneEntrypointRuleset"]);
    expect(run.stdout).toMatch(/actionParameters: \{ id: \w+Ruleset\.rulesetId \}/);
    expect(run.stdout).toContain(`actionParameters: { id: "${twin}" }`);
    const engine = testEngine(platform);
    const { states, writes } = await firstUpdate(platform, engine, registered);
    expect(writes).toEqual([]);
    const [adopted] = registered;
    expect(states.get(adopted!.name)?.id).toBe(`zone/${zoneId}/${id}`);
    expect(await engine.preview(adopted!.kind, adopted!.args, states.get(adopted!.name))).toBe("same");
  });
});

/** Makes a zone whose entry point executes managed rulesets. */
async function zoneWithManaged(...deployed: readonly object[]): Promise<string> {
  const zoneId = await newZone(platform);
  await ask(platform, "POST", `/zones/${zoneId}/rulesets`, {
    name: "default",
    kind: "zone",
    phase: "http_request_firewall_managed",
    rules: deployed.map((parameters) => ({
      action: "execute",
      expression: "true",
      action_parameters: parameters,
    })),
  });
  return zoneId;
}

describe("a deployment of OWASP that says the same in another way", () => {
  it("becomes an OwaspConfig whose first update writes nothing", async () => {
    const categories = [
      { category: "paranoia-level-1", enabled: true },
      { category: "paranoia-level-4", enabled: false },
      { category: "paranoia-level-3", enabled: false },
    ];
    const rules = [{ id: SCORING, score_threshold: 60, action: "log", enabled: true }];
    const zoneId = await zoneWithManaged({ id: OWASP, overrides: { categories, rules } });
    const registered = registeredBy((await adopt("--zone", zoneId)).stdout);
    expect(registered).toMatchObject([
      { kind: "OwaspConfig", args: { paranoiaLevel: 2, scoreThreshold: 60, action: "log" } },
    ]);
    const { writes } = await firstUpdate(platform, testEngine(platform), registered);
    expect(writes).toEqual([]);
  });
});

describe("import.json", () => {
  /** Imports and checks resources as the engine does, in one run. */
  async function importAll(resources: readonly { type: string; name: string; id: string }[]) {
    const plugin = await startPlugin(platform);
    try {
      for (const { type, name, id } of resources) {
        const urn = plugin.urn(type.replace("edge:index:", ""), name);
        const { inputs } = await plugin.read(urn, id, {});
        const { failures } = await plugin.check(urn, inputs, inputs);
        expect([name, failures[0]?.reason]).toEqual([name, undefined]);
      }
    } finally {
      plugin.close();
    }
  }

  it("contains only what can be imported, and the summary says why the rest cannot", async () => {
    const scoring = { id: SCORING, score_threshold: 60, action: "log" };
    await zoneWithManaged(
      { id: CORE, overrides: { action: "log" } },
      { id: OWASP, overrides: { rules: [scoring] } },
    );
    const policies = [
      {
        effect: "allow",
        resources: { "com.cloudflare.api.account.zone.*": "*" },
        permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
      },
    ];
    for (const name of ["namesake", "namesake", "alone"])
      await ask(platform, "POST", "/user/tokens", { name, policies });
    const out = path.join(mkdtempSync(path.join(tmpdir(), "adopt-")), "project");
    const run = await adopt("--all-zones", "--user", "--language", "yaml", "--out", out, "--json");
    expect(run.code).toBe(0);
    const summary = JSON.parse(run.stdout) as {
      resources: { name: string; id: string | null; protected: boolean; notImported: string | null }[];
    };
    const { resources } = JSON.parse(readFileSync(path.join(out, "import.json"), "utf8")) as {
      resources: { type: string; name: string; id: string }[];
    };
    const live = summary.resources.filter(({ id }) => id !== null);
    expect(live.every((one) => one.protected)).toBe(true);
    expect(new Set(live.flatMap(({ notImported }) => notImported ?? []))).toEqual(
      new Set([
        "an import takes all rules without an owner, also those that this resource leaves alone",
        "another token has the same name, only adopt tells the two apart, and an import does not set that",
        "the token can create tokens, which needs allowTokenMaking, and an import does not set that",
      ]),
    );
    expect(resources.map(({ name }) => name)).toEqual(
      live.filter(({ notImported }) => notImported === null).map(({ name }) => name),
    );
    await importAll(resources);
    expect(readFileSync(path.join(out, "Pulumi.yaml"), "utf8")).toContain(
      "plugins:\n  providers:\n    - name: edge\n      path: node_modules/pulumi-edge-platform/plugin\n",
    );
  });
});

describe("edge-platform adopt", () => {
  it.each([
    [
      [],
      "Say what to adopt: --zone <name or id>, --all-zones, --account <name or id>, --user or --terraform <file>.",
    ],
    [["--zone", "nowhere.example"], "There is no zone 'nowhere.example' that this credential can see."],
    [["--account", "Nobody"], "There is no account 'Nobody' that this credential can see."],
    [
      ["--user", "--out", "/nowhere/at/all/index.ts"],
      "The folder /nowhere/at/all does not exist. Make it first, or choose another --out.",
    ],
    [
      ["--user", "--out", __filename],
      `${__filename} exists already, and nothing is overwritten. Choose another --out.`,
    ],
  ])("exits with 2 and writes nothing for %j", async (args, said) => {
    expect(await adopt(...args)).toEqual({ code: 2, stdout: "", stderr: `edge-platform adopt: ${said}\n` });
  });

  it("exits with 1 and writes nothing if the credential may not read what is selected", async () => {
    const policies = [
      {
        effect: "allow",
        resources: { "com.cloudflare.api.account.zone.*": "*" },
        permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
      },
    ];
    const { value } = await ask<{ value: string }>(platform, "POST", "/user/tokens", {
      name: "reader",
      policies,
    });
    process.env["EDGE_API_TOKEN"] = value;
    const run = await adopt("--user");
    process.env["EDGE_API_TOKEN"] = platform.token;
    expect(run).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "edge-platform adopt: The credential may not read the tokens of the user. Nothing was written: use a credential that may, or select less.\n",
    });
  });
});
