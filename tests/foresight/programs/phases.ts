import type { FaultyProgram } from "../case";
import { inAccount, inZone } from "../declare";

const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";

/** A rule whose action does not belong to its phase. */
const wrongAction = (title: string, phase: string, rule: object, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone(phase, [rule]),
  property: "rules[0].action",
  remedy,
});

const limit = {
  characteristics: ["cf.colo.id", "ip.src"],
  period: 60,
  requestsPerPeriod: 10,
  mitigationTimeout: 60,
};
const headers = { "x-a": { operation: "set", value: "b" } };

/** Phases, and the actions that they take. */
export const phases: readonly FaultyProgram[] = [
  {
    title: "a misspelt phase",
    program: inZone("http_request_firewall", [{ action: "block" }]),
    property: "phase",
    remedy: /http_request_firewall_custom/,
  },
  {
    title: "the phase that manages headers of responses",
    program: inZone("http_response_headers_transform_managed", [
      { action: "rewrite", actionParameters: { headers } },
    ]),
    property: "phase",
    remedy: /http_response_headers_transform/,
  },
  {
    title: "a phase of an account in a zone",
    program: inZone("http_request_redirect", [
      {
        action: "redirect",
        expression: "http.request.full_uri in $moved",
        actionParameters: { fromList: { name: "moved", key: "http.request.full_uri" } },
      },
    ]),
    property: "phase",
    remedy: /account/i,
  },
  {
    title: "a network phase in a zone",
    program: inZone("magic_transit", [{ action: "block", expression: "ip.src in {192.0.2.0/24}" }]),
    property: "phase",
    remedy: /account/i,
  },
  {
    title: "a phase of zones in an account",
    program: inAccount("http_request_cache_settings", [
      { action: "set_cache_settings", actionParameters: { cache: true } },
    ]),
    property: "phase",
    remedy: /zone/i,
  },
  {
    title: "a transform in an account",
    program: inAccount("http_request_late_transform", [{ action: "rewrite", actionParameters: { headers } }]),
    property: "phase",
    remedy: /zone/i,
  },
  wrongAction("allow", "http_request_firewall_custom", { action: "allow" }, /skip/),
  wrongAction(
    "bypass",
    "http_request_firewall_custom",
    { action: "bypass", actionParameters: { products: ["waf"] } },
    /skip/,
  ),
  wrongAction("simulate", "http_request_firewall_custom", { action: "simulate" }, /log/),
  wrongAction("captcha", "http_request_firewall_custom", { action: "captcha" }, /challenge/),
  wrongAction(
    "a misspelt action",
    "http_request_firewall_custom",
    { action: "managed_chalenge" },
    /managed_challenge/,
  ),
  wrongAction("an action in capitals", "http_request_firewall_custom", { action: "BLOCK" }, /block/),
  wrongAction("no action", "http_request_firewall_custom", {}, /block|missing|required/),
  wrongAction(
    "block among transforms",
    "http_request_transform",
    { action: "block" },
    /rewrite|http_request_firewall_custom/,
  ),
  {
    ...wrongAction(
      "block among managed rules",
      "http_request_firewall_managed",
      { action: "block" },
      /execute|http_request_firewall_custom/,
    ),
    as: "warning",
  },
  wrongAction(
    "a redirect among custom rules",
    "http_request_firewall_custom",
    { action: "redirect", actionParameters: { fromValue: { targetUrl: { value: "https://b.example/" } } } },
    /http_request_dynamic_redirect/,
  ),
  {
    ...wrongAction(
      "a rewrite among custom rules",
      "http_request_firewall_custom",
      { action: "rewrite", actionParameters: { headers } },
      /http_request_late_transform|exposedCredentialCheck|transform/,
    ),
    property: "rules[0]",
  },
  {
    ...wrongAction(
      "a skip among rate limits",
      "http_ratelimit",
      { action: "skip", actionParameters: { ruleset: "current" } },
      /block/,
    ),
    as: "warning",
  },
  wrongAction(
    "skip in the phase of DDoS",
    "ddos_l7",
    { action: "skip", actionParameters: { ruleset: "current" } },
    /execute/,
  ),
  wrongAction(
    "a route among configuration",
    "http_config_settings",
    { action: "route", actionParameters: { origin: { port: 8443 } } },
    /set_config|http_request_origin/,
  ),
  wrongAction(
    "an error page among custom rules",
    "http_request_firewall_custom",
    { action: "serve_error", actionParameters: { content: "a", contentType: "text/html" } },
    /http_custom_errors/,
  ),
  wrongAction(
    "a score of one's own",
    "http_request_firewall_custom",
    { action: "score", actionParameters: { increment: 5 } },
    /block|managed/,
  ),
  wrongAction("the action of a DDoS rule", "ddos_l7", { action: "ddos_dynamic" }, /execute/),
  wrongAction(
    "execute among transforms",
    "http_request_transform",
    { action: "execute", actionParameters: { id: MANAGED } },
    /rewrite/,
  ),
  {
    title: "logging of a block",
    program: inZone("http_request_firewall_custom", [{ action: "block", logging: { enabled: true } }]),
    property: "rules[0].logging",
    remedy: /skip/,
  },
  {
    title: "a rate limit of a custom rule",
    program: inZone("http_request_firewall_custom", [{ action: "block", ratelimit: limit }]),
    property: "rules[0].ratelimit",
    remedy: /http_ratelimit/,
  },
  {
    title: "exposed credentials in a zone",
    program: inZone("http_request_firewall_custom", [
      {
        action: "block",
        exposedCredentialCheck: {
          usernameExpression: 'lookup_json_string(http.request.body.raw, "user")',
          passwordExpression: 'lookup_json_string(http.request.body.raw, "pass")',
        },
      },
    ]),
    property: "rules[0].exposedCredentialCheck",
    remedy: /account|ruleset/i,
  },
  {
    title: "a response field in a filter of requests",
    program: inZone("http_request_firewall_custom", [
      { action: "block", expression: "http.response.code eq 404" },
    ]),
    property: "rules[0].expression",
    remedy: /http\.response\.code|response/,
    as: "warning",
  },
  {
    title: "a bot score in a redirect",
    program: inZone("http_request_dynamic_redirect", [
      {
        action: "redirect",
        expression: "cf.bot_management.score lt 30",
        actionParameters: { fromValue: { targetUrl: { value: "https://b.example/" } } },
      },
    ]),
    property: "rules[0].expression",
    remedy: /cf\.bot_management\.score/,
    as: "warning",
  },
  {
    title: "a body in a transform of URLs",
    program: inZone("http_request_transform", [
      {
        action: "rewrite",
        expression: 'http.request.body.raw contains "a"',
        actionParameters: { uri: { path: { value: "/b" } } },
      },
    ]),
    property: "rules[0].expression",
    remedy: /http\.request\.body\.raw|body/,
    as: "warning",
  },
];
