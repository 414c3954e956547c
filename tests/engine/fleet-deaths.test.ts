import { randomInt } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { startPlatform, type LocalPlatform } from "../../cli/local-platform";
import { platformApi } from "../../scripts/demo/platform-api";
import { backendOf } from "../../scripts/engine-env";
import { enginePids, killProcess } from "../../scripts/engine-processes";
import { randomOf } from "../faults/random";
import { createWorkspace, type Workspace } from "../support/engine";
import { commandLine } from "../support/engine-roles";
import { fleetCommands, runOf } from "../support/fleet-commands";
import { fleetProgram } from "../support/fleet-program";
import { liveObjects } from "../support/live";
import { startProxy, type Proxy } from "../support/proxy";

const ZONES = ["example.com", "example.org", "shop.example"];
const STACKS = ["edge-0001", "edge-0002", "edge-0003"];
const PROGRAM = fleetProgram(`
  new edge.ZoneEntrypointRuleset(name, {
    zoneId,
    phase: "http_request_firewall_custom",
    rules: [
      { ref: "git", action: "block", expression: 'http.request.uri.path contains "/.git"' },
      { ref: "admin", action: "managed_challenge", expression: 'http.request.uri.path eq "/admin"' },
    ],
  });
  new edge.ApiToken(name, {
    policies: [{ resources: zoneId.apply((id) => edge.zone(id)), permissionGroups: [{ name: "Zone Read" }] }],
  });`);
const FLEET = `stacks: { name: "edge-{number}", size: 1 }
zones: [${ZONES.join(", ")}]
waves:
  - { name: canary, zones: [shop.example] }
  - { name: rest }
`;

/** The number of runs that are killed. Each has a random seed, which a failure prints. EDGE_FAULTS_FLEET sets another number. */
const DEATHS = Number(process.env["EDGE_FAULTS_FLEET"] ?? "2");

jest.setTimeout(240_000 + DEATHS * 240_000);

/** Who dies besides the fleet, by the name of its program. What has begun in other processes is finished there. */
const VICTIMS: Readonly<Record<string, (program: string) => boolean>> = {
  "the fleet": () => false,
  "the fleet and the Pulumi CLIs": (program) => program === "pulumi",
  "every process": () => true,
};

describe("a fleet whose run dies at a random request", () => {
  let platform: LocalPlatform;
  let proxy: Proxy;
  let workspace: Workspace;
  let commands: ReturnType<typeof fleetCommands>;
  let requests = 0;
  let seen: (number: number) => void = () => undefined;
  const runFile = () => path.join(workspace.program, "fleet.run.json");
  const UP = ["up", "--yes", "--skip-preview", "--jobs", "2"];

  beforeAll(async () => {
    platform = await startPlatform();
    proxy = await startProxy(platform.baseUrl, () => {
      seen((requests += 1));
      return undefined;
    });
    const env = { ...platform.environment, EDGE_BASE_URL: proxy.baseUrl };
    workspace = await createWorkspace({ program: { "index.js": PROGRAM, "fleet.yaml": FLEET }, env });
    commands = fleetCommands(workspace);
    for (const args of [["plan"], ["init", "--copy-config-from", "test"], ["plan"]])
      expect(await commands.fleet(...args)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await workspace.dispose();
    await proxy.close();
    await platform.close();
  });

  it("goes on with --resume, to the rules, tokens and states of a run that did not die", async () => {
    const backend = backendOf(workspace.directory);
    const copy = path.join(workspace.directory, "backend-before");
    fs.cpSync(backend, copy, { recursive: true });
    const start = await platform.control.getSnapshot();
    const rewind = async () => {
      fs.rmSync(backend, { recursive: true });
      fs.cpSync(copy, backend, { recursive: true });
      fs.rmSync(runFile(), { force: true });
      await platform.control.replaceSnapshot(start);
      requests = 0;
    };
    const alone = await commands.fleet(...UP);
    expect(alone.code === 0 ? "" : alone.stdout + alone.stderr).toBe("");
    const all = requests;
    const wanted = await result();

    for (let death = 0; death < DEATHS; death += 1) {
      await rewind();
      const seed = randomInt(2 ** 32);
      const random = randomOf(seed);
      const number = 1 + random.below(all);
      const [who, dies] = random.pick(Object.entries(VICTIMS));
      const story = `seed ${seed}: ${who} dies at request ${number} of ${all}`;
      const { code, stdout, stderr } = await runThatDies(number, dies);
      expect({ story, code, text: stdout + stderr }).toMatchObject({ story, code: null });
      const resumed = await commands.fleet(...UP.slice(0, 3), "--resume");
      expect({
        story,
        code: resumed.code,
        text: resumed.code === 0 ? "" : resumed.stdout + resumed.stderr,
      }).toEqual({ story, code: 0, text: "" });
      expect({ story, live: (await result()).live }).toEqual({ story, live: wanted.live });
      // The engine keeps a create that was interrupted as pending.
      expect(await commands.fleet("refresh", "--yes", "--clear-pending-creates")).toMatchObject({ code: 0 });
      expect({ story, ...(await result()) }).toEqual({ story, ...wanted });
      const { code: drift } = await commands.fleet("drift");
      expect({ story, drift }).toEqual({ story, drift: 0 });
    }
    const { code, lines } = await commands.jsonRun("up", "--yes", "--all");
    expect([code, lines.flatMap(({ changes }) => (changes ? [changes] : []))]).toEqual([
      0,
      STACKS.map(() => ({ same: 3 })),
    ]);
  });

  /** Kills with SIGKILL when a request arrives. */
  async function runThatDies(number: number, dies: (program: string) => boolean) {
    const child = commands.start(UP);
    seen = (count) => {
      if (count !== number) return;
      const others = enginePids(workspace.directory).filter((pid) =>
        dies(path.basename(commandLine(pid)[0] ?? "")),
      );
      for (const pid of new Set([child.pid ?? -1, ...others])) killProcess(pid);
    };
    const run = await runOf(child);
    seen = () => undefined;
    return run;
  }

  /** What is live, without ids and marks, and what the states have of it. */
  async function result() {
    const live = await liveObjects({ ready: platform, api: platformApi(platform) });
    const stacks = path.join(backendOf(workspace.directory), ".pulumi", "stacks", "engine-test");
    const states = STACKS.map((stack) => {
      const text = fs.readFileSync(path.join(stacks, `${stack}.json`), "utf8");
      const { checkpoint } = JSON.parse(text) as {
        checkpoint: { latest?: { resources?: { urn: string }[]; pending_operations?: unknown[] } };
      };
      const { resources = [], pending_operations: pending = [] } = checkpoint.latest ?? {};
      return { urns: resources.map(({ urn }) => urn).sort(), pending };
    });
    return { live, states };
  }
});
