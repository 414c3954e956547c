import * as edge from "pulumi-edge-platform";
import zones from "./zones.json";

const changed = process.env["CHANGED"] !== undefined;

const tokens = zones
  // The changed program has no token for the last zone.
  .filter((_, index) => !changed || index !== 39)
  .map(({ name, id }, index) => {
    // The first zones have a change of another kind each; all tokens gain a permission.
    const zone = changed ? index : -1;
    return new edge.ApiToken(`${name}-deploy`, {
      policies: [
        {
          resources: edge.zone(id),
          permissionGroups: [
            { name: "Cache Purge" },
            ...(zone === 0 ? [] : [{ name: "Zone Read" as const }]),
            ...(changed ? [{ name: "Zone WAF Write" as const }] : []),
          ],
        },
      ],
      condition: {
        requestIp: { in: zone === 1 ? ["198.51.100.0/24", "203.0.113.0/24"] : ["198.51.100.0/24"] },
      },
      expiresOn: zone === 2 ? "2032-01-01T00:00:00Z" : "2031-01-01T00:00:00Z",
      ...(zone === 3 && { status: "disabled" as const }),
      ...(zone === 4 && { rotationTrigger: "after the incident" }),
    });
  });
if (changed)
  new edge.ApiToken("audit", {
    policies: [{ resources: edge.allZones(), permissionGroups: [{ name: "Zone Read" }] }],
    condition: { requestIp: { in: ["198.51.100.0/24"] } },
    expiresOn: "2031-01-01T00:00:00Z",
  });

export const values = tokens.map(({ value }) => value);
