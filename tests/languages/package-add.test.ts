import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { ensureBuilt } from "../../scripts/prepare";
import { ensureLanguageHost } from "../../scripts/sdk/go-programs";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { installPacked } from "../support/packed";

// npm installs what the generated SDK needs.
jest.setTimeout(900_000);

const QUIET = (): void => undefined;

const TYPESCRIPT = {
  "package.json": JSON.stringify({ name: "engine-test", private: true }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { module: "commonjs", target: "es2022", strict: true },
  }),
  "index.ts": `
import * as edge from "pulumi-edge-platform-native";

const zoneId = edge.getZoneOutput({ name: "example.com" }).id;
const scanners = new edge.ZoneCustomRuleset("no-scanners", {
  zoneId,
  rules: [{ ref: "scanners", action: edge.Action.Block, expression: 'http.user_agent contains "scanner"' }],
});
new edge.ZoneEntrypointRuleset("custom", {
  zoneId,
  phase: "http_request_firewall_custom",
  rules: [{ ref: "no-scanners", action: "execute", actionParameters: { id: scanners.rulesetId }, expression: "ssl" }],
});
export const rulesetId = scanners.rulesetId;
`,
};

const YAML = `
resources:
  no-scanners:
    type: edge:ZoneCustomRuleset
    properties:
      zoneId: \${zone.id}
      rules:
        - ref: scanners
          action: block
          expression: http.user_agent contains "scanner"
  custom:
    type: edge:ZoneEntrypointRuleset
    properties:
      zoneId: \${zone.id}
      phase: http_request_firewall_custom
      rules:
        - ref: no-scanners
          action: execute
          actionParameters:
            id: \${no-scanners.rulesetId}
          expression: ssl
variables:
  zone:
    fn::invoke:
      function: edge:getZone
      arguments:
        name: example.com
outputs:
  rulesetId: \${no-scanners.rulesetId}
`;

describe("pulumi package add", () => {
  let installed: string;
  let plugin: string;
  let stack: EdgeStack;

  beforeAll(async () => {
    await ensureBuilt(QUIET);
    installed = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-package-add-")));
    installPacked(installed);
    plugin = path.join(installed, "plugin");
  });
  afterAll(() => fs.rmSync(installed, { recursive: true }));
  afterEach(() => stack.dispose());

  /** The plugin's folder as seen from the program: `../…`. */
  const folder = (): string => path.relative(stack.program, plugin);
  const packages = (): unknown => {
    const project: unknown = parse(fs.readFileSync(path.join(stack.program, "Pulumi.yaml"), "utf8"));
    return (project as { packages?: unknown }).packages;
  };

  async function deployAndDestroy(): Promise<void> {
    const { result, writes } = await stack.watch(() => stack.up());
    outputOf(result);
    expect(writes).toEqual(Array(2).fill(expect.stringMatching(/^POST \/zones\/\w+\/rulesets$/)));
    expect((await stack.outputs())["rulesetId"]).toMatch(/^[0-9a-f]{32}$/);
    outputOf(await stack.preview("--expect-no-changes"));
    outputOf(await stack.destroy());
    expect(await stack.api.leftovers()).toEqual([]);
  }

  it("of the plugin's folder gives a TypeScript program an SDK and the plugin", async () => {
    const project = "name: engine-test\nruntime: nodejs\n";
    stack = await createEdgeStack({ program: { "Pulumi.yaml": project, ...TYPESCRIPT } });
    const added = outputOf(await stack.pulumi(["package", "add", folder()]));
    expect(added).toContain('import * as edge from "pulumi-edge-platform-native"');
    expect(packages()).toEqual({ edge: folder() });
    await deployAndDestroy();
  });

  describe("to a YAML program", () => {
    beforeEach(async () => {
      const host = await ensureLanguageHost("yaml", QUIET);
      stack = await createEdgeStack({
        program: { "Pulumi.yaml": "name: engine-test\nruntime: yaml\n" },
        env: { PATH: [host, process.env["PATH"] ?? ""].join(path.delimiter) },
      });
    });
    const addTo = async (source: string): Promise<void> => {
      outputOf(await stack.pulumi(["package", "add", source]));
      fs.appendFileSync(path.join(stack.program, "Pulumi.yaml"), YAML);
    };

    it("of the plugin's folder gives the plugin", async () => {
      await addTo(folder());
      expect(packages()).toEqual({ edge: folder() });
      await deployAndDestroy();
    });

    it("of the executable names only a version, by which the engine finds no plugin", async () => {
      await addTo(path.join(folder(), "pulumi-resource-edge"));
      expect(packages()).toEqual({ edge: expect.stringMatching(/^edge@\d+\.\d+\.\d+$/) as string });
      const { code, stdout, stderr } = await stack.preview();
      expect(stdout + stderr).toContain("no resource plugin 'pulumi-resource-edge' found");
      expect(code).not.toBe(0);
    });
  });
});
