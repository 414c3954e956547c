import type { FaultyProgram } from "../case";
import { inAccount, inZone } from "../declare";

const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const EXPOSED = "c2e184081120413c86c3ab7e14069605";
const DDOS = "4d21379b4f9f4bb088e0729962c8b3cf";
const SENSITIVE = "e22d83c647c64a3eae91b71b499d988e";
const ENTERPRISE = 'cf.zone.plan eq "ENT"';

/** A rule that deploys a managed ruleset. */
const execute = (
  title: string,
  parameters: unknown,
  property: string,
  remedy: RegExp,
  phase = "http_request_firewall_managed",
): FaultyProgram => ({
  title,
  program: inZone(phase, [{ action: "execute", expression: "true", actionParameters: parameters }]),
  property: `rules[0].actionParameters${property}`,
  remedy,
});

/** Rules that run other rulesets. */
export const executions: readonly FaultyProgram[] = [
  execute("execute without an id", {}, "", /id/),
  execute(
    "execute by name",
    { id: "Cloudflare Managed Ruleset" },
    ".id",
    /hex|efb7b8c949ac4650a09736fc376e9aee|id/,
  ),
  execute(
    "the id of no ruleset",
    { id: "0123456789abcdef0123456789abcdef" },
    ".id",
    /efb7b8c949ac4650a09736fc376e9aee|rulesets|managed/i,
  ),
  execute("a ruleset of another phase", { id: DDOS }, ".id", /ddos_l7/),
  {
    ...execute("a version by name", { id: MANAGED, version: "stable" }, ".version", /latest/),
    as: "warning",
  },
  {
    ...execute("a version with a dot", { id: MANAGED, version: "1.2" }, ".version", /latest/),
    as: "warning",
  },
  execute("sensitive data among requests", { id: SENSITIVE }, ".id", /http_response_firewall_managed/),
  {
    title: "a custom ruleset of the account in a zone",
    program: inZone("http_request_firewall_custom", ({ rulesets }) => [
      { action: "execute", expression: "true", actionParameters: { id: rulesets.firewall } },
    ]),
    property: "rules[0].actionParameters.id",
    remedy: /account/i,
  },
  {
    title: "the same managed ruleset twice in a zone",
    program: inZone("http_request_firewall_managed", [
      { action: "execute", expression: "ssl", actionParameters: { id: MANAGED } },
      { action: "execute", expression: "not ssl", actionParameters: { id: MANAGED } },
    ]),
    property: "rules[1].actionParameters.id",
    remedy: /once|rules\[0\]|"a"/,
  },
  {
    title: "a managed ruleset in an account without the plan in its filter",
    program: inAccount("http_request_firewall_managed", [
      { action: "execute", expression: "true", actionParameters: { id: MANAGED } },
    ]),
    property: "rules[0].expression",
    remedy: /cf\.zone\.plan eq "ENT"/,
  },
  {
    title: "the plan beside an or",
    program: inAccount("http_request_firewall_managed", [
      {
        action: "execute",
        expression: 'http.host eq "a.example" or ssl and cf.zone.plan eq "ENT"',
        actionParameters: { id: MANAGED },
      },
    ]),
    property: "rules[0].expression",
    remedy: /\(|bracket|parenthes|cf\.zone\.plan eq "ENT"/,
  },
  {
    title: "a skip in an account without the plan in its filter",
    program: inAccount("http_request_firewall_managed", [
      { action: "skip", expression: "ssl", actionParameters: { ruleset: "current" } },
    ]),
    property: "rules[0].expression",
    remedy: /cf\.zone\.plan eq "ENT"/,
  },
  {
    title: "a skip among the custom rules of an account",
    program: inAccount("http_request_firewall_custom", [
      { action: "skip", expression: ENTERPRISE, actionParameters: { ruleset: "current" } },
    ]),
    property: "rules[0].action",
    remedy: /custom ruleset that the entry point executes/,
  },
  ...["ip.src in $office", "cf.waf.score lt 20"].map((condition) => ({
    title: `the condition ${condition} among the custom rules of an account`,
    program: inAccount("http_request_firewall_custom", [
      { action: "block", expression: `(${condition}) and ${ENTERPRISE}` },
    ]),
    property: "rules[0].expression",
    remedy: /custom ruleset that the entry point executes/,
  })),
  {
    title: "a negation in front of the plan of an account's rule",
    program: inAccount("http_request_firewall_managed", [
      { action: "execute", expression: `not (ssl) and ${ENTERPRISE}`, actionParameters: { id: OWASP } },
    ]),
    property: "rules[0].expression",
    remedy: /write \(not …\) and cf\.zone\.plan eq "ENT"/,
  },
  {
    title: "a ruleset for rate limits among custom rules",
    program: inAccount("http_request_firewall_custom", ({ rulesets }) => [
      {
        action: "execute",
        expression: 'cf.zone.plan eq "ENT"',
        actionParameters: { id: rulesets.rateLimit },
      },
    ]),
    property: "rules[0].actionParameters.id",
    remedy: /http_ratelimit/,
  },
  {
    title: "a ruleset of another account",
    program: inAccount("http_request_firewall_custom", ({ rulesets }) => [
      {
        action: "execute",
        expression: 'cf.zone.plan eq "ENT"',
        actionParameters: { id: rulesets.elsewhere },
      },
    ]),
    property: "rules[0].actionParameters.id",
    remedy: /account|no ruleset|rulesets/i,
  },
  execute("overrides of nothing", { id: MANAGED, overrides: {} }, ".overrides", /at least one|action|rules/),
  execute(
    "matched data of sensitive data",
    { id: SENSITIVE, matchedData: { publicKey: "Ycig/Zr/pZmklmFUN99nr+taURlYItL91g+NcHGYpB8=" } },
    ".matchedData",
    /Sensitive|not supported|http_response_firewall_managed/i,
    "http_response_firewall_managed",
  ),
  execute(
    "the action of exposed credentials as allow",
    { id: EXPOSED, overrides: { action: "allow" } },
    ".overrides.action",
    /log|skip|block/,
  ),
  execute("the version as a number", { id: OWASP, version: 3 }, ".version", /string|latest/),
];
