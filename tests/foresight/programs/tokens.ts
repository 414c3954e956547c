import type { FaultyProgram, ForesightProgram } from "../case";
import { token } from "../declare";

type Edge = Parameters<ForesightProgram>[0];
type Place = Parameters<ForesightProgram>[1];
const READ = [{ name: "Zone Read" }];

/** A token with a good policy and other arguments. */
const withArgs = (
  title: string,
  args: object,
  property: string,
  remedy: RegExp,
  as?: "warning",
): FaultyProgram => ({
  title,
  program: token((edge, { zones }) => ({
    policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: READ }],
    ...args,
  })),
  property,
  remedy,
  ...(as && { as }),
});

/** A token with one policy. */
const policy = (
  title: string,
  make: (edge: Edge, world: Place) => object,
  property: string,
  remedy: RegExp,
): FaultyProgram => ({
  title,
  program: token((edge, world) => ({
    policies: [
      { resources: edge.zone(world.zones.enterprise), permissionGroups: READ, ...make(edge, world) },
    ],
  })),
  property: `policies[0]${property}`,
  remedy,
});

const groups = (title: string, permissionGroups: unknown, property: string, remedy: RegExp) =>
  policy(title, () => ({ permissionGroups }), `.permissionGroups${property}`, remedy);
const ips = (title: string, requestIp: unknown, property: string, remedy: RegExp) =>
  withArgs(title, { condition: { requestIp } }, `condition.requestIp${property}`, remedy);

