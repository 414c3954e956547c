import type { Live } from "./live";
import { EXAMPLE_COM } from "./platform";

export interface EveryKindOptions {
  /** The prefix of all logical names. */
  readonly prefix?: string;
  /** Options of every resource, as JavaScript. */
  readonly options?: string;
  /** The action of the rule `scanners`. */
  readonly action?: "log" | "block";
  /** Arguments of every resource, as JavaScript. */
  readonly more?: string;
}

/** A program with one resource of each kind that writes, including an exclusive owner, and each of the two that write nothing. */
export function everyKind({
  prefix = "",
  options = "{}",
  action = "block",
  more = "",
}: EveryKindOptions = {}) {
  return `
const edge = require("pulumi-edge-platform");
const zoneId = "${EXAMPLE_COM}";
const options = ${options};
const token = new edge.ApiToken("${prefix}pipeline", {
  policies: [{ resources: edge.allZones(), permissionGroups: [{ name: "Zone Read" }] }],
  ${more}
}, options);
new edge.ApiToken("${prefix}rotating", {
  policies: [{ resources: edge.allZones(), permissionGroups: [{ name: "Zone WAF Read" }] }],
  rotation: { every: "520w", overlap: "5m" },
  ${more}
}, options);
const filter = new edge.ValidatedFilter("${prefix}login", { expression: 'http.request.uri.path eq "/login"', ${more} }, options);
new edge.ZoneEntrypointRuleset("${prefix}custom", {
  zoneId,
  phase: "http_request_firewall_custom",
  rules: [
    { ref: "scanners", action: "${action}", expression: 'http.user_agent contains "nikto"' },
    { ref: "login", action: "managed_challenge", expression: filter.expression },
  ],
  ${more}
}, options);
new edge.ZoneEntrypointRuleset("${prefix}origins", {
  zoneId,
  phase: "http_request_origin",
  ownership: "exclusive",
  rules: [{ ref: "port", action: "route", actionParameters: { origin: { port: 8443 } }, expression: "ssl" }],
  ${more}
}, options);
new edge.OwaspConfig("${prefix}owasp", { zoneId, paranoiaLevel: 2, scoreThreshold: 40, ${more} }, options);
const shared = new edge.Ruleset("${prefix}shared", {
  name: "No scanners",
  phase: "http_request_firewall_custom",
  rules: [{ ref: "env-files", action: "block", expression: 'ends_with(http.request.uri.path, "/.env")' }],
  ${more}
}, options);
new edge.AccountEntrypointRuleset("${prefix}deployment", {
  phase: "http_request_firewall_custom",
  rules: [
    {
      ref: "no-scanners",
      action: "execute",
      actionParameters: { id: shared.rulesetId },
      expression: '(cf.zone.plan eq "ENT")',
    },
  ],
  ${more}
}, options);
new edge.GatewayEndpoint("${prefix}chain", { network: "sepolia", ${more} }, options);
exports.value = token.value;
exports.tokenId = token.tokenId;
`;
}

/** The live objects of that program. */
export function everyKindLive(action: "log" | "block" = "block"): Live {
  return {
    "account http_request_firewall_custom": ['no-scanners: execute No scanners if (cf.zone.plan eq "ENT")'],
    'account custom "No scanners"': ['env-files: block if ends_with(http.request.uri.path, "/.env")'],
    "example.com http_request_firewall_custom": [
      `scanners: ${action} if http.user_agent contains "nikto"`,
      'login: managed_challenge if http.request.uri.path eq "/login"',
    ],
    "example.com http_request_firewall_managed": [
      "owasp-core-ruleset: execute Cloudflare OWASP Core Ruleset (block from 40) if true",
    ],
    "example.com http_request_origin": ["port: route if ssl"],
    tokens: ["pipeline", "rotating"],
  };
}
