import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { startPlatform, type LocalPlatform } from "../../cli/local-platform";
import { platformApi } from "../../scripts/demo/platform-api";
import { ROOT } from "../../scripts/prepare";
import type { Finding } from "../support/doctor";
import { outputOf } from "../support/edge-stack";
import { createWorkspace, type PulumiResult, type Workspace } from "../support/engine";
import { typeCommands } from "../support/interrupt";
import { EXAMPLE_COM } from "../support/platform";
import { startProxy, type Proxy } from "../support/proxy";
import { upUnchanged } from "../support/settled";

const GUIDE = fs.readFileSync(path.join(ROOT, "docs/after-a-kill.md"), "utf8");
const PHASE = "http_request_firewall_custom";

const program = (expression: string, more = "") => `
const edge = require("pulumi-edge-platform");
const policies = [{ resources: edge.zone("${EXAMPLE_COM}"), permissionGroups: [{ name: "Zone Read" }] }];
new edge.ZoneEntrypointRuleset("rules", {
  zoneId: "${EXAMPLE_COM}", phase: "${PHASE}",
  rules: [{ ref: "admin", action: "block", expression: "${expression}" }],
});
new edge.ApiToken("deploy", { policies${more} });
`;

/** Follows docs/after-a-kill.md with the real engine: each message appears, and the commands that doctor prints work. */
describe("after a killed CLI", () => {
  let platform: LocalPlatform;
  let proxy: Proxy;
  let workspace: Workspace;
  let holdsBack: (method: string, url: string) => boolean;
  let onHeld: () => void;
  let released: Promise<void>;

  beforeEach(async () => {
    holdsBack = () => false;
    platform = await startPlatform();
    proxy = await startProxy(platform.baseUrl, async ({ method = "", url = "" }) => {
      if (holdsBack(method, url)) {
        onHeld();
        await released;
      }
      return undefined;
    });
    const env = { EDGE_BASE_URL: proxy.baseUrl, EDGE_API_TOKEN: platform.token };
    workspace = await createWorkspace({ program: { "index.js": program("ssl") }, env });
  });
  afterEach(async () => {
    await workspace.dispose();
    await proxy.close();
    await platform.close();
  });

  /** Kills the CLI while the API processes a request. The provider process survives, and the API completes the request. */
  async function killAt(args: readonly string[], method: string, url: RegExp): Promise<void> {
    let release: () => void = () => undefined;
    released = new Promise((resolve) => (release = resolve));
    const held = new Promise<void>((resolve) => (onHeld = resolve));
    holdsBack = (asked, at) => asked === method && url.test(at);
    const run = workspace.start([...args, "--yes", "--skip-preview"]);
    const early = run.result.then((result) => {
      throw new Error(`it ended before:\n${result.stdout}${result.stderr}`);
    });
    await Promise.race([held, early]);
    early.catch(() => undefined);
    run.kill("SIGKILL");
    holdsBack = () => false;
    release();
    await run.result;
    // If the kill came between two file writes of the backend, another test covers it.
    if (!isJson(`${checkpoint()}.attrs`)) fs.rmSync(`${checkpoint()}.attrs`);
  }

  const checkpoint = () => path.join(workspace.directory, "backend/.pulumi/stacks/engine-test/test.json");

  /** Returns the output of `edge-platform ARGS --json`. */
  async function edgePlatform(...args: string[]): Promise<unknown> {
    const stdout = await new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        [path.join(ROOT, "dist/cli/main.js"), ...args, "--json"],
        { env: workspace.env },
        (_, text) => resolve(text),
      ),
    );
    return JSON.parse(stdout) as unknown;
  }

  /** Its findings about the stack, without those about the connection. */
  async function doctor(...args: string[]): Promise<Finding[]> {
    // The command's own form; a missing member fails the expectations.
    const { findings } = (await edgePlatform("doctor", ...args)) as { findings: Finding[] };
    const ofStack = findings.slice(
      0,
      findings.findIndex(({ subject }) => subject === "base URL"),
    );
    // Tests that run at the same time kill a CLI too.
    return ofStack.filter(({ subject }) => subject !== "process");
  }

  async function doctorOfState(): Promise<Finding[]> {
    return doctor("--state", await exportedState());
  }

  async function exportedState(): Promise<string> {
    const { stdout } = await workspace.pulumi(["stack", "export"]);
    workspace.write("state.json", stdout);
    return path.join(workspace.program, "state.json");
  }

  const type = (finding: Finding | undefined) => typeCommands(workspace, finding);

  /** Expects that the guide quotes this message, and that the CLI prints it. */
  function expectQuoted(result: PulumiResult, message: string): void {
    expect(result.stdout + result.stderr).toContain(message);
    expect(GUIDE).toContain(message);
  }

  /** Expects the same objects as after an uninterrupted run. */
  async function expectWhole(): Promise<void> {
    await upUnchanged(workspace);
    const api = platformApi(platform);
    const { result: tokens } = await api.call("GET", "/user/tokens");
    // The platform's own form: a list of tokens.
    expect((tokens as { name: string }[]).filter(({ name }) => name.startsWith("deploy-"))).toHaveLength(1);
    const { result: ruleset } = await api.call(
      "GET",
      `/zones/${EXAMPLE_COM}/rulesets/phases/${PHASE}/entrypoint`,
    );
    expect((ruleset as { rules: object[] }).rules).toHaveLength(1);
    expect(await doctorOfState()).toMatchObject([{ subject: "state", state: "ok" }, { subject: "backend" }]);
  }

  it("reports the lock and the pending create; its commands remove both and leave nothing", async () => {
    await killAt(["up"], "POST", /\/tokens$/);
    const locked = await workspace.up();
    expectQuoted(
      locked,
      "error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end or delete the lock file with `pulumi cancel`.",
    );
    const [lock] = await doctor();
    expect(lock).toMatchObject({ subject: "lock", state: "problem" });
    outputOf(await workspace.pulumi(["cancel", "--yes"]));

    const pending = await doctorOfState();
    expect(pending).toContainEqual(
      expect.objectContaining({
        subject: "pending",
        text: expect.stringMatching(/^ApiToken deploy was interrupted while creating\./) as string,
      }),
    );
    const again = await workspace.up();
    expectQuoted(again, "pending operations from previous deployment.");
    expectQuoted(again, "ApiToken::deploy, interrupted while creating");
    outputOf(await workspace.refresh());
    expect((await doctorOfState()).map(({ subject }) => subject)).toContain("pending");
    await type(pending.find(({ subject }) => subject === "pending"));
    await expectWhole();
  });

  it("finds the orphan of an interrupted run by its mark, and removes it", async () => {
    await killAt(["up"], "POST", /\/tokens$/);
    outputOf(await workspace.pulumi(["cancel", "--yes"]));
    outputOf(await workspace.destroy());
    const names = ["--project", "engine-test", "--stack", "test", "--zone", EXAMPLE_COM];
    const orphans = async (...args: string[]) =>
      // The command's own form; a missing member fails the expectations.
      (await edgePlatform("orphans", "--state", await exportedState(), ...names, ...args)) as {
        orphans: { kind: string; outcome?: string }[];
        pending: { kind: string }[];
      };

    const pending = await orphans("--remove", "--yes", "--in-use");
    expect(pending.pending).toContainEqual(expect.objectContaining({ kind: "token" }));
    outputOf(await workspace.refresh("--clear-pending-creates"));
    expect((await orphans()).orphans).toContainEqual(
      expect.objectContaining({ kind: "token", inUse: false }),
    );
    const removed = await orphans("--remove", "--yes", "--in-use");
    expect(removed.orphans.map(({ outcome }) => outcome)).not.toContain("failed");
    expect(await orphans()).toMatchObject({ orphans: [], pending: [] });
    const { result: tokens } = await platformApi(platform).call("GET", "/user/tokens");
    // The platform's own form: a list of tokens.
    expect((tokens as { name: string }[]).filter(({ name }) => name.startsWith("deploy-"))).toEqual([]);
  });

  it("reports pending updates and deletes, which the next up clears", async () => {
    outputOf(await workspace.up());
    workspace.write("index.js", program("not ssl"));
    await killAt(["up"], "PATCH", /\/rulesets\//);
    outputOf(await workspace.pulumi(["cancel", "--yes"]));
    const [updating] = await doctorOfState();
    expect(updating?.text).toMatch(/^ZoneEntrypointRuleset rules was interrupted while updating\./);
    await type(updating);

    await killAt(["destroy"], "DELETE", /./);
    outputOf(await workspace.pulumi(["cancel", "--yes"]));
    const [deleting] = await doctorOfState();
    expect(deleting?.text).toMatch(/ was interrupted while deleting\./);
    await type(deleting);
    await expectWhole();
  });

  it("restores a state whose checksum does not match, as after a kill between two file writes", async () => {
    outputOf(await workspace.up());
    // The file that the CLI was about to rename to the checkpoint.
    fs.copyFileSync(checkpoint(), `${checkpoint()}.18ea45b07cf0cf96.tmp`);
    fs.copyFileSync(`${checkpoint()}.bak`, checkpoint());
    const past = new Date(Date.now() - 60_000);
    fs.utimesSync(checkpoint(), past, past);
    fs.writeFileSync(`${checkpoint()}.attrs`, "");
    for (const args of [
      ["up", "--yes"],
      ["cancel", "--yes"],
      ["stack", "export"],
      ["state", "repair", "--yes"],
    ])
      expectQuoted(await workspace.pulumi(args), "failed to load checkpoint: EOF");
    const [finding] = await doctor();
    expect(finding?.text).toContain("The state itself is complete.");
    await type(finding);
    await expectWhole();
  });

  it("restores an earlier state if a checkpoint is truncated, and removes a truncated lock", async () => {
    outputOf(await workspace.up());
    fs.writeFileSync(checkpoint(), "");
    expectQuoted(
      await workspace.up(),
      "error: failed to load checkpoint: place 1: unexpected end of JSON input",
    );
    const [unreadable] = await doctor();
    expect(unreadable?.text).toContain("cannot be read: test.json is empty or truncated.");
    await type(unreadable);

    const lock = path.join(
      workspace.directory,
      "backend/.pulumi/locks/organization/engine-test/test/5e0a.json",
    );
    fs.mkdirSync(path.dirname(lock), { recursive: true });
    fs.writeFileSync(lock, "");
    expectQuoted(await workspace.up(), "error: unexpected end of JSON input");
    fs.writeFileSync(`${lock}.attrs`, "");
    expectQuoted(await workspace.up(), "error: EOF");
    await type((await doctor()).find(({ subject }) => subject === "lock"));
    await expectWhole();
  });
});

function isJson(file: string): boolean {
  try {
    JSON.parse(fs.readFileSync(file, "utf8"));
    return true;
  } catch {
    return false;
  }
}
