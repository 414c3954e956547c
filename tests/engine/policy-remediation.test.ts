import fs from "node:fs";
import path from "node:path";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { NATIVE_PROJECT } from "../support/native-stack";
import { EXAMPLE_COM } from "../support/platform";

const ENDPOINT = `
const pulumi = require("@pulumi/pulumi");
const edge = require("pulumi-edge-platform");
const endpoint = new edge.GatewayEndpoint("chain", { network: "rinkeby", connection: pulumi.secret("hush") });
exports.url = endpoint.url;
`;

/** The same with the native plugin. */
const NATIVE_ENDPOINT = `
const edge = require("pulumi-edge-platform/native");
exports.url = new edge.GatewayEndpoint("chain", { network: "rinkeby" }).url;
`;

const LIVE = `/zones/${EXAMPLE_COM}/rulesets/phases/http_request_firewall_custom/entrypoint`;

type Program = Readonly<Record<string, string>>;
const REPLACE = { "refuse-retired-networks": "remediate" };

const ENTRYPOINT = `
const edge = require("pulumi-edge-platform");
const rules = [{ ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' }];
const phase = "http_request_firewall_custom";
new edge.ZoneEntrypointRuleset("waf", { zoneId: "${EXAMPLE_COM}", phase, ownership: "exclusive", rules });
`;

const NATIVE_ENTRYPOINT = ENTRYPOINT.replace("pulumi-edge-platform", "$&/native");

describe("a remediation", () => {
  let stack: EdgeStack;
  afterEach(() => stack.dispose());

  async function prepare(program: Program, settings: object, config = {}): Promise<string[]> {
    stack = await createEdgeStack({ program, policyPack: "policy", config });
    return configure(settings);
  }

  /** Returns the options of a command with only these policies. */
  function configure(settings: object): string[] {
    const file = path.join(stack.directory, `policies-${Object.keys(settings).join("-")}.json`);
    fs.writeFileSync(file, JSON.stringify({ all: "disabled", ...settings }));
    return ["--policy-pack-config", file];
  }

  async function expectRefusal(): Promise<void> {
    for (const { code, stdout } of [
      await stack.preview(...configure({})),
      await stack.up(...configure({})),
    ]) {
      expect(code).not.toBe(0);
      expect(stdout).toContain('"rinkeby" was retired on 2023-01-30');
    }
  }

  async function inputsOf(kind: string): Promise<unknown> {
    const { deployment } = await stack.exportState();
    return deployment.resources?.find(({ type }) => type.endsWith(kind))?.inputs;
  }

  it("replaces a retired network in preview and update, reports that, and keeps secrets", async () => {
    const connections = { "edge:connections": JSON.stringify({ hush: {} }) };
    const config = await prepare({ "index.js": ENDPOINT }, REPLACE, connections);
    const told = /\[remediate\].*refuse-retired-networks/;
    expect(outputOf(await stack.preview(...config))).toMatch(told);
    expect(outputOf(await stack.up(...config))).toMatch(told);
    expect(await stack.outputs()).toEqual({ url: `${stack.ready.gatewayUrl}/v1/sepolia` });
    const inputs = await inputsOf("GatewayEndpoint");
    expect(inputs).toMatchObject({ network: "sepolia" });
    expect(JSON.stringify(inputs)).not.toContain("hush");

    expect(outputOf(await stack.preview("--expect-no-changes", ...config))).toMatch(told);
    // Without the policy, the resource itself refuses the network again.
    await expectRefusal();
    expect(await stack.outputs()).toEqual({ url: `${stack.ready.gatewayUrl}/v1/sepolia` });
  });

  it("replaces the retired network of a native endpoint, which fails without the policy", async () => {
    const config = await prepare({ "Pulumi.yaml": NATIVE_PROJECT, "index.js": NATIVE_ENDPOINT }, REPLACE);
    await expectRefusal();
    outputOf(await stack.preview(...config));
    outputOf(await stack.up(...config));
    expect(await stack.outputs()).toEqual({ url: `${stack.ready.gatewayUrl}/v1/sepolia` });
  });

  it("shares an exclusive entry point in preview and update", async () => {
    const config = await prepare({ "index.js": ENTRYPOINT }, { "require-shared-ownership": "remediate" });
    const told = /\[remediate\].*require-shared-ownership/;
    const preview = outputOf(await stack.preview("--diff", ...config));
    expect(preview).toMatch(told);
    expect(preview).not.toContain("[mandatory]");
    expect(outputOf(await stack.up(...config))).toMatch(told);
    expect(await inputsOf("ZoneEntrypointRuleset")).toMatchObject({ ownership: "shared" });
  });

  it("keeps a rule of another owner in the update, although the preview rejects it before the policy shares the entry point", async () => {
    const config = await prepare({ "index.js": ENTRYPOINT }, { "require-shared-ownership": "remediate" });
    const rules = [{ ref: "theirs", action: "log", expression: "ssl" }];
    await stack.api.call("PUT", LIVE, { body: { rules } });
    const preview = await stack.preview(...config);
    expect(preview.code).not.toBe(0);
    expect(preview.stdout).toContain('ownership: "exclusive" would remove it');

    outputOf(await stack.up(...config));
    expect(JSON.stringify((await stack.api.call("GET", LIVE)).result)).toContain('"theirs"');
  });

  it("lets the preview of a native entry point judge what the policy has made of it", async () => {
    const program = { "Pulumi.yaml": NATIVE_PROJECT, "index.js": NATIVE_ENTRYPOINT };
    const config = await prepare(program, { "require-shared-ownership": "remediate" });
    const rules = [{ ref: "theirs", action: "log", expression: "ssl" }];
    await stack.api.call("PUT", LIVE, { body: { rules } });
    expect(outputOf(await stack.preview(...config))).toMatch(/\[remediate\].*require-shared-ownership/);
    outputOf(await stack.up(...config));
    expect(JSON.stringify((await stack.api.call("GET", LIVE)).result)).toContain('"theirs"');
  });
});
