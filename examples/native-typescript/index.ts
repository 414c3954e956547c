import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform/native";

const config = new pulumi.Config();
const zoneId = config.require("zoneId");
const office = config.require("office");

// An invalid filter fails the preview; the error points at the wrong part.
const adminArea = new edge.ValidatedFilter("admin-area", {
  expression: `starts_with(http.request.uri.path, "/admin") and not ip.src in {${office}}`,
});

// Rules in a ruleset of their own. They run where the rule "no-scanners" below executes it.
const noScanners = new edge.ZoneCustomRuleset("no-scanners", {
  zoneId,
  rules: [{ ref: "scanners", action: "block", expression: 'http.user_agent contains "scanner"' }],
});

const custom = new edge.ZoneEntrypointRuleset("custom-rules", {
  zoneId,
  phase: "http_request_firewall_custom",
  rules: [
    {
      ref: "secret-files",
      action: "block",
      actionParameters: { response: { statusCode: 404, content: "Not found", contentType: "text/plain" } },
      expression: 'ends_with(http.request.uri.path, ".env")',
    },
    { ref: "admin-area", action: "managed_challenge", expression: adminArea.expression },
    {
      ref: "no-scanners",
      action: "execute",
      actionParameters: { id: noScanners.rulesetId },
      expression: 'not starts_with(http.request.uri.path, "/health")',
    },
  ],
});

new edge.ZoneEntrypointRuleset("rate-limits", {
  zoneId,
  phase: "http_ratelimit",
  rules: [
    {
      ref: "login",
      action: "block",
      expression: 'http.request.uri.path eq "/login"',
      ratelimit: {
        characteristics: ["cf.colo.id", "ip.src"],
        period: 60,
        requestsPerPeriod: 10,
        mitigationTimeout: 600,
      },
    },
  ],
});

const owasp = new edge.OwaspConfig("owasp", {
  zoneId,
  paranoiaLevel: 2,
  scoreThreshold: "high",
  action: "managed_challenge",
});

// A token that can edit the WAF rules of this zone and nothing else.
const editor = new edge.ApiToken("waf-editor", {
  policies: [{ resources: edge.zone(zoneId), permissionGroups: [{ name: "Zone WAF Write" }] }],
});

export const ruleIds = custom.ruleIds;
export const owaspRuleId = owasp.ruleId;
export const editorToken = editor.value;
