import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ensureBuilt, ROOT } from "../../scripts/prepare";
import { temporaryFolder } from "../support/fake-commands";
import { createWorkspace, type Workspace } from "../support/engine";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const PROGRAM = `
const edge = require("pulumi-edge-platform");
new edge.ZoneEntrypointRuleset("custom", { zoneId: "${ZONE}", phase: "http_request_firewall_custom", rules: [] });
`;

describe("edge-platform policy init", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await createWorkspace({
      program: { "index.js": PROGRAM },
      config: { "edge:baseUrl": "http://127.0.0.1:9/client/v4" },
      env: { EDGE_API_TOKEN: "a-token-that-nothing-reads-0123456789abcdef" },
    });
  });
  afterAll(() => workspace.dispose());

  it("writes a pack that the printed commands run", async () => {
    const { status, stdout } = init();
    expect(status).toBe(0);
    const [, commands = ""] = stdout.split("Next:\n");
    // The package is installed in the folder above, so nothing is to install.
    expect(commands).toBe("  pulumi preview --policy-pack policy\n");

    const preview = await run(commands);
    expect(preview.code).not.toBe(0);
    expect(preview.stdout).toContain("edge-policies@v0.0.1");
    expect(preview.stdout).toContain(`Zone ${ZONE} has no OwaspConfig`);

    edit(
      /(allowLog: false,[^[]*allowances: )\[\]/,
      `$1[{ zone: "${ZONE}", reason: "CHG-4: another stack protects it" }]`,
    );
    const excluded = await run(commands);
    expect(excluded.stdout).not.toContain("  require-owasp  ");

    edit("minimumLevel: 2", "minimunLevel: 2");
    const misspelt = await run(commands);
    expect(misspelt.code).not.toBe(0);
    expect(misspelt.stdout).toContain('require-owasp has no setting "minimunLevel"');
    expect(misspelt.stdout).toContain('did you mean "minimumLevel"?');
  });

  it("does not overwrite files", () => {
    const before = fs.readFileSync(configFile(), "utf8");
    const { status, stderr } = init();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /nothing was written, because these files exist already: .*policy\/config\.js\. Choose/,
    );
    expect(fs.readFileSync(configFile(), "utf8")).toBe(before);
  });

  function init() {
    return initIn(workspace.program);
  }

  /** Runs a printed command. */
  function run(command: string) {
    const [, ...args] = command.trim().split(" ");
    return workspace.pulumi(args);
  }

  function configFile(): string {
    return path.join(workspace.program, "policy", "config.js");
  }

  /** Replaces a text in the configuration of require-owasp. */
  function edit(from: string | RegExp, to: string): void {
    const [before = "", after = ""] = fs.readFileSync(configFile(), "utf8").split('"require-owasp": {');
    const edited = after.replace(from, to);
    expect(edited).not.toBe(after);
    fs.writeFileSync(configFile(), `${before}"require-owasp": {${edited}`);
  }
});

describe("what edge-platform policy init prints to install", () => {
  let folder: string;
  beforeAll(() => ensureBuilt(() => undefined));
  beforeEach(() => (folder = temporaryFolder()));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it.each([
    ["nothing", [], "  npm install --prefix policy\n"],
    ["this package", ["pulumi-edge-platform"], "  npm install --save-dev @pulumi/policy\n"],
    ["the policy SDK", ["@pulumi/policy"], "  npm install --prefix policy\n"],
    ["both packages", ["pulumi-edge-platform", "@pulumi/policy"], ""],
  ])("in a repository that has %s", (_what, installed, command) => {
    for (const name of installed) {
      const link = path.join(folder, "node_modules", name);
      fs.mkdirSync(path.dirname(link), { recursive: true });
      fs.symlinkSync(name === "@pulumi/policy" ? path.join(ROOT, "node_modules", name) : ROOT, link);
    }
    const { status, stdout } = initIn(folder);
    expect(status).toBe(0);
    const [, next] = stdout.split("Next:\n");
    expect(next).toBe(`${command}  pulumi preview --policy-pack policy\n`);
  });
});

function initIn(cwd: string) {
  const main = path.join(ROOT, "dist/cli/main.js");
  return spawnSync(process.execPath, [main, "policy", "init"], { cwd, encoding: "utf8" });
}
