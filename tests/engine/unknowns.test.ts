import { createEdgeStack, outputOf } from "../support/edge-stack";

/** A program in which every argument that accepts one has an unknown value. */
const PROGRAM = `
const edge = require("pulumi-edge-platform");
const pulumi = require("@pulumi/pulumi");
const zone = edge.getZoneOutput({ name: "example.com" });
const first = new edge.ZoneEntrypointRuleset("first", {
  zoneId: zone.id,
  phase: "http_request_firewall_custom",
  rules: [{ ref: "one", action: "block", expression: "ssl" }],
});
const later = (value) => pulumi.all([first.rulesetId, value]).apply(([_, known]) => known);

const filter = new edge.ValidatedFilter("filter", { expression: later("ssl"), mode: later("local") });
const owasp = new edge.OwaspConfig("owasp", {
  zoneId: later(zone.id),
  paranoiaLevel: later(2),
  scoreThreshold: later("medium"),
  rules: [{ number: later("920272"), enabled: later(false) }],
});
const second = new edge.ZoneEntrypointRuleset("second", {
  zoneId: first.zoneId,
  phase: "http_request_firewall_custom",
  rules: [
    { ref: "two", action: later("log"), expression: filter.expression },
    { ref: later("three"), action: "block", expression: later('http.host eq "a"') },
  ],
});
const token = new edge.ApiToken("token", {
  policies: [{ resources: edge.zone(later(zone.id)), permissionGroups: [{ name: later("Zone WAF Read") }] }],
  condition: { requestIp: { in: [later("192.0.2.0/24")] } },
  expiresOn: later("2100-01-01T00:00:00Z"),
});
const chain = new edge.GatewayEndpoint("chain", { network: later("sepolia") });
exports.refs = second.ruleIds.apply((ids) => Object.keys(ids).sort());
exports.url = chain.url;
`;

describe("unknown values of a preview", () => {
  it("pass every check at preview, and are checked once they are known", async () => {
    const stack = await createEdgeStack({ program: { "index.js": PROGRAM } });
    try {
      const preview = await stack.watch(() => stack.preview());
      expect(outputOf(preview.result)).toMatch(/\+ 7 to create/);
      expect(preview.writes).toEqual([]);
      outputOf(await stack.up());
      expect(await stack.outputs()).toEqual({
        refs: ["three", "two"],
        url: `${stack.ready.gatewayUrl}/v1/sepolia`,
      });
      expect(outputOf(await stack.up("--expect-no-changes"))).toMatch(/7 unchanged/);
      outputOf(await stack.destroy());
      expect(await stack.api.leftovers()).toEqual([]);
    } finally {
      await stack.dispose();
    }
  });
});
