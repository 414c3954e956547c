import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();
const office = config.require("office");
const zone = edge.getZoneOutput({ name: config.require("zone") });

// Filters for the rules below. An invalid filter fails the preview; the error points at the wrong part.
const fromOffice = new edge.ValidatedFilter("from-office", {
  expression: `ip.src in {${office}}`,
});
const adminArea = new edge.ValidatedFilter("admin-area", {
  expression: 'starts_with(http.request.uri.path, "/admin") or http.host eq "admin.example.com"',
});
const secretFiles = new edge.ValidatedFilter("secret-files", {
  expression: 'http.request.uri.path contains "/.git" or ends_with(http.request.uri.path, ".env")',
});
const scanners = new edge.ValidatedFilter("scanners", {
  expression: 'lower(http.user_agent) contains "sqlmap" or lower(http.user_agent) contains "nikto"',
});

const rules = new edge.ZoneEntrypointRuleset("custom-rules", {
  zoneId: zone.id,
  phase: "http_request_firewall_custom",
  rules: [
    {
      ref: "office-passes",
      description: "The office is not held up by the rules below",
      action: "skip",
      actionParameters: { ruleset: "current" },
      expression: fromOffice.expression,
      logging: { enabled: true },
    },
    {
      ref: "secret-files",
      action: "block",
      actionParameters: { response: { statusCode: 404, content: "Not found", contentType: "text/plain" } },
      expression: secretFiles.expression,
    },
    { ref: "scanners", action: "block", expression: scanners.expression },
    { ref: "admin-area", action: "managed_challenge", expression: adminArea.expression },
    {
      ref: "plain-http-writes",
      action: "block",
      expression: 'not ssl and http.request.method in {"POST" "PUT" "PATCH" "DELETE"}',
    },
    { ref: "no-user-agent", action: "js_challenge", expression: 'http.user_agent eq ""' },
  ],
});

const owasp = new edge.OwaspConfig("owasp", {
  zoneId: zone.id,
  paranoiaLevel: 2,
  scoreThreshold: 40,
  action: "managed_challenge",
});

// A token to edit the WAF rules of this zone, from one network, for 90 days.
const editor = new edge.ApiToken(
  "waf-editor",
  {
    policies: [{ resources: edge.zone(zone.id), permissionGroups: [{ name: "Zone WAF Write" }] }],
    condition: { requestIp: { in: [office] } },
    expiresOn: new Date(Date.now() + 90 * 24 * 3600 * 1000).toISOString().replace(/\.\d+Z$/, "Z"),
  },
  // The end is computed once, when the token is created.
  { ignoreChanges: ["expiresOn"] },
);

const chain = new edge.GatewayEndpoint("chain", { network: "sepolia" });

export const zoneId = zone.id;
export const ruleIds = rules.ruleIds;
export const owaspRuleId = owasp.ruleId;
export const editorToken = editor.value;
export const chainUrl = chain.url;
