import type { CorrectProgram } from "../case";
import { token } from "../declare";

type Make = Parameters<typeof token>[0];
const READ = [{ name: "Zone Read" }];

const policies = (title: string, make: Make): CorrectProgram => ({ title, program: token(make) });
const withArgs = (title: string, args: object): CorrectProgram =>
  policies(title, (edge, { zones }) => ({
    policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: READ }],
    ...args,
  }));

/** Unusual tokens that the API accepts. */
export const tokens: readonly CorrectProgram[] = [
  policies("a token of every zone", (edge) => ({
    policies: [{ resources: edge.allZones(), permissionGroups: READ }],
  })),
  {
    ...withArgs("a token, with a credential that only reads", {}),
    token: ({ tokens }) => tokens.readsZones,
  },
  policies("a token of every account", (edge) => ({
    policies: [{ resources: edge.allAccounts(), permissionGroups: [{ name: "Account Settings Read" }] }],
  })),
  policies("a token of all zones of an account", (edge, { accountId }) => ({
    policies: [{ resources: edge.allZonesIn(accountId), permissionGroups: READ }],
  })),
  policies("a token of the user", (edge) => ({
    policies: [{ resources: edge.user(), permissionGroups: [{ name: "User Details Read" }] }],
  })),
  policies("a token of a bucket", (edge, { accountId }) => ({
    policies: [
      {
        resources: edge.bucket(accountId, "logs", "eu"),
        permissionGroups: [{ name: "Workers R2 Storage Bucket Item Read", scope: "bucket" }],
      },
    ],
  })),
  policies("a denial of one zone", (edge, { zones }) => ({
    policies: [
      { resources: edge.allZones(), permissionGroups: READ },
      { effect: "deny", resources: edge.zone(zones.pro), permissionGroups: READ },
    ],
  })),
  policies("many zones in one policy", (edge, { zones }) => ({
    policies: [{ resources: Object.values(zones).map((id) => edge.zone(id)), permissionGroups: READ }],
  })),
  policies("a raw map of resources", (_, { zones }) => ({
    policies: [
      { resources: { [`com.cloudflare.api.account.zone.${zones.enterprise}`]: "*" }, permissionGroups: READ },
    ],
  })),
  policies("groups by id and by name with its scope", (edge, { zones }) => ({
    policies: [
      {
        resources: edge.zone(zones.enterprise),
        permissionGroups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }, { name: "Logs Write", scope: "zone" }],
      },
    ],
  })),
  policies("a name of two scopes, for a zone", (edge, { zones }) => ({
    policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: [{ name: "Logs Write" }] }],
  })),
  policies("a token of an account", (edge, { accountId, zones }) => ({
    accountId,
    policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: READ }],
  })),
  policies("a token that only makes tokens", (edge) => ({
    policies: [{ resources: edge.user(), permissionGroups: [{ name: "API Tokens Write" }] }],
    condition: { requestIp: { in: ["192.0.2.0/24"] } },
    expiresOn: "2099-01-01T00:00:00Z",
  })),
  policies("a token that makes tokens, with a reason", (edge, { zones }) => ({
    policies: [
      { resources: edge.user(), permissionGroups: [{ name: "API Tokens Write" }] },
      { resources: edge.zone(zones.enterprise), permissionGroups: READ },
    ],
    allowTokenMaking: "the factory of the platform team",
  })),
  withArgs("an active status", { status: "active" }),
  withArgs("a disabled token", { status: "disabled" }),
  withArgs("a name of 120 characters that are not ASCII", { name: "ü".repeat(120) }),
  withArgs("a time of validity", { notBefore: "2098-01-01T00:00:00Z", expiresOn: "2099-01-01T00:00:00Z" }),
  withArgs("the 29th of February", { expiresOn: "2096-02-29T23:59:59Z" }),
  withArgs("networks of both families", {
    condition: { requestIp: { in: ["192.0.2.0/24", "2001:db8::/32"], notIn: ["192.0.2.7/32"] } },
  }),
  withArgs("networks that are excluded alone", { condition: { requestIp: { notIn: ["198.51.100.0/24"] } } }),
  withArgs("the shortest rotation", { rotation: { every: "1h", overlap: "5m" } }),
  withArgs("a rotation in weeks with a trigger", {
    rotation: { every: "4w", overlap: "2d" },
    rotationTrigger: "2026-11",
  }),
  withArgs("a warning before an end that is far", { expiresOn: "2099-01-01T00:00:00Z", warnBefore: "14d" }),
  policies("permissions that one of several zones has the plan for", (edge, { zones }) => ({
    policies: [
      {
        resources: [edge.zone(zones.free), edge.zone(zones.business)],
        permissionGroups: [{ name: "Waiting Rooms Write" }],
      },
    ],
  })),
  policies("permissions to read what the plan lacks", (edge, { zones }) => ({
    policies: [
      {
        resources: edge.zone(zones.free),
        permissionGroups: [{ name: "Waiting Rooms Read" }, { name: "Zone Versioning Read" }],
      },
    ],
  })),
  policies("a denial of what the plan lacks", (edge, { zones }) => ({
    policies: [
      { resources: edge.zone(zones.free), permissionGroups: READ },
      {
        effect: "deny",
        resources: edge.zone(zones.free),
        permissionGroups: [{ name: "Waiting Rooms Write" }],
      },
    ],
  })),
  ...(["allZonesIn", "zone"] as const).map((reach): CorrectProgram => ({
    title: `a token that a token of the account may make: ${reach}`,
    token: ({ tokens }) => tokens.ofAccount,
    program: token((edge, { accountId, zones }) => ({
      accountId,
      policies: [
        reach === "zone"
          ? { resources: edge.zone(zones.enterprise), permissionGroups: READ }
          : { resources: edge.allZonesIn(accountId), permissionGroups: [{ name: "Zone WAF Write" }] },
      ],
    })),
  })),
  {
    title: "a token of the account that a token of the user makes",
    token: ({ tokens }) => tokens.makes,
    program: token((edge, { accountId, zones }) => ({
      accountId,
      policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: [{ name: "Zone WAF Write" }] }],
    })),
  },
];
