import { execFileSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { sourceLinesOf } from "../support/source-lines";

const NATIVE = `
const edge = require("pulumi-edge-platform/native");
const zone = edge.getZoneOutput({ name: "example.com" });
const custom = new edge.ZoneEntrypointRuleset("custom", { zoneId: zone.id, phase: "http_request_firewall_custom",
  rules: [{ ref: "one", action: "block", expression: "ssl" }] });
exports.id = custom.id;
`;

describe("the native plugin", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": NATIVE } });
  });
  afterAll(() => stack.dispose());

  it("is missed with the command that installs it", async () => {
    const output = outputOf(await stack.preview(), 1).replace(/\s+/g, " ");
    expect(output).toContain(
      "The plugin edge, which manages native resources, is not installed. Run `npx edge-platform plugin install`",
    );
  });

  it("manages resources after that command", async () => {
    const main = path.join(ROOT, "dist", "cli", "main.js");
    const told = execFileSync(process.execPath, [main, "plugin", "install"], {
      env: stack.env,
      encoding: "utf8",
    });
    expect(told).toMatch(/^The plugin edge \d+\.\d+\.\d+ is installed\.$/m);
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).not.toContain("is not installed");
    expect(writes).toHaveLength(1);
    expect((await stack.outputs())["id"]).toMatch(/^[0-9a-f]{32}\/http_request_firewall_custom$/);
  });

  it("has a state of at most 700 bytes a resource beside inputs and outputs, with the program's line", async () => {
    const state = await stack.exportState();
    const line = "project:///index.js#4,16";
    expect(sourceLinesOf(state, "custom")).toEqual([line, line]);
    const rest = (state.deployment.resources ?? []).map((resource) =>
      JSON.stringify({ ...resource, inputs: undefined, outputs: undefined }),
    );
    expect(rest).toHaveLength(3);
    expect(rest.filter((text) => text.length > 700)).toEqual([]);
  });
});
