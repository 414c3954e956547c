import type { FaultyProgram } from "../case";
import { inOneZone } from "../declare";
import {
  block,
  deploy,
  FIREWALL,
  limit,
  LIMITS,
  MANAGED,
  MANAGED_PHASE,
  OFFICE,
  OWASP,
  skip,
} from "../skip-parts";

const skips = (title: string, declare: Parameters<typeof inOneZone>[0], remedy: RegExp): FaultyProgram => ({
  title,
  program: inOneZone(declare),
  property: "rules",
  remedy,
  as: "warning",
});
/** Skip rules that switch off what another resource of the program declares. */
export const skipsOfOthers: readonly FaultyProgram[] = [
  skips(
    "a skip of rate limits for the requests that one counts",
    (rules) => [
      rules("custom", FIREWALL, [skip('starts_with(http.request.uri.path, "/api/")', { phases: [LIMITS] })]),
      rules("limits", LIMITS, [limit('http.request.uri.path eq "/api/login"')]),
    ],
    /"limits"[^]*narrow[^]*"custom"/,
  ),
  skips(
    "a skip of managed rules for the host that OWASP protects",
    (rules, edge, zoneId) => [
      rules("custom", FIREWALL, [
        skip('http.host in {"shop.example" "pay.example"}', { phases: [MANAGED_PHASE] }),
      ]),
      new edge.OwaspConfig("owasp", {
        zoneId,
        paranoiaLevel: 1,
        scoreThreshold: 60,
        expression: 'http.host eq "shop.example"',
      }),
    ],
    /"owasp", an OwaspConfig,[^]*narrow/,
  ),
  skips(
    "a skip of managed rules for what another resource deploys them for",
    (rules) => [
      rules("custom", FIREWALL, [skip(OFFICE, { phases: [MANAGED_PHASE] })]),
      rules("waf", MANAGED_PHASE, [deploy("ip.src in {192.0.2.128/25}", MANAGED)]),
    ],
    /"waf"[^]*narrow/,
  ),
  skips(
    "a skip of managed rules by a condition that is always true",
    (rules) => [
      rules("custom", FIREWALL, [skip("ssl or not ssl", { phases: [MANAGED_PHASE] })]),
      rules("waf", MANAGED_PHASE, [deploy("true", MANAGED)]),
    ],
    /every request skips the rules of "waf"[^]*narrow/,
  ),
  skips(
    "a skip of the ruleset before the same rule of another resource",
    (rules) => [
      rules("allow", FIREWALL, [skip(OFFICE, { ruleset: "current" })], { position: "first" }),
      rules("deny", FIREWALL, [
        block(`${OFFICE} and http.request.uri.path eq "/admin"`),
        block('http.user_agent contains "scan"'),
      ]),
    ],
    /rules\["deny-0"\] of "deny"[^]*narrow/,
  ),
  skips(
    "a skip of the ruleset before the last rules",
    (rules) => [
      rules("allow", FIREWALL, [skip('http.request.method eq "GET"', { ruleset: "current" })]),
      rules(
        "deny",
        FIREWALL,
        [block('http.request.method eq "GET" and http.request.uri.path eq "/private"')],
        {
          position: "last",
        },
      ),
    ],
    /rules\["deny-0"\] of "deny"[^]*narrow/,
  ),
  skips(
    "an exception for all requests of an OwaspConfig",
    (rules, edge, zoneId) => [
      rules("exceptions", MANAGED_PHASE, [skip('http.host eq "a.example"', { rulesets: [OWASP] })], {
        position: "first",
      }),
      new edge.OwaspConfig("owasp", {
        zoneId,
        paranoiaLevel: 2,
        scoreThreshold: 40,
        expression: 'http.host eq "a.example" and http.request.method eq "POST"',
      }),
    ],
    /"owasp", an OwaspConfig,[^]*narrow/,
  ),
  skips(
    "a skip of the rate limits of a baseline",
    (rules, edge, zoneId) => [
      rules("custom", FIREWALL, [skip("true", { phases: [LIMITS] })]),
      new edge.ZoneBaseline("base", {
        zoneId,
        managedRules: false,
        owasp: false,
        rateLimits: [
          { ref: "login", expression: 'http.request.uri.path eq "/login"', requestsPerPeriod: 20 },
        ],
      }),
    ],
    /every request skips the rules of "base[^]*narrow/,
  ),
];
