import * as pulumi from "@pulumi/pulumi";
import type { CorrectProgram } from "../case";
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

const UPLOAD = 'http.request.uri.path eq "/upload"';
const skips = (title: string, declare: Parameters<typeof inOneZone>[0]): CorrectProgram => ({
  title,
  program: inOneZone(declare),
});
const owasp = { paranoiaLevel: 1, scoreThreshold: 60 };

/** Skip rules that concern what another resource declares, and leave it something to do. */
export const skipsBesideOthers: readonly CorrectProgram[] = [
  skips("a skip of rate limits for some requests that one counts", (rules) => [
    rules("custom", FIREWALL, [skip(OFFICE, { phases: [LIMITS] })]),
    rules("limits", LIMITS, [limit('http.request.uri.path eq "/login"')]),
  ]),
  skips("a skip of rate limits for fewer networks than one counts", (rules) => [
    rules("custom", FIREWALL, [skip("ip.src in {192.0.2.0/25}", { phases: [LIMITS] })]),
    rules("limits", LIMITS, [limit(OFFICE)]),
  ]),
  skips("a skip of managed rules for the office, and OWASP for all", (rules, edge, zoneId) => [
    rules("custom", FIREWALL, [skip(OFFICE, { phases: [MANAGED_PHASE] })]),
    new edge.OwaspConfig("owasp", { zoneId, ...owasp }),
  ]),
  skips("a skip of managed rules for another host than OWASP's", (rules, edge, zoneId) => [
    rules("custom", FIREWALL, [skip('http.host eq "static.example"', { phases: [MANAGED_PHASE] })]),
    new edge.OwaspConfig("owasp", { zoneId, ...owasp, expression: 'http.host eq "shop.example"' }),
  ]),
  skips("a skip of managed rules beside an OwaspConfig that is disabled", (rules, edge, zoneId) => [
    rules("custom", FIREWALL, [skip(OFFICE, { phases: [MANAGED_PHASE] })]),
    new edge.OwaspConfig("owasp", { zoneId, ...owasp, expression: OFFICE, enabled: false }),
  ]),
  skips("a skip of rate limits behind one of the ruleset", (rules) => [
    rules("custom", FIREWALL, [
      skip('http.request.uri.path eq "/login"', { ruleset: "current" }),
      skip(OFFICE, { phases: [LIMITS] }),
      block('http.user_agent contains "scan"'),
    ]),
    rules("limits", LIMITS, [limit(`${OFFICE} and http.request.method eq "POST"`)]),
  ]),
  skips("a skip of rate limits that another resource's rules may skip", (rules) => [
    rules("early", FIREWALL, [skip("ssl", { ruleset: "current" })], { position: "first" }),
    rules("custom", FIREWALL, [skip(OFFICE, { phases: [LIMITS] }), block('http.user_agent contains "scan"')]),
    rules("limits", LIMITS, [limit(`${OFFICE} and http.request.method eq "POST"`)]),
  ]),
  skips("a skip of the ruleset, first, and rules for everybody else", (rules) => [
    rules("allow", FIREWALL, [skip(OFFICE, { ruleset: "current" })], { position: "first" }),
    rules("deny", FIREWALL, [block('http.request.uri.path eq "/admin"')]),
  ]),
  skips("a skip of the ruleset behind the rule for some of its requests", (rules) => [
    rules("deny", FIREWALL, [block(`${OFFICE} and http.request.uri.path eq "/admin"`)], {
      position: "first",
    }),
    rules("allow", FIREWALL, [skip(OFFICE, { ruleset: "current" })]),
  ]),
  skips("a skip of the ruleset, without an order among the resources", (rules) => [
    rules("deny", FIREWALL, [block(`${OFFICE} and http.request.uri.path eq "/admin"`)]),
    rules("allow", FIREWALL, [skip(OFFICE, { ruleset: "current" })]),
  ]),
  skips("an exception for uploads before an OwaspConfig", (rules, edge, zoneId) => [
    rules("exceptions", MANAGED_PHASE, [skip(UPLOAD, { rulesets: [OWASP] })], { position: "first" }),
    new edge.OwaspConfig("owasp", { zoneId, ...owasp }),
  ]),
  skips("an exception of another ruleset", (rules, edge, zoneId) => [
    rules("exceptions", MANAGED_PHASE, [skip(UPLOAD, { rulesets: [MANAGED] }), deploy("true", MANAGED)]),
    new edge.OwaspConfig("owasp", { zoneId, ...owasp, expression: UPLOAD }),
  ]),
  skips("an exception of one rule, for all requests of a deployment", (rules) => [
    rules(
      "exceptions",
      MANAGED_PHASE,
      [skip(UPLOAD, { rules: { [OWASP]: ["04116d14d7524986ba314d11c8a41e11"] } })],
      { position: "first" },
    ),
    rules("waf", MANAGED_PHASE, [deploy(UPLOAD, OWASP)]),
  ]),
  skips("a skip of products beside rate limits for the same requests", (rules) => [
    rules("custom", FIREWALL, [skip(OFFICE, { products: ["rateLimit", "waf"] })]),
    rules("limits", LIMITS, [limit(OFFICE)]),
  ]),
  skips("a secret skip of rate limits", (rules) => [
    rules("custom", FIREWALL, [skip(pulumi.secret(OFFICE), { phases: [LIMITS] })]),
    rules("limits", LIMITS, [limit(pulumi.secret(OFFICE))]),
  ]),
  skips("a skip in one zone of what another zone has", (rules, edge) => [
    rules("custom", FIREWALL, [skip(OFFICE, { phases: [LIMITS] })]),
    rules("limits", LIMITS, [limit(OFFICE)], {
      zoneId: edge.getZoneOutput({ name: "business.example" }).apply(({ id }) => id),
    }),
  ]),
];
