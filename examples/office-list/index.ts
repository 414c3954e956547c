import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();

// Shared by default: items that others add to the list stay.
const office = new edge.List("office", {
  name: "office",
  kind: "ip",
  description: "Where we work",
  items: config.requireObject<string[]>("offices").map((ip) => ({ ip })),
});

new edge.ZoneEntrypointRuleset("admin", {
  zoneId: config.require("zoneId"),
  phase: "http_request_firewall_custom",
  rules: [
    {
      ref: "admin-from-office",
      action: "block",
      // The name as an output: the engine makes the list before the rule, and removes it after the rule.
      expression: pulumi.interpolate`starts_with(http.request.uri.path, "/admin") and not ip.src in $${office.name}`,
    },
  ],
});

export const listId = office.listId;
