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
  rotationTrigger: config.require("rotation"),
});

export const ciToken = ci.value;
