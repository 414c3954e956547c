import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { createEdgeStack, type EdgeStack } from "../support/edge-stack";
import { temporaryFolder, writeCommand, writeFiles } from "../support/fake-commands";
import { fleetCommands } from "../support/fleet-commands";
import { blockedPath, fleetProgram } from "../support/fleet-program";
import { gitIn } from "../support/git";
import { liveRulesets } from "../support/live";
import { GH, workflowJobs } from "../support/workflow-jobs";

const FLEET = `stacks: { name: "edge-{number}", size: 1 }
zones: [example.com, shop.example]
config: { "*": { path: "/admin" } }
waves:
  - { name: canary, zones: [shop.example], check: 'test "$EDGE_FLEET_STACKS" = edge-0002' }
  - { name: rest }
run: { variables: {}, secrets: [] }
`;
const PROGRAM = fleetProgram(blockedPath("config.path"));
const CHECKED_STACKS = "join(fromJSON(needs.changes.outputs.wave_1).*.stacks, ' ')";
/** Ids of the groups Zone Read and Zone WAF Read. */
const READING = ["c8fed203ed3043cba015a93ad1616f1f", "dbc512b354774852af2b5a5f4ba3d470"];

describe("the workflow that `fleet emit github` prints, with the real engine", () => {
  let stack: EdgeStack;
  let folder: string;
  let runJob: ReturnType<typeof workflowJobs>;
  const { git, commit } = gitIn(() => stack.program);
  const fleet = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await fleetCommands(stack).fleet(...args);
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  /** Each job of GitHub begins with a fresh clone. */
  const freshJob = (...[name, known]: Parameters<typeof runJob>) => {
    fs.rmSync(path.join(stack.program, "fleet.run.json"), { force: true });
    return runJob(name, known);
  };
  const comment = () => fs.readFileSync(path.join(folder, "hosted/comment"), "utf8");
  const rulesets = async () => (await liveRulesets(stack)).size;

  beforeAll(async () => {
    folder = temporaryFolder();
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
    writeCommand(path.join(folder, "bin"), "gh", GH);
    writeCommand(
      path.join(stack.program, "node_modules/.bin"),
      "edge-platform",
      `require(${JSON.stringify(path.join(ROOT, "dist/cli/main.js"))});`,
    );
    git("init", "-q", "-b", "main");
    stack.write(".gitignore", "node_modules\nfleet.run.json\n");
    commit();
    stack.write("fleet.yaml", FLEET);
    await fleet("plan");
    await fleet("init", "--copy-config-from", "test");
    await fleet("plan");
    commit();
    const body = {
      name: "previews",
      policies: [
        {
          effect: "allow",
          resources: { "com.cloudflare.api.account.zone.*": "*" },
          permission_groups: READING.map((id) => ({ id })),
        },
      ],
    };
    const { result } = await stack.api.call("POST", "/user/tokens", { body });
    const tokens: Readonly<Record<string, string | undefined>> = {
      // The answer to a create.
      EDGE_PREVIEW_TOKEN: (result as { value: string }).value,
      EDGE_DEPLOY_TOKEN: stack.env["EDGE_API_TOKEN"],
    };
    // Jobs have no credential but that of their own secrets.
    const env = { ...stack.env, EDGE_API_TOKEN: undefined };
    runJob = workflowJobs(await fleet("emit", "github"), {
      folder,
      repository: stack.program,
      env,
      commit: () => git("rev-parse", "HEAD"),
      secretOf: (name) => tokens[name] ?? "",
    });
  });
  afterAll(async () => {
    await stack.dispose();
    fs.rmSync(folder, { recursive: true });
  });

  it("previews all stacks of a pull request with a credential that only reads, in one comment", async () => {
    const { value, writes } = await stack.api.watch(() => freshJob("preview"));
    expect(value.statuses).toEqual({ "Lock file": 0, Preview: 0, Comment: 0, Verdict: 0 });
    expect(writes).toEqual([]);
    expect(comment()).toContain("2 created");
  });

  it("updates wave by wave after a merge, and checks each wave", async () => {
    const { outputs } = await freshJob("changes");
    const { base = "" } = outputs;
    for (const [index, stacks] of [
      [1, "edge-0002"],
      [2, "edge-0001"],
    ] as const) {
      expect(outputs[`wave_${index}`]).toBe(JSON.stringify([{ name: stacks, stacks }]));
      const update = await freshJob(`wave_${index}`, { "matrix.stacks": stacks });
      expect([update.statuses, update.output]).toEqual([
        { Update: 0 },
        expect.stringContaining("1 stack succeeded"),
      ]);
      expect(await rulesets()).toBe(index);
      const known = { "needs.changes.outputs.base": base, [CHECKED_STACKS]: stacks };
      const { statuses } = await freshJob(`wave_${index}_check`, known);
      expect(statuses).toEqual({ Drift: 0, ...(index === 1 && { Check: 0 }) });
    }
  });

  it("stops at a wave that has drifted", async () => {
    const at = `/zones/${await zoneOf("shop.example")}/rulesets/phases/http_request_firewall_custom/entrypoint`;
    const { result } = await stack.api.call("GET", at);
    // The answer of the platform.
    const { rules } = result as { rules: readonly Record<string, unknown>[] };
    const disabled = rules.map(({ ref, action, expression }) => ({
      ref,
      action,
      expression,
      enabled: false,
    }));
    expect((await stack.api.call("PUT", at, { body: { rules: disabled } })).status).toBe(200);
    const known = { "needs.changes.outputs.base": "", [CHECKED_STACKS]: "edge-0002" };
    const { statuses, output } = await freshJob("wave_1_check", known);
    expect(statuses).toEqual({ Drift: 1 });
    expect(output).toContain("enabled: true => false");
  });

  it("updates only the stack that a commit has changed, and mends what had drifted there", async () => {
    writeFiles(folder, { "hosted/success": git("rev-parse", "HEAD"), "hosted/status": "ahead" });
    stack.write("fleet.yaml", FLEET.replace('"/admin" }', '"/admin" }, "shop.*": { path: "/manage" }'));
    await fleet("plan");
    commit();
    const { outputs } = await freshJob("changes");
    expect([outputs["wave_1"], outputs["wave_2"]]).toEqual([
      '[{"name":"edge-0002","stacks":"edge-0002"}]',
      "[]",
    ]);
    const { statuses, output } = await freshJob("wave_1", { "matrix.stacks": "edge-0002" });
    expect([statuses, output]).toEqual([{ Update: 0 }, expect.stringContaining("1 update")]);
    const known = {
      "needs.changes.outputs.base": outputs["base"] ?? "",
      [CHECKED_STACKS]: "edge-0002",
    };
    expect((await freshJob("wave_1_check", known)).statuses).toEqual({ Drift: 0, Check: 0 });
  });

  async function zoneOf(name: string): Promise<string> {
    const zone = (await stack.api.zones()).find((one) => one.name === name);
    if (!zone) throw new Error(`there is no zone ${name}`);
    return zone.id;
  }
});
