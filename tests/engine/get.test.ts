import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";

const MADE = `
const edge = require("pulumi-edge-platform");
const zone = edge.getZoneOutput({ name: "example.com" });
const rules = [{ ref: "one", action: "block", expression: "ssl", description: "no" }];
const custom = new edge.ZoneEntrypointRuleset("custom", { zoneId: zone.id, phase: "http_request_firewall_custom", rules });
const owasp = new edge.OwaspConfig("owasp", { zoneId: zone.id, paranoiaLevel: 3, scoreThreshold: "high" });
const token = new edge.ApiToken("token", {
  policies: [{ resources: edge.zone(zone.id), permissionGroups: [{ name: "Zone WAF Read" }] }],
});
const filter = new edge.ValidatedFilter("filter", { expression: "ssl" });
const list = new edge.List("list", { accountId: zone.accountId, name: "office", kind: "ip", items: [{ ip: "192.0.2.1" }] });
`;
const GOT = `
const seen = {
  custom: edge.ZoneEntrypointRuleset.get("seen-custom", custom.id),
  owasp: edge.OwaspConfig.get("seen-owasp", owasp.id),
  token: edge.ApiToken.get("seen-token", token.id),
  filter: edge.ValidatedFilter.get("seen-filter", filter.id, { expression: "ssl" }),
  chain: edge.GatewayEndpoint.get("seen-chain", "sepolia"),
  list: edge.List.get("seen-list", list.id),
};
exports.rules = seen.custom.rules;
exports.level = seen.owasp.paranoiaLevel;
exports.threshold = seen.owasp.scoreThreshold;
exports.name = seen.token.name;
exports.ownName = token.name;
exports.fields = seen.filter.fields;
exports.url = seen.chain.url;
exports.items = seen.list.items;
`;

describe("get", () => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": MADE } });
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  it("reads an existing resource of every kind, and manages none of them", async () => {
    stack.write("index.js", MADE + GOT);
    const { result, writes } = await stack.watch(() => stack.up());
    outputOf(result);
    expect(writes).toEqual([]);
    const { ownName, ...outputs } = await stack.outputs();
    expect(outputs).toEqual({
      rules: { one: { action: "block", expression: "ssl", description: "no" } },
      level: 3,
      threshold: 25,
      name: ownName,
      fields: ["ssl"],
      url: `${stack.ready.gatewayUrl}/v1/sepolia`,
      items: [{ ip: "192.0.2.1" }],
    });
    stack.write("index.js", MADE);
    const gone = await stack.watch(() => stack.up());
    outputOf(gone.result);
    expect(gone.writes).toEqual([]);
  });

  it.each([
    ["ApiToken", `"user/${"0".repeat(32)}"`],
    ["ZoneEntrypointRuleset", 'zone.id.apply((id) => id + "/http_request_origin")'],
    ["List", `zone.accountId.apply((id) => id + "/${"0".repeat(32)}")`],
    ["OwaspConfig", `zone.id.apply((id) => id + "/${"0".repeat(32)}")`],
  ])("fails for a %s that does not exist", async (kind, id) => {
    stack.write("index.js", `${MADE}\nedge.${kind}.get("missing", ${id});`);
    expect(outputOf(await stack.preview(), 1)).toContain(`There is no ${kind} with the id `);
  });

  it("rejects a malformed token id, and shows the valid form", async () => {
    stack.write("index.js", `${MADE}\nedge.ApiToken.get("odd", "something");`);
    expect(outputOf(await stack.preview(), 1)).toContain("user/<token id>");
  });
});
