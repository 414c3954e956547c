import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

import { enginePids } from "../../scripts/engine-processes";
import { releasesOf } from "../../scripts/pulumi-cli";
import { RELEASE } from "../../scripts/pulumi-cli/cache";
import { createWorkspace, pulumiCli, type Workspace } from "../support/engine";

/** A dynamic resource with its provider in the program, without the package. */
const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const provider = {
  create: async (inputs) => {
    if (inputs.colour === "slow") {
      require("node:fs").writeFileSync("creating", "");
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    }
    return { id: "first", outs: { colour: inputs.colour } };
  },
  diff: async (id, olds, news) => ({ changes: olds.colour !== news.colour }),
};
class Lamp extends pulumi.dynamic.Resource {
  constructor(name, props) {
    super(provider, name, props, undefined, "test", "Lamp");
  }
}
const lamp = new Lamp("lamp", { colour: new pulumi.Config().require("colour") });
exports.colour = lamp.colour;
`;

const POLICIES = `
const { PolicyPack } = require("@pulumi/policy");
new PolicyPack("lamps", {
  policies: [{
    name: "no-red-lamps",
    description: "Red lamps mean stop.",
    enforcementLevel: "mandatory",
    validateResource: (args, report) => { if (args.props.colour === "red") report("this lamp is red"); },
  }],
});
`;

/** A resource with a hook and a transform, which the engine calls back. It runs from disk and inline. */
const CALLED_BACK = `
const pulumi = require("@pulumi/pulumi");
module.exports = async () => {
  const said = [];
  const before = new pulumi.ResourceHook("before", ({ name }) => void said.push("before " + name));
  class Lamp extends pulumi.dynamic.Resource {
    constructor(name, props, opts) {
      super({ create: async (inputs) => ({ id: "first", outs: inputs }) }, name, props, opts, "test", "Lamp");
    }
  }
  const transforms = [({ props, opts }) => ({ props: { ...props, colour: "blue" }, opts })];
  const lamp = new Lamp("lamp", { colour: "green" }, { hooks: { beforeCreate: [before] }, transforms });
  return { colour: lamp.colour, said: lamp.id.apply(() => said) };
};
`;
const INLINE = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const where = { stackName: "inline", projectName: "engine-test", program: require("./program") };
LocalWorkspace.createStack(where, { workDir: process.cwd() })
  .then((stack) => stack.up())
  .then(({ outputs }) => console.log(JSON.stringify({ colour: outputs.colour.value, said: outputs.said.value })));
`;

/** The calls that the engine has logged: of its monitor, and of what a program lets it call back. */
function programCalls(log: string): string[] {
  const [unary, callbacks] = ["/pulumirpc.ResourceMonitor/", "/pulumirpc.Callbacks/"];
  const lines = fs.readFileSync(log, "utf8").trim().split("\n");
  // The engine's own log, a line of JSON for each call or its answer.
  const calls = lines.map((line) => JSON.parse(line) as { method: string; response?: unknown });
  return calls
    .filter(
      ({ method, response }) =>
        response !== undefined && [unary, callbacks].some((of) => method.startsWith(of)),
    )
    .map(({ method }) => method)
    .sort();
}

