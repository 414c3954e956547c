import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

const config = new pulumi.Config();
const end = new Date(Date.now() + config.requireNumber("days") * 24 * 3600 * 1000);

// This token can create tokens with all of its user's access. So it has no other permission, and it is limited to networks and in
// time. Without any limit, or with a second permission, the preview fails.
const factory = new edge.ApiToken(
  "factory",
  {
    policies: [{ resources: edge.user(), permissionGroups: [{ name: "API Tokens Write" }] }],
    condition: { requestIp: { in: config.requireObject<string[]>("networks") } },
    expiresOn: end.toISOString().replace(/\.\d+Z$/, "Z"),
  },
  // The end is computed once, when the token is created.
  { ignoreChanges: ["expiresOn"] },
);

export const factoryToken = factory.value;
