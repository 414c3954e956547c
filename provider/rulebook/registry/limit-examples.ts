import type { ExpressionLimit } from "../../filter";
import { account, blocking, CUSTOM, custom, type RuleExample, zone } from "./example";

const rewriting = (expression: string) => ({
  action: "rewrite",
  action_parameters: { uri: { path: { expression } } },
  expression: "ssl",
});
const path = (bad: string, good: string): RuleExample => ({
  ...{ at: zone("http_request_transform"), bad: rewriting(bad), good: rewriting(good) },
});
const query = (bad: string, good: string): RuleExample => {
  const rule = (expression: string) => ({
    action: "rewrite",
    action_parameters: { uri: { query: { expression } } },
    expression: "ssl",
  });
  return { at: zone("http_request_transform"), bad: rule(bad), good: rule(good) };
};
const credential = (expression: string) =>
  blocking("ssl", {
    exposed_credential_check: { username_expression: expression, password_expression: "http.cookie" },
  });
const setting = (expression: string) => ({
  ...{ action: "set_config", action_parameters: { disable_rum: true }, expression },
});
const answering = (expression: string) => ({
  action: "rewrite",
  action_parameters: { headers: { "X-A": { operation: "set", value: "1" } } },
  expression,
});
const redirecting = (expression: string) => ({
  action: "redirect",
  action_parameters: { from_list: { name: "moved", key: "http.request.full_uri" } },
  expression,
});

export const LIMIT_EXAMPLES = {
  "expression-field": { bad: "http.response.code eq 500", good: 'http.request.method eq "POST"' },
  "expression-field-unlisted": {
    previewId: "phase",
    at: zone("http_config_settings"),
    bad: setting("cf.threat_score gt 10"),
    good: setting('http.host eq "a.example"'),
  },
  "expression-function": {
    bad: 'regex_replace(http.host, "a", "b") eq "b"',
    good: 'lower(http.host) eq "b"',
  },
  "expression-function-unlisted": {
    previewId: "phase",
    bad: 'sha256(http.host) eq "a"',
    good: 'http.host eq "a"',
  },
  "credential-function": {
    at: custom("http_request_firewall_custom"),
    bad: credential("concat(http.host, http.cookie)"),
    good: credential("lower(http.cookie)"),
  },
  "list-name": { bad: "ip.src in $office.berlin", good: "ip.src in $office_berlin" },
  "list-managed": { bad: "ip.src in $cf.vpns", good: "ip.src in $cf.vpn" },
  "list-missing": {
    ...{ at: { ...CUSTOM, lists: new Map([["office", "ip"]]) } },
    bad: "ip.src in $offcie",
    good: "ip.src in $office",
  },
  "list-other-kind": {
    ...{ at: { ...CUSTOM, lists: new Map([["office", "hostname"]]) } },
    bad: "ip.src in $office",
    good: "http.host in $office",
  },
  "list-addresses": {
    at: zone("http_response_headers_transform"),
    bad: answering("ip.src in $office"),
    good: answering("ip.src in {192.0.2.0/24}"),
  },
  "list-redirect-field": {
    at: account("http_request_redirect"),
    bad: redirecting("lower(http.request.full_uri) in $moved"),
    good: redirecting("http.request.full_uri in $moved"),
  },
  "list-kind": { previewId: "list", bad: "http.cookie in $office", good: "ip.src in $office" },
  "function-once": path(
    'concat(regex_replace(http.host, "a", "b"), regex_replace(http.cookie, "a", "b"))',
    'concat("/", regex_replace(http.host, "a", "b"))',
  ),
  "function-literal": path(
    "substring(http.request.uri.path, len(http.host))",
    "substring(http.request.uri.path, 3)",
  ),
  "function-flags": path('url_decode(http.request.uri.path, "x")', 'url_decode(http.request.uri.path, "r")'),
  "function-pattern": path(
    'regex_replace(http.request.uri.path, "(", "b")',
    'regex_replace(http.request.uri.path, "^/a", "/b")',
  ),
  "function-references": path(
    'regex_replace(http.request.uri.path, "(a)", "${1}${1}${1}${1}${1}${1}${1}${1}${1}")',
    'regex_replace(http.request.uri.path, "(a)", "${1}${1}")',
  ),
  "function-query": query(
    'remove_query_args(http.host, "a")',
    'remove_query_args(http.request.uri.query, "a")',
  ),
} satisfies Readonly<Record<ExpressionLimit, RuleExample>>;
