import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();
const end = new Date(Date.now() + config.requireNumber("days") * 24 * 3600 * 1000);

// It could make itself a token with all that its user may do. So it holds nothing else, and is limited both ways:
// without either limit, or with a second permission, the preview fails.
const factory = new edge.ApiToken(
  "factory",
  {
    policies: [{ resources: edge.user(), permissionGroups: [{ name: "API Tokens Write" }] }],
    condition: { requestIp: { in: config.requireObject<string[]>("networks") } },
    expiresOn: end.toISOString().replace(/\.\d+Z$/, "Z"),
  },
  // The days count from the one on which the token is made.
  { ignoreChanges: ["expiresOn"] },
);

export const factoryToken = factory.value;
