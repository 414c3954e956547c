import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";

const PROGRAM = `
const edge = require("pulumi-edge-platform");
const pulumi = require("@pulumi/pulumi");

const zone = edge.getZoneOutput({ name: pulumi.output("example.com") });
const owasp = edge.getManagedRulesetOutput({ zoneId: zone.id, name: "Cloudflare OWASP Core Ruleset" });
const custom = new edge.ZoneEntrypointRuleset("custom", {
  zoneId: zone.id,
  phase: "http_request_firewall_custom",
  rules: [{ ref: "one", action: "block", expression: "ssl" }],
});
const made = { zoneId: custom.zoneId, rulesetId: custom.rulesetId };

exports.zone = zone;
exports.zones = edge.getZonesOutput({ nameSuffix: ".example" }).apply((zones) => zones.map(({ name }) => name));
exports.user = edge.getUserOutput({}).email;
exports.managed = edge.getRulesetsOutput({ zoneId: zone.id }).apply((all) => all.filter(({ kind }) => kind === "managed").length);
exports.lastRule = owasp.apply(({ rules }) => rules[rules.length - 1].scoreThreshold);
exports.byTag = edge
  .getRulesByTagOutput({ accountId: zone.accountId, rulesetId: owasp.id, version: owasp.version, tag: "paranoia-level-4" })
  .apply((rules) => rules.every(({ categories }) => categories.includes("paranoia-level-4")) && rules.length > 0);
exports.ruleset = edge.getRulesetOutput(made).apply(({ rules }) => rules.map(({ ref }) => ref));
exports.entrypoint = edge
  .getEntrypointRulesetOutput({ zoneId: custom.zoneId, phase: custom.phase })
  .apply(({ rules }) => rules.map(({ action }) => action));
exports.versions = edge.getRulesetVersionsOutput(made).apply((versions) => versions.map(({ version }) => version));
exports.version = edge.getRulesetVersionOutput({ ...made, version: custom.version }).version;
exports.groups = edge.getPermissionGroupsOutput({ name: "Zone WAF Write", scope: "zone" });
exports.token = edge.verifyTokenOutput({}).status;
exports.good = edge.validateExpressionOutput({ expression: "ssl", mode: "api" });
exports.bad = edge.validateExpressionOutput({ expression: "sll" }).valid;
exports.badByApi = edge.validateExpressionOutput({ expression: "sll", mode: "api" }).valid;
exports.chainId = edge.callGatewayOutput({ network: "sepolia", method: "eth_chainId" });
exports.refusedCall = edge.callGatewayOutput({ network: "sepolia", method: "eth_noSuchMethod" }).ok;
`;

describe("the lookups", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
  });
  afterAll(() => stack.dispose());

  it("resolve ids in a program that knows only a zone's name", async () => {
    outputOf(await stack.up());
    const outputs = await stack.outputs();
    expect(outputs).toMatchObject({
      zone: { name: "example.com", status: "active", accountId: stack.ready.accountId },
      zones: ["shop.example"],
      user: stack.ready.email,
      lastRule: 40,
      byTag: true,
      ruleset: ["one"],
      entrypoint: ["block"],
      versions: ["1"],
      version: "1",
      groups: [
        {
          id: "fb6778dc191143babbfaa57993f1d275",
          name: "Zone WAF Write",
          scopes: ["com.cloudflare.api.account.zone"],
        },
      ],
      token: "active",
      good: { valid: true, fields: ["ssl"] },
      bad: false,
      badByApi: false,
      chainId: { ok: true, result: "0xaa36a7" },
    });
    expect(outputs["managed"]).toBeGreaterThan(3);
  });
});

describe("a failing lookup", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "" } });
  });
  afterAll(() => stack.dispose());

  const HEAD = `
    const edge = require("pulumi-edge-platform");
    exports.first = new edge.ValidatedFilter("first", { expression: "ssl" }).id;`;
  /** Previews a program whose lookups fail while the SDK waits for its first output. */
  const preview = async (program: string) => {
    stack.write("index.js", HEAD + program);
    return outputOf(await stack.pulumi(["preview"]), 1);
  };

  it.each([
    ["a promise", 'exports.zone = edge.getZone({ name: "nowhere.example" });'],
    ["an output", 'exports.zone = edge.getZoneOutput({ name: "nowhere.example" });'],
    ["a member of an output", 'exports.zone = edge.getZoneOutput({ name: "nowhere.example" }).id;'],
  ])(
    "is reported without a warning of Node about late handling if the program exports %s",
    async (_, program) => {
      const output = await preview(program);
      expect(output).toContain(
        "error: getZone: the credential can see no zone named nowhere.example: check the name",
      );
      expect(output).not.toContain("PromiseRejectionHandledWarning");
    },
  );

  it("leaves the warning about another rejection to Node", async () => {
    const output = await preview(`
      const other = Promise.reject(Object.assign(new Error("the program's own error"), { stack: "" }));
      exports.zone = edge.getZone({ name: "nowhere.example" });
      exports.zone.catch(() => other.catch(() => undefined));`);
    expect(output).toContain("PromiseRejectionHandledWarning: Promise rejection was handled asynchronously");
  });
});