describe("the toolchain", () => {
  let workspace: Workspace;
  afterEach(() => workspace.dispose());

  it("is of one release, and a program from disk makes the same calls as an inline one", async () => {
    workspace = await createWorkspace({
      program: {
        "program.js": CALLED_BACK,
        "index.js": 'module.exports = require("./program")();',
        "inline.js": INLINE,
      },
      build: false,
    });
    const releases = await releasesOf(await pulumiCli());
    expect(new Set(Object.values(releases))).toEqual(new Set([RELEASE]));

    const [fromDisk, inline] = ["disk.json", "inline.json"].map((name) =>
      path.join(workspace.directory, name),
    );
    workspace.env["PULUMI_DEBUG_GRPC"] = fromDisk;
    const { code, stderr } = await workspace.up();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    workspace.env["PULUMI_DEBUG_GRPC"] = inline;
    const outputs = await promisify(execFile)(process.execPath, ["inline.js"], {
      cwd: workspace.program,
      env: workspace.env,
    });

    expect(JSON.parse(outputs.stdout)).toEqual({ colour: "blue", said: ["before lamp"] });
    delete workspace.env["PULUMI_DEBUG_GRPC"];
    expect(await workspace.outputs()).toEqual({ colour: "blue", said: ["before lamp"] });
    expect(programCalls(fromDisk ?? "")).toContain("/pulumirpc.Callbacks/Invoke");
    expect(programCalls(fromDisk ?? "")).toEqual(programCalls(inline ?? ""));
  });

  it("creates a dynamic resource, keeps it if nothing changed, and destroys it", async () => {
    workspace = await createWorkspace({
      program: { "index.js": PROGRAM },
      config: { colour: "green" },
      secretConfig: { password: "open sesame" },
      build: false,
    });

    const created = await workspace.up();
    expect(created).toMatchObject({ code: 0, stderr: "" });
    expect(created.stdout).toMatch(/\+ 2 created/);
    expect((await workspace.pulumi(["stack", "output", "--json"])).json).toEqual({ colour: "green" });
    const { deployment } = await workspace.exportState();
    expect(deployment.resources?.map(({ type }) => type)).toContain("pulumi-nodejs:dynamic/test:Lamp");
    const texts = workspace.stateFiles().map(({ text }) => text);
    expect(texts.filter((text) => text.includes("green"))).not.toEqual([]);
    expect(texts.filter((text) => text.includes("open sesame"))).toEqual([]);

    const again = await workspace.up("--expect-no-changes");
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toMatch(/2 unchanged/);

    const destroyed = await workspace.destroy();
    expect(destroyed).toMatchObject({ code: 0, stderr: "" });
    expect((await workspace.exportState()).deployment.resources ?? []).toEqual([]);
  });

  it("installs what a program depends on, and says with which Node it runs", async () => {
    const part = { name: "part", version: "1.2.3" };
    workspace = await createWorkspace({
      program: {
        "index.js": "",
        "package.json": JSON.stringify({ name: "parts", dependencies: { part: "file:part" } }),
        "part/package.json": JSON.stringify(part),
      },
      build: false,
    });
    expect(await workspace.pulumi(["install"])).toMatchObject({ code: 0 });
    const installed = path.join(workspace.program, "node_modules", "part", "package.json");
    expect(JSON.parse(fs.readFileSync(installed, "utf8"))).toEqual(part);
    expect((await workspace.pulumi(["about", "--json"])).json).toMatchObject({
      runtime: { language: "nodejs", version: process.version },
      dependencies: [{ name: "part" }],
    });
  });

  it("fails a preview that violates a policy, and passes one that does not", async () => {
    workspace = await createWorkspace({
      program: { "index.js": PROGRAM },
      config: { colour: "red" },
      policyPack: { "index.js": POLICIES },
      build: false,
    });

    const stopped = await workspace.preview();
    expect(stopped.code).not.toBe(0);
    expect(stopped.stdout).toMatch(/no-red-lamps/);
    expect(stopped.stdout).toMatch(/this lamp is red/);

    expect((await workspace.pulumi(["config", "set", "colour", "green"])).code).toBe(0);
    const passed = await workspace.preview("--json");
    expect(passed).toMatchObject({ code: 0, json: { changeSummary: { create: 2 } } });
  });

  it("leaves no process if a test ends during an update that was killed", async () => {
    workspace = await createWorkspace({
      program: { "index.js": PROGRAM },
      config: { colour: "slow" },
      build: false,
    });
    const creating = new Promise<void>((resolve) => {
      const watcher = fs.watch(workspace.program, (_, file) => {
        if (file !== "creating") return;
        watcher.close();
        resolve();
      });
    });
    const update = workspace.start(["up", "--yes", "--skip-preview"]);
    await creating;
    update.kill("SIGKILL");
    await update.result;
    const survivors = enginePids(workspace.directory);
    expect(survivors).not.toEqual([]);

    await workspace.dispose();
    expect(enginePids(workspace.directory)).toEqual([]);
    expect(fs.existsSync(workspace.directory)).toBe(false);
  });
});
