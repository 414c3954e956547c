import fs from "node:fs";
import path from "node:path";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { installPacked } from "../support/packed";

const PROGRAM = `
const edge = require("pulumi-edge-platform");
new edge.GatewayEndpoint("chain", { network: "sepolia" });
`;

/** A stack outlives its folder and the release that created it. */
describe("a stack of an earlier release in another folder", () => {
  let stack: EdgeStack;
  let installed: string;

  beforeEach(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
    installed = path.join(stack.program, "node_modules", "pulumi-edge-platform");
    installPacked(installed);
    outputOf(await stack.up());
  });
  afterEach(() => stack.dispose());

  it("is unchanged after its folder moves, and can be refreshed and destroyed from there", async () => {
    const moved = path.join(stack.directory, "elsewhere", "deeper");
    fs.cpSync(stack.program, moved, { recursive: true, verbatimSymlinks: true });
    for (const file of fs.readdirSync(stack.program))
      fs.rmSync(path.join(stack.program, file), { recursive: true });
    const there = (...args: string[]) => stack.pulumi(["-C", moved, ...args, "--stack", "test"]);

    outputOf(await there("up", "--yes", "--skip-preview", "--expect-no-changes"));
    outputOf(await there("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
    expect(outputOf(await there("destroy", "--yes", "--skip-preview"))).toMatch(/2 deleted/);
  });

  it("is unchanged after the package's code changes, and runs the new code at refresh and destroy", async () => {
    const file = path.join(installed, "dist/provider/lifecycle/gateway-endpoint.js");
    const code = fs.readFileSync(file, "utf8");
    fs.writeFileSync(
      file,
      `${code}
for (const method of ["read", "remove"]) {
  const before = exports.gatewayEndpoint[method];
  exports.gatewayEndpoint[method] = (...args) => (console.log("the next release: " + method), before(...args));
}
`,
    );
    outputOf(await stack.up("--expect-no-changes"));
    expect(outputOf(await stack.refresh("--expect-no-changes"))).toContain("the next release: read");
    expect(outputOf(await stack.destroy())).toContain("the next release: remove");
  });
});
