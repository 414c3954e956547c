import type { FaultyProgram } from "../case";
import { inZone, token } from "../declare";

const FIREWALL = "http_request_firewall_custom";
const NOWHERE = "0123456789abcdef0123456789abcdef";

const inPlace = (
  title: string,
  zoneId: (world: Parameters<FaultyProgram["program"]>[1]) => string,
  remedy: RegExp,
): FaultyProgram => ({
  title,
  program: (edge, world) =>
    new edge.ZoneEntrypointRuleset("site", {
      zoneId: zoneId(world),
      phase: FIREWALL,
      rules: [{ ref: "a", action: "block", expression: 'http.request.uri.path eq "/a"' }],
    }),
  property: "zoneId",
  remedy,
});

const tokenFor = (
  title: string,
  resources: (
    edge: Parameters<FaultyProgram["program"]>[0],
    world: Parameters<FaultyProgram["program"]>[1],
  ) => unknown,
  property: string,
  remedy: RegExp,
  group = "Zone Read",
): FaultyProgram => ({
  title,
  program: token((edge, world) => ({
    policies: [{ resources: resources(edge, world), permissionGroups: [{ name: group }] }],
  })),
  property,
  remedy,
});

/** Zones, accounts and users that are not what their author thinks. */
export const places: readonly FaultyProgram[] = [
  inPlace("a zone by name", () => "enterprise.example", /getZone|id/),
  inPlace("no zone of that id", () => NOWHERE, /no zone|enterprise\.example|getZone/),
  inPlace("the id of an account", ({ accountId }) => accountId, /account/),
  inPlace("the id of a ruleset", ({ rulesets }) => rulesets.firewall, /no zone|getZone|zone/),
  inPlace("an id with white space", ({ zones }) => `${zones.enterprise}\n`, /hex|32|white space|space/),
  inPlace("an id in capitals", ({ zones }) => zones.enterprise.toUpperCase(), /hex|lower|32/),
  inPlace("half an id", ({ zones }) => zones.enterprise.slice(0, 16), /32/),
  inPlace("no id", () => "", /32|id|getZone/),
  {
    title: "OWASP in no zone",
    program: (edge) =>
      new edge.OwaspConfig("owasp", { zoneId: NOWHERE, paranoiaLevel: 1, scoreThreshold: 60 }),
    property: "zoneId",
    remedy: /no zone|getZone|enterprise\.example/,
  },
  {
    title: "a lookup of a zone that does not exist",
    program: (edge) => void edge.getZoneOutput({ name: "entreprise.example" }).apply(({ id }) => id),
    property: "entreprise.example",
    remedy: /enterprise\.example|check the name/,
  },
  {
    title: "rules of an account that is not there",
    program: (edge) =>
      new edge.AccountEntrypointRuleset("site", {
        accountId: NOWHERE,
        phase: FIREWALL,
        rules: [{ ref: "a", action: "block", expression: 'cf.zone.plan eq "ENT"' }],
      }),
    property: "accountId",
    remedy: /no account|Example Account|account/,
  },
  {
    title: "rules of an account by the id of a zone",
    program: (edge, { zones }) =>
      new edge.AccountEntrypointRuleset("site", {
        accountId: zones.enterprise,
        phase: FIREWALL,
        rules: [{ ref: "a", action: "block", expression: 'cf.zone.plan eq "ENT"' }],
      }),
    property: "accountId",
    remedy: /zone/,
  },
  {
    title: "a ruleset of an account by name",
    program: (edge) =>
      new edge.Ruleset("own", { accountId: "Example Account", name: "Own", phase: FIREWALL, rules: [] }),
    property: "accountId",
    remedy: /id|hex|32/,
  },
  tokenFor("a token for no zone", (edge) => edge.zone(NOWHERE), "policies[0].resources", /no zone|zone/),
  tokenFor(
    "a token for an account as a zone",
    (edge, { accountId }) => edge.zone(accountId),
    "policies[0].resources",
    /account/,
  ),
  tokenFor(
    "a token for a zone as an account",
    (edge, { zones }) => edge.account(zones.enterprise),
    "policies[0].resources",
    /zone/,
    "Account Settings Read",
  ),
  tokenFor(
    "a token for a zone by name",
    (edge) => edge.zone("enterprise.example"),
    "policies[0].resources",
    /getZone|id|32/,
  ),
  tokenFor(
    "a token for another user",
    (edge) => edge.user(NOWHERE),
    "policies[0].resources",
    /user/,
    "User Details Read",
  ),
  tokenFor(
    "a token of zones of no account",
    (edge) => edge.allZonesIn(NOWHERE),
    "policies[0].resources",
    /account/,
  ),
  {
    title: "a token of an account for a zone elsewhere",
    program: token((edge, { accountId, zones }) => ({
      accountId,
      policies: [{ resources: edge.zone(zones.elsewhere), permissionGroups: [{ name: "Zone Read" }] }],
    })),
    property: "policies[0].resources",
    remedy: /account/,
  },
  {
    title: "a token of no account",
    program: token((edge, { zones }) => ({
      accountId: NOWHERE,
      policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: [{ name: "Zone Read" }] }],
    })),
    property: "accountId",
    remedy: /account/,
  },
  {
    title: "a rule that sends to the host of another zone's account",
    program: inZone("http_request_origin", [
      { action: "route", actionParameters: { origin: { host: "www.elsewhere.example" } } },
    ]),
    property: "rules[0].actionParameters.origin.host",
    remedy: /account|zone/,
    as: "warning",
  },
];
