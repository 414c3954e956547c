import type { FaultyProgram } from "../case";
import { token } from "../declare";

const WRITE = [{ name: "Zone WAF Write" }];

/** Tokens that the API refuses, or that would allow another thing than their author wants. */
export const tokens: readonly FaultyProgram[] = [
  {
    title: "no policies",
    program: token(() => ({ policies: [] })),
    property: "policies",
    remedy: /at least one/,
  },
  {
    title: "a misspelt permission group",
    program: token((edge, { zones }) => ({
      policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: [{ name: "Zone WAF Wirte" }] }],
    })),
    property: "policies[0].permissionGroups[0]",
    remedy: /Zone WAF Write/,
  },
  {
    title: "the dashboard's name of a group",
    program: token((edge, { zones }) => ({
      policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: [{ name: "DNS Edit" }] }],
    })),
    property: "policies[0].permissionGroups[0]",
    remedy: /DNS Write/,
  },
  {
    title: "a zone group on an account",
    program: token((edge, { accountId }) => ({
      policies: [{ resources: edge.account(accountId), permissionGroups: WRITE }],
    })),
    property: "policies[0]",
    remedy: /zone/,
  },
  {
    title: "an address without a mask",
    program: token((edge, { zones }) => ({
      policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: WRITE }],
      condition: { requestIp: { in: ["192.0.2.1"] } },
    })),
    property: "condition.requestIp.in[0]",
    remedy: /192\.0\.2\.1\/32/,
  },
  {
    title: "a date without a time",
    program: token((edge, { zones }) => ({
      policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: WRITE }],
      expiresOn: "2030-01-01",
    })),
    property: "expiresOn",
    remedy: /2030-01-01T00:00:00Z|\d{4}-\d\d-\d\dT/,
  },
];
