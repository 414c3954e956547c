import fs from "node:fs";
import path from "node:path";
import { createWorkspace, type Workspace } from "../support/engine";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";

/** Nothing listens there: neither a preview nor its policies need the API. */
const config = { "edge:baseUrl": "http://127.0.0.1:9/client/v4" };
const env = { EDGE_API_TOKEN: "a-token-that-nothing-reads-0123456789abcdef" };

/** A ruleset without OWASP, or with it at the configured level. */
const ZONES = `
const pulumi = require("@pulumi/pulumi");
const edge = require("pulumi-edge-platform");
const zoneId = "${ZONE}";
const rules = [{ ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' }];
new edge.ZoneEntrypointRuleset("custom", { zoneId, phase: "http_request_firewall_custom", rules });
const paranoiaLevel = new pulumi.Config().getNumber("paranoiaLevel");
if (paranoiaLevel) new edge.OwaspConfig("owasp", { zoneId, paranoiaLevel, scoreThreshold: 40 });
`;

/** A token that an earlier release accepted: the same type, another provider. */
const OLD_TOKEN = `
const pulumi = require("@pulumi/pulumi");
const provider = { create: async (inputs) => ({ id: "user/1", outs: inputs }) };
class ApiToken extends pulumi.dynamic.Resource {
  constructor(name, props) {
    super(provider, name, props, undefined, "edge", "ApiToken");
  }
}
const limited = new pulumi.Config().getBoolean("limited");
new ApiToken("maker", {
  name: "maker",
  policies: [{ resources: { "com.cloudflare.api.user.1": "*" }, permissionGroups: [{ name: "API Tokens Write" }] }],
  condition: limited ? { requestIp: { in: ["192.0.2.0/24"] } } : undefined,
});
`;

/** A rule and an OWASP deployment with suspicious expressions. */
const DOUBTS = `
const edge = require("pulumi-edge-platform");
const zoneId = "${ZONE}";
const rules = [{ ref: "home", action: "block", expression: 'not ip.geoip.country in {"DE" "uk"}' }];
new edge.ZoneEntrypointRuleset("custom", { zoneId, phase: "http_request_firewall_custom", rules });
new edge.OwaspConfig("owasp", { zoneId, paranoiaLevel: 2, scoreThreshold: 40, expression: 'encode_base64(http.host) eq "YQ=="' });
`;

describe("the policy pack in a preview", () => {
  let workspace: Workspace;
  afterEach(() => workspace.dispose());

  it("fails for a zone without OWASP, and for one whose level is too low", async () => {
    workspace = await createWorkspace({ program: { "index.js": ZONES }, policyPack: "policy", config, env });

    const bare = await workspace.preview();
    expect(bare.code).not.toBe(0);
    expect(bare.stdout).toContain(`Zone ${ZONE} has no OwaspConfig, but this stack uses the zone in`);

    await workspace.setConfig("paranoiaLevel", "1");
    const weak = await workspace.preview();
    expect(weak.code).not.toBe(0);
    expect(weak.stdout).toContain('OwaspConfig "owasp": paranoiaLevel is 1, at least 2 is required');

    await workspace.setConfig("paranoiaLevel", "2");
    expect(await workspace.preview()).toMatchObject({ code: 0 });
  });

  it("fails for a token that makes tokens without a limit", async () => {
    workspace = await createWorkspace({ program: { "index.js": OLD_TOKEN }, policyPack: "policy" });

    const unlimited = await workspace.preview();
    expect(unlimited.code).not.toBe(0);
    expect(unlimited.stdout).toMatch(/limit-token-makers/);
    expect(unlimited.stdout).toContain('ApiToken "maker" can create tokens');

    await workspace.setConfig("limited", "true");
    expect(await workspace.preview()).toMatchObject({ code: 0 });
  });

  it("fails for the filter warnings that its configuration names, and for none by default", async () => {
    workspace = await createWorkspace({ program: { "index.js": DOUBTS }, policyPack: "policy", config, env });

    const warned = await workspace.preview();
    expect(warned).toMatchObject({ code: 0 });
    expect(warned.stdout).toContain("so it never equals");
    expect(warned.stdout).not.toContain("ip.geoip.country is deprecated");
    expect(warned.stdout).not.toContain("no-filter-warnings");

    const policyConfig = path.join(workspace.directory, "policy-config.json");
    const choice = { enforcementLevel: "mandatory", warnings: ["deprecated-field", "phase"] };
    fs.writeFileSync(policyConfig, JSON.stringify({ "no-filter-warnings": choice }));
    const stopped = await workspace.preview("--policy-pack-config", policyConfig);
    expect(stopped.code).not.toBe(0);
    expect(stopped.stdout).toContain(
      'ZoneEntrypointRuleset "custom": rules["home"].expression: deprecated-field: ',
    );
    expect(stopped.stdout).toContain('OwaspConfig "owasp": expression: phase: encode_base64()');
    expect(stopped.stdout).not.toContain("expression: duplicate-item: ");
  });
});
