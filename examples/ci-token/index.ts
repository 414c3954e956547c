import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();

// What the pipeline deploys, and from where: nothing else is open to it.
const ci = new edge.ApiToken("ci", {
  policies: [
    {
      resources: edge.zone(config.require("zoneId")),
      permissionGroups: [{ name: "Zone Read" }, { name: "Zone WAF Write" }],
    },
  ],
  condition: { requestIp: { in: config.requireObject<string[]>("runners") } },
  // The first `up` after 30 days makes a successor; the token before it stays good for a day, while the pipeline changes over.
  rotation: { every: "30d", overlap: "24h" },
  // Or at once: by another text in the configuration.
  rotationTrigger: config.get("rotate"),
});

export const ciToken = ci.value;
