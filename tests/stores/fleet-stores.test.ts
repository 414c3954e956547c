import fs from "node:fs";
import path from "node:path";
import { type LocalPlatform, startPlatform } from "../../cli/local-platform";
import { platformApi } from "../../scripts/demo/platform-api";
import { enginePids, killProcess } from "../../scripts/engine-processes";
import { createWorkspace, type Workspace } from "../support/engine";
import { until } from "../support/engine-roles";
import { fleetCommands, runOf } from "../support/fleet-commands";
import { blockedPath, fleetProgram } from "../support/fleet-program";
import { liveObjects } from "../support/live";
import { startProxy, type Proxy } from "../support/proxy";
import { startPostgres, startS3, type StateStore } from "../support/state-stores";

const ZONES = ["example.com", "example.org", "shop.example"];
const STACKS = ["edge-0001", "edge-0002", "edge-0003"];
const programWith = (path: string) => fleetProgram(blockedPath(JSON.stringify(path)));
const FLEET = `stacks: { name: "edge-{number}", size: 1 }\nzones: [${ZONES.join(", ")}]\n`;

describe.each([
  ["an S3-compatible store", startS3],
  ["PostgreSQL", startPostgres],
])("a fleet whose states are in %s", (_, start) => {
  let store: StateStore;
  let platform: LocalPlatform;
  let proxy: Proxy;
  let workspace: Workspace;
  let commands: ReturnType<typeof fleetCommands>;
  /** What the API does with a write. Undefined: it answers. */
  let onWrite: (() => Promise<void>) | undefined;
  const said: string[] = [];
  const fleet = async (...args: readonly string[]) => {
    const run = await commands.jsonRun(...args);
    said.push(run.stdout, run.stderr);
    return run;
  };
  const succeeded = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await commands.fleet(...args);
    said.push(stdout, stderr);
    expect(code === 0 ? "" : stdout + stderr).toBe("");
  };
  const change = async (path: string) => {
    workspace.write("index.js", programWith(path));
    await succeeded("plan");
  };
  const live = async () =>
    Object.values(await liveObjects({ ready: platform, api: platformApi(platform) })).flat();
  /** Holds the first write. Returns what lets it go on, once it has arrived. */
  const holdWrite = () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      onWrite = () => {
        onWrite = undefined;
        resolve();
        return released;
      };
    });
    return { arrived, release };
  };

  beforeAll(async () => {
    store = await start();
    platform = await startPlatform();
    proxy = await startProxy(platform.baseUrl, async ({ method }) => {
      if (method !== "GET") await onWrite?.();
      return undefined;
    });
    workspace = await createWorkspace({
      program: { "index.js": programWith("/admin"), "fleet.yaml": FLEET },
      env: {
        ...platform.environment,
        EDGE_BASE_URL: proxy.baseUrl,
        ...store.env,
        PULUMI_BACKEND_URL: store.url,
      },
    });
    commands = fleetCommands(workspace);
    await succeeded("plan");
    await succeeded("init");
    await succeeded("plan");
  });
  afterAll(async () => {
    await workspace.dispose();
    await proxy.close();
    await platform.close();
    await store.close();
  });

  it("is updated, has nothing to do then, and has not drifted", async () => {
    const up = await fleet("up", "--yes");
    expect([up.code, up.ends]).toEqual([0, Object.fromEntries(STACKS.map((name) => [name, "succeeded"]))]);
    const again = await fleet("preview", "--all");
    expect(again.lines.flatMap(({ changes }) => (changes ? [changes] : []))).toEqual(
      STACKS.map(() => ({ same: 2 })),
    );
    await succeeded("drift");
  });

  it("names the process that has locked a state and the next commands, and updates the other stacks", async () => {
    await change("/locked");
    const { arrived, release } = holdWrite();
    const other = workspace.start(["up", "--yes", "--skip-preview", "--stack", "edge-0002"]);
    await arrived;
    const { code, ends, stdout } = await fleet("up", "--yes", "--skip-preview");
    release();
    expect((await other.result).code).toBe(0);
    expect([code, ends]).toEqual([
      1,
      { "edge-0001": "succeeded", "edge-0002": "failed", "edge-0003": "succeeded" },
    ]);
    expect(stdout).toContain(`process ${other.pid} on `);
    expect(stdout).toContain("pulumi cancel --yes --stack edge-0002");
    await succeeded("up", "--yes", "--resume");
  });

  it("goes on with --resume after all processes of a run were killed", async () => {
    await change("/killed");
    const { arrived, release } = holdWrite();
    const run = runOf(commands.start(["up", "--yes", "--skip-preview", "--jobs", "1"]));
    await arrived;
    for (const pid of enginePids(workspace.directory)) killProcess(pid);
    expect((await run).code).toBeNull();
    release();
    await succeeded("up", "--yes", "--resume");
    await succeeded("drift");
    expect((await live()).filter((rule) => rule.includes("/killed"))).toHaveLength(ZONES.length);
  });

  it("waits with --resume for a Pulumi CLI that still updates a stack of the dead run", async () => {
    await change("/waits");
    // As a run leaves it that dies while its CLI lives on: the CLI often ends at its next output.
    const file = path.join(workspace.program, "fleet.run.json");
    const record = JSON.parse(fs.readFileSync(file, "utf8")) as { run: { stacks: object } };
    record.run.stacks = { "edge-0001": "unfinished", "edge-0002": "waiting", "edge-0003": "waiting" };
    fs.writeFileSync(file, JSON.stringify(record));
    const { arrived, release } = holdWrite();
    const cli = workspace.start(["up", "--yes", "--skip-preview", "--stack", "edge-0001"]);
    await arrived;
    const resumed = commands.start(["up", "--yes", "--resume"]);
    let text = "";
    resumed.stdout?.on("data", (more: string) => (text += more));
    const end = runOf(resumed);
    await until("the run says that it waits", () => text.includes(`process ${cli.pid} of the last run`));
    release();
    expect([(await cli.result).code, (await end).code, text.includes("error: ")]).toEqual([0, 0, false]);
    expect((await live()).filter((rule) => rule.includes("/waits"))).toHaveLength(ZONES.length);
  });

  it("is destroyed, and no output has contained the password of the store", async () => {
    await succeeded("destroy", "--yes", "--all");
    expect(await live()).toEqual([]);
    expect(said.filter((text) => text.includes(store.secret))).toEqual([]);
  });
});
