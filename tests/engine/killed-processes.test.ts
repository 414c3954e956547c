import { execFile } from "node:child_process";
import path from "node:path";
import { startPlatform, type LocalPlatform } from "../../cli/local-platform";
import { platformApi } from "../../scripts/demo/platform-api";
import { enginePids } from "../../scripts/engine-processes";
import { ROOT } from "../../scripts/prepare";
import { outputOf } from "../support/edge-stack";
import { createWorkspace, type Workspace } from "../support/engine";
import { commandLine, engineProcesses, until } from "../support/engine-roles";
import { NATIVE_PROJECT } from "../support/native-stack";
import { EXAMPLE_COM } from "../support/platform";
import { startProxy, type Proxy } from "../support/proxy";

/** Two tokens, whose requests run when the CLI is killed, and a lookup, for which the program waits. */
const program = (module: string) => `
const edge = require("${module}");
const policies = [{ resources: edge.zone("${EXAMPLE_COM}"), permissionGroups: [{ name: "Zone Read" }] }];
for (const name of ["blue", "green"]) new edge.ApiToken(name, { policies });
module.exports = async () => ({ zone: (await edge.getZone({ name: "example.com" })).id });
`;

const DOORS = [
  {
    door: "dynamic classes",
    provider: "dynamic provider",
    files: { "index.js": program("pulumi-edge-platform") },
  },
  {
    door: "native plugin",
    provider: "plugin",
    files: { "index.js": program("pulumi-edge-platform/native"), "Pulumi.yaml": NATIVE_PROJECT },
  },
];

/** Requests that wait until they are released. */
class Gate {
  waiting = 0;
  readonly #pattern: RegExp;
  readonly #released: Promise<void>;
  release: () => void = () => undefined;

  constructor(pattern: RegExp) {
    this.#pattern = pattern;
    this.#released = new Promise((resolve) => (this.release = resolve));
  }

  async pass(request: string): Promise<void> {
    if (!this.#pattern.test(request)) return;
    this.waiting += 1;
    await this.#released;
  }
}

describe.each(DOORS)("a CLI that is killed during an up with the $door", ({ provider, files }) => {
  let platform: LocalPlatform;
  let proxy: Proxy;
  let workspace: Workspace;
  let creates: Gate;
  let lookup: Gate;

  beforeAll(async () => {
    creates = new Gate(/^POST .*\/tokens$/);
    lookup = new Gate(/^GET .*\/zones\?/);
    platform = await startPlatform();
    proxy = await startProxy(platform.baseUrl, async ({ method = "", url = "" }) => {
      for (const gate of [creates, lookup]) await gate.pass(`${method} ${url}`);
      return undefined;
    });
    const env = { EDGE_BASE_URL: proxy.baseUrl, EDGE_API_TOKEN: platform.token };
    workspace = await createWorkspace({ program: files, env, policyPack: "policy" });
  });
  afterAll(async () => {
    creates.release();
    lookup.release();
    await workspace.dispose();
    await proxy.close();
    await platform.close();
  });

  it("leaves processes that finish their requests before they end", async () => {
    const run = workspace.up();
    await until("its requests run", () => creates.waiting === 2 && lookup.waiting === 1);
    expect(roles()).toEqual(["policy pack", "program", provider].sort());

    process.kill(cli(), "SIGKILL");
    await run;
    // The program and the policy pack do not wait for the API.
    await until("only the provider runs", () => roles().join() === provider);
    const [pid] = engineProcesses(workspace.directory).map((running) => running.pid);
    expect(await doctorFindings()).toContainEqual(
      expect.objectContaining({
        state: "problem",
        text: expect.stringContaining(`Process ${pid} is a ${provider} whose engine`) as string,
        commands: [`kill ${pid}`],
      }),
    );

    creates.release();
    await until("nothing runs", () => roles().length === 0);
    expect(await tokens()).toEqual(["blue", "green"]);

    lookup.release();
    outputOf(await workspace.pulumi(["cancel", "--yes"]));
    outputOf(await workspace.up());
    // It has found those of the killed run: the values of these are lost, so they are replaced.
    expect(await tokens()).toEqual(["blue", "green"]);
    expect(roles()).toEqual([]);
  });

  function roles(): string[] {
    return engineProcesses(workspace.directory)
      .map(({ role }) => role)
      .sort();
  }

  function cli(): number {
    const found = enginePids(workspace.directory).find((pid) => commandLine(pid).includes("up"));
    if (found === undefined) throw new Error("the CLI does not run");
    return found;
  }

  async function doctorFindings(): Promise<unknown[]> {
    const stdout = await new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        [path.join(ROOT, "dist/cli/main.js"), "doctor", "--json"],
        { env: { ...workspace.env, EDGE_BASE_URL: platform.baseUrl } },
        (_, text) => resolve(text),
      ),
    );
    // The command's own form; a missing member fails the expectations.
    return (JSON.parse(stdout) as { findings: unknown[] }).findings;
  }

  /** Returns the logical names of the stack's tokens. */
  async function tokens(): Promise<string[]> {
    const { result } = await platformApi(platform).call("GET", "/user/tokens");
    // The platform's own form: a list of tokens.
    return (result as { name: string }[])
      .flatMap(({ name }) => /^(blue|green)-/.exec(name)?.[1] ?? [])
      .sort();
  }
});
