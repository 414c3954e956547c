import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { preparePolicyPack, privatePulumiEnv, withRunnablePacks } from "../../../scripts/engine-env";
import type { PulumiCli } from "../../../scripts/pulumi-cli";
import { temporaryFolder, writeFiles } from "../../support/fake-commands";

const CLI: PulumiCli = {
  bin: "/cli/bin/pulumi",
  binDir: "/cli/bin",
  version: "3.250.0",
  source: "built",
  policyRuntime: "script",
};

describe("privatePulumiEnv", () => {
  let directory: string;
  beforeEach(() => (directory = temporaryFolder()));
  afterEach(() => fs.rmSync(directory, { recursive: true }));

  it("keeps login, stacks, plugins and account of the user out of reach", () => {
    const env = privatePulumiEnv({
      cli: CLI,
      directory,
      env: {
        PATH: "/usr/bin",
        LANG: "C",
        PULUMI_ACCESS_TOKEN: "pul-1",
        PULUMI_BACKEND_URL: "https://api.pulumi.com",
        EDGE_API_TOKEN: "real",
        CLOUDFLARE_API_TOKEN: "real",
        VAULT_CACERT: "/missing",
      },
    });
    expect(env).toEqual({
      LANG: "C",
      PATH: `/cli/bin:${directory}/start-scripts:/usr/bin`,
      PULUMI_HOME: `${directory}/home`,
      PULUMI_BACKEND_URL: `file://${directory}/backend`,
      PULUMI_CONFIG_PASSPHRASE: expect.any(String) as string,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    });
    expect(fs.readdirSync(directory).sort()).toEqual(["backend", "home", "start-scripts"]);
  });
});

describe("preparePolicyPack", () => {
  let directory: string;
  let pack: string;
  beforeEach(() => {
    directory = temporaryFolder();
    pack = path.join(directory, "package", "policy");
    writeFiles(path.join(directory, "package"), {
      "package.json": JSON.stringify({ version: "1.2.3" }),
      "policy/PulumiPolicy.yaml": "description: some pack\nruntime: nodejs\nmain: ../dist/pack.js\n",
      "dist/pack.js": "module.exports = 'the pack';",
      "node_modules/@pulumi/pulumi/cmd/run-policy-pack/index.js":
        "console.log(JSON.stringify([process.argv.slice(2), process.env.PULUMI_NODEJS_STACK]));",
    });
    privatePulumiEnv({ cli: CLI, directory, env: {} });
  });
  afterEach(() => fs.rmSync(directory, { recursive: true }));

  it("returns the pack itself for a CLI whose language host can run it", () => {
    expect(preparePolicyPack({ cli: { ...CLI, policyRuntime: "native" }, directory, pack })).toBe(pack);
  });

  it("writes a substitute that loads the pack's entry point and has its version", () => {
    const standIn = preparePolicyPack({ cli: CLI, directory, pack });
    expect(jest.requireActual(standIn)).toBe("the pack");
    const texts = ["PulumiPolicy.yaml", "package.json"].map((name) =>
      fs.readFileSync(path.join(standIn, name), "utf8"),
    );
    expect(texts).toEqual(["runtime: edge-node\n", '{"version":"1.2.3"}']);
  });

  it("writes a start script that passes the engine's arguments and names to the pack's runner", () => {
    preparePolicyPack({ cli: CLI, directory, pack });
    const script = path.join(directory, "start-scripts", "pulumi-analyzer-policy-edge-node");
    const { stdout } = spawnSync(script, ["127.0.0.1:1", "."], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", PULUMI_STACK: "dev" },
    });
    expect(JSON.parse(stdout)).toEqual([["127.0.0.1:1", "."], "dev"]);
  });

  it.each([
    ["of its own", (folder: string) => ["--policy-pack", folder]],
    ["after an equals sign", (folder: string) => [`--policy-pack=${folder}`]],
  ])("replaces a relative folder in an argument %s", (_, option) => {
    const args = ["preview", ...option("package/policy"), "--diff"];
    const replaced = withRunnablePacks({ cli: CLI, directory, args, cwd: directory });
    const standIn = /policy-pack-\w+/.exec(replaced.join(" "))?.[0] ?? "";
    expect(replaced).toEqual(["preview", ...option(path.join(directory, standIn)), "--diff"]);
    expect(jest.requireActual(path.join(directory, standIn))).toBe("the pack");
  });
});