/** Tokens that the API refuses, or that allow another thing than their author wants. */
export const tokens: readonly FaultyProgram[] = [
  {
    title: "no policies",
    program: token(() => ({ policies: [] })),
    property: "policies",
    remedy: /at least one|not be empty/,
  },
  {
    title: "a policy in place of the list",
    program: token((edge, { zones }) => ({
      policies: { resources: edge.zone(zones.enterprise), permissionGroups: READ },
    })),
    property: "policies",
    remedy: /list|array/,
  },
  {
    title: "undefined among policies",
    program: token(() => ({ policies: [undefined] })),
    property: "policies[0]",
    remedy: /undefined|object|policy/,
  },
  groups("a misspelt permission group", [{ name: "Zone WAF Wirte" }], "[0]", /Zone WAF Write/),
  groups("the dashboard's name of a group", [{ name: "DNS Edit" }], "[0]", /DNS Write/),
  groups("a group in lower case", [{ name: "zone waf write" }], "[0]", /Zone WAF Write/),
  groups("a group by its name alone", ["Zone Read"], "[0]", /name|id/),
  groups(
    "a group by name and by id",
    [{ name: "Zone Read", id: "c8fed203ed3043cba015a93ad1616f1f" }],
    "[0]",
    /either|one of|not both/,
  ),
  groups(
    "a group by an id that none has",
    [{ id: "0123456789abcdef0123456789abcdef" }],
    "[0]",
    /no permission group|name/,
  ),
  groups("no groups", [], "", /at least one|not be empty/),
  policy("an effect in capitals", () => ({ effect: "Allow" }), ".effect", /allow/),
  policy("no resources", () => ({ resources: {} }), ".resources", /at least one|zone\(|zone\.<id>/),
  policy(
    "a zone's id in place of resources",
    (_, { zones }) => ({ resources: zones.enterprise }),
    ".resources",
    /zone\(|object|map/,
  ),
  policy(
    "a key of another vendor",
    (_, { zones }) => ({ resources: { [`com.example.api.account.zone.${zones.enterprise}`]: "*" } }),
    ".resources",
    /com\.cloudflare|zone\(|zone\.<id>/,
  ),
  policy(
    "a key without its value",
    (_, { zones }) => ({ resources: { [`com.cloudflare.api.account.zone.${zones.enterprise}`]: true } }),
    ".resources",
    /"\*"/,
  ),
  policy(
    "a zone group on an account",
    (edge, { accountId }) => ({ resources: edge.account(accountId) }),
    "",
    /zone/,
  ),
  policy(
    "an account group on a zone",
    () => ({ permissionGroups: [{ name: "Account Settings Read" }] }),
    "",
    /account/,
  ),
  ips("an address without a mask", { in: ["192.0.2.1"] }, ".in[0]", /192\.0\.2\.1\/32/),
  {
    ...ips("a network with host bits", { in: ["192.0.2.1/24"] }, ".in[0]", /192\.0\.2\.0\/24/),
    as: "warning",
  },
  ips("a range of addresses", { in: ["192.0.2.1-192.0.2.9"] }, ".in[0]", /CIDR|\/\d+/),
  ips("no networks", { in: [] }, "", /at least one|not be empty|leave|remove/),
  ips("networks as text", { in: "192.0.2.0/24" }, ".in", /list|array/),
  ips(
    "networks that exclude each other",
    { in: ["192.0.2.0/24"], notIn: ["192.0.0.0/16"] },
    "",
    /no address|no client|excludes|all/,
  ),
  withArgs(
    "a condition in snake_case",
    { condition: { request_ip: { in: ["192.0.2.0/24"] } } },
    "condition.request_ip",
    /requestIp/,
  ),
  withArgs("a date without a time", { expiresOn: "2030-01-01" }, "expiresOn", /\d{4}-\d\d-\d\dT/),
  withArgs(
    "a date with milliseconds",
    { expiresOn: "2030-01-01T00:00:00.000Z" },
    "expiresOn",
    /2030-01-01T00:00:00Z|whole seconds/,
  ),
  withArgs("an end in the past", { expiresOn: "2020-01-01T00:00:00Z" }, "expiresOn", /past|future|later/),
  withArgs(
    "an end before the start",
    { notBefore: "2031-01-01T00:00:00Z", expiresOn: "2030-01-01T00:00:00Z" },
    "expiresOn",
    /after|before|later/,
  ),
  withArgs(
    "the 30th of February",
    { expiresOn: "2030-02-30T00:00:00Z" },
    "expiresOn",
    /day|date|calendar|valid/,
  ),
  withArgs("a name of 121 characters", { name: "a".repeat(121) }, "name", /120/),
  withArgs("an empty name", { name: "" }, "name", /120|empty|character/),
  withArgs("a status that only the API sets", { status: "expired" }, "status", /disabled/),
  withArgs("a rotation without overlap", { rotation: { every: "30d" } }, "rotation", /overlap/),
  withArgs(
    "an overlap longer than the period",
    { rotation: { every: "1d", overlap: "2d" } },
    "rotation",
    /shorter|every/,
  ),
  withArgs("a rotation every minute", { rotation: { every: "1m", overlap: "30s" } }, "rotation.every", /1h/),
  withArgs(
    "a period in words",
    { rotation: { every: "1 month", overlap: "1d" } },
    "rotation.every",
    /30d|\bd\b/,
  ),
  {
    ...withArgs("a warning without an end", { warnBefore: "14d" }, "warnBefore", /expiresOn/),
    as: "warning",
  },
  {
    title: "a token that makes tokens and does other things",
    program: token((edge, { zones }) => ({
      policies: [
        { resources: edge.user(), permissionGroups: [{ name: "API Tokens Write" }] },
        { resources: edge.zone(zones.enterprise), permissionGroups: READ },
      ],
    })),
    property: "policies",
    remedy: /allowTokenMaking/,
  },
  {
    title: "a permission on a zone that the token of the account which makes it lacks",
    token: ({ tokens }) => tokens.ofAccount,
    program: token((edge, { accountId, zones }) => ({
      accountId,
      policies: [
        { resources: edge.zone(zones.enterprise), permissionGroups: [...READ, { name: "Zone WAF Write" }] },
      ],
    })),
    property: "policies[0].permissionGroups",
    remedy: /"factory".*all zones of the account/,
    as: "warning",
  },
  ...(
    [
      ["waiting rooms", "Waiting Rooms Write", "pro", /plan business or higher/],
      ["versions", "Zone Versioning Write", "business", /plan enterprise or higher/],
      ["health checks", "Health Checks Write", "free", /plan pro or higher/],
      ["snippets", "Snippets Write", "free", /plan pro or higher/],
    ] as const
  ).map(([what, name, plan, remedy]): FaultyProgram => {
    return {
      title: `a permission to write ${what}, which the plan of its zone does not have`,
      program: token((edge, { zones }) => ({
        policies: [{ resources: edge.zone(zones[plan]), permissionGroups: [{ name }] }],
      })),
      property: "policies[0].permissionGroups",
      remedy,
      as: "warning",
    };
  }),
];
