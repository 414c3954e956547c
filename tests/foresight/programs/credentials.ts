import type { FaultyProgram, ForesightProgram } from "../case";
import { inZone } from "../declare";
import type { World } from "../world";

const rules = (zone: keyof World["zones"] = "enterprise") =>
  inZone("http_request_firewall_custom", [{ action: "block" }], { zone });

const withToken = (
  title: string,
  value: (world: World) => string,
  remedy: RegExp,
  program: ForesightProgram = rules(),
): FaultyProgram => ({
  title,
  program,
  token: value,
  property: "EDGE_API_TOKEN",
  remedy,
});

/** Credentials that cannot do what the program needs. */
export const credentials: readonly FaultyProgram[] = [
  withToken("a disabled token", ({ tokens }) => tokens.disabled, /disabled/),
  withToken("an expired token", ({ tokens }) => tokens.expired, /expired/),
  withToken("a token of another network", ({ tokens }) => tokens.elsewhere, /network|address|location|IP/),
  withToken("a token that nobody knows", ({ tokens }) => tokens.unknown, /invalid|unknown|revoked|value/i),
  withToken("a token in quotes", ({ tokens }) => `"${tokens.bootstrap}"`, /quote/),
  withToken("a token with its scheme", ({ tokens }) => `Bearer ${tokens.bootstrap}`, /Bearer/),
  withToken(
    "a token with a line break",
    ({ tokens }) => `${tokens.bootstrap.slice(0, 20)}\n${tokens.bootstrap.slice(20)}`,
    /line|white space|character/i,
  ),
  withToken("an empty token", () => " ", /EDGE_API_TOKEN|empty/),
  withToken("the id of a token", ({ zones }) => zones.enterprise, /id|value/i),
  {
    title: "a token that only reads",
    program: rules(),
    token: ({ tokens }) => tokens.readsZones,
    property: "zoneId",
    remedy: /Zone WAF Write/,
  },
  {
    title: "a token of another zone",
    program: rules("enterprise"),
    token: ({ tokens }) => tokens.editsFree,
    property: "zoneId",
    remedy: /Zone WAF Write|zone/,
  },
  {
    title: "an account's rules with a token of zones",
    program: (edge, { accountId }) =>
      new edge.AccountEntrypointRuleset("site", {
        accountId,
        phase: "http_request_firewall_managed",
        rules: [
          {
            ref: "a",
            action: "skip",
            actionParameters: { ruleset: "current" },
            expression: '(ssl) and cf.zone.plan eq "ENT"',
          },
        ],
      }),
    token: ({ tokens }) => tokens.readsZones,
    property: "accountId",
    remedy: /Account (WAF|Rulesets) Write/,
  },
  {
    title: "OWASP with a token that only reads",
    program: (edge, { zones }) =>
      new edge.OwaspConfig("owasp", { zoneId: zones.enterprise, paranoiaLevel: 1, scoreThreshold: 60 }),
    token: ({ tokens }) => tokens.readsZones,
    property: "zoneId",
    remedy: /Zone WAF Write/,
  },
  {
    title: "a base URL without its path",
    program: rules(),
    env: ({ origin }) => ({ EDGE_BASE_URL: origin }),
    property: "EDGE_BASE_URL",
    remedy: /client\/v4/,
    as: "warning",
  },
  {
    title: "an API that nobody serves",
    program: rules(),
    env: () => ({ EDGE_BASE_URL: "http://127.0.0.1:1/client/v4" }),
    property: "http://127.0.0.1:1",
    remedy: /address|running/,
    as: "warning",
  },
  {
    title: "a base URL that is none",
    program: rules(),
    env: () => ({ EDGE_BASE_URL: "api.example" }),
    property: "EDGE_BASE_URL",
    remedy: /https?:\/\//,
  },
  {
    title: "a connection that is not configured",
    program: inZone("http_request_firewall_custom", [{ action: "block" }], { connection: "staging" }),
    property: "connection",
    remedy: /edge:connections/,
  },
  {
    title: "a key without its address",
    program: rules(),
    env: () => ({ EDGE_API_TOKEN: "", EDGE_API_KEY: "0123456789abcdef0123456789abcdef01234" }),
    property: "EDGE_EMAIL",
    remedy: /EDGE_EMAIL|EDGE_API_KEY/,
  },
];
