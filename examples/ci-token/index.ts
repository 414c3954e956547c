import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();

// The pipeline can edit the WAF rules of one zone, and only from the networks of its runners.
const ci = new edge.ApiToken("ci", {
  policies: [
    {
      resources: edge.zone(config.require("zoneId")),
      permissionGroups: [{ name: "Zone Read" }, { name: "Zone WAF Write" }],
    },
  ],
  condition: { requestIp: { in: config.requireObject<string[]>("runners") } },
  // The first `up` after 30 days creates a successor. The old token stays valid for a day, while the pipeline switches to the new one.
  rotation: { every: "30d", overlap: "24h" },
  // To rotate at once, change this text in the configuration.
  rotationTrigger: config.get("rotate"),
});

export const ciToken = ci.value;
