import fs from "node:fs";
import path from "node:path";
import { createWorkspace, type Workspace } from "../support/engine";

/** An endpoint of a release that accepted retired networks: the same type, another provider. */
const OLD_ENDPOINT = `
const pulumi = require("@pulumi/pulumi");
const provider = { create: async (inputs) => ({ id: "1", outs: inputs }) };
class GatewayEndpoint extends pulumi.dynamic.Resource {
  constructor(name, props) {
    super(provider, name, props, undefined, "edge", "GatewayEndpoint");
  }
}
new GatewayEndpoint("chain", { network: "rinkeby", key: pulumi.secret("hush") });
`;

describe("a remediation", () => {
  let workspace: Workspace;
  afterEach(() => workspace.dispose());

  it("changes the input, keeps secrets, and is told", async () => {
    workspace = await createWorkspace({ program: { "index.js": OLD_ENDPOINT }, policyPack: "policy" });
    const file = path.join(workspace.directory, "policy-config.json");
    fs.writeFileSync(file, JSON.stringify({ all: "disabled", "refuse-retired-networks": "remediate" }));
    const result = await workspace.up("--policy-pack-config", file);
    expect(result).toMatchObject({ code: 0 });
    expect(result.stdout).toMatch(/\[remediate\].*refuse-retired-networks/);

    const { deployment } = await workspace.exportState();
    const inputs = deployment.resources?.find(({ type }) => type.endsWith("GatewayEndpoint"))?.inputs;
    expect(inputs).toMatchObject({ network: "sepolia" });
    expect(JSON.stringify(inputs)).not.toContain("hush");
  });
});
