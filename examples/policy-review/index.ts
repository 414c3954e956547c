import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const zone = edge.getZoneOutput({ name: new pulumi.Config().require("zone") });

new edge.ZoneEntrypointRuleset("custom-rules", {
  zoneId: zone.id,
  phase: "http_request_firewall_custom",
  rules: [
    {
      ref: "scanners",
      description: "Scanners that name themselves",
      action: "block",
      expression: 'http.user_agent contains "nikto"',
    },
    {
      ref: "admin-area",
      description: "Only the office administers the shop",
      action: "managed_challenge",
      expression: 'http.request.uri.path eq "/admin" and not ip.src in {192.0.2.0/24}',
    },
  ],
});

new edge.OwaspConfig("owasp", { zoneId: zone.id, paranoiaLevel: 2, scoreThreshold: 40 });

new edge.ApiToken("deploy", {
  policies: [{ resources: edge.zone(zone.id), permissionGroups: [{ name: "Zone WAF Write" }] }],
  rotation: { every: "30d", overlap: "1d" },
});
