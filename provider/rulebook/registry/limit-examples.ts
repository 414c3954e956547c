import type { ExpressionLimit } from "../../filter";
import {
  account,
  blocking,
  CUSTOM,
  custom,
  executing,
  rewriting,
  type RuleExample,
  samples,
  samplesOf,
  zone,
} from "./example";

const waf = samples();
const accountWaf = samplesOf(
  (expression: string) => executing("9a7806061c88ada191ed06f989cc3dac", {}, expression),
  account("http_request_firewall_custom"),
);
const path = samplesOf(
  (expression: string) => rewriting({ path: { expression } }),
  zone("http_request_transform"),
);
const query = samplesOf(
  (expression: string) => rewriting({ query: { expression } }),
  zone("http_request_transform"),
);
const credentials = samplesOf(
  (expression: string) =>
    blocking("ssl", {
      exposed_credential_check: { username_expression: expression, password_expression: "http.cookie" },
    }),
  custom("http_request_firewall_custom"),
);
const settings = samplesOf(
  (expression: string) => ({ action: "set_config", action_parameters: { disable_rum: true }, expression }),
  zone("http_config_settings"),
);
const answers = samplesOf(
  (expression: string) => ({
    action: "rewrite",
    action_parameters: { headers: { "X-A": { operation: "set", value: "1" } } },
    expression,
  }),
  zone("http_response_headers_transform"),
);
const redirects = samplesOf(
  (expression: string) => ({
    action: "redirect",
    action_parameters: { from_list: { name: "moved", key: "http.request.full_uri" } },
    expression,
  }),
  account("http_request_redirect"),
);

export const LIMIT_EXAMPLES = {
  "expression-field": waf("http.response.code eq 500", 'http.request.method eq "POST"'),
  "expression-field-unlisted": {
    ...settings("cf.bot_management.score lt 10", 'http.host eq "a.example"'),
    previewId: "phase",
  },
  "expression-function": waf('regex_replace(http.host, "a", "b") eq "b"', 'lower(http.host) eq "b"'),
  "expression-function-unlisted": {
    ...waf('sha256(http.host) eq "a"', 'http.host eq "a"'),
    previewId: "phase",
  },
  "credential-function": credentials("concat(http.host, http.cookie)", "lower(http.cookie)"),
  "list-name": waf("ip.src in $office.berlin", "ip.src in $office_berlin"),
  "list-managed": waf("ip.src in $cf.vpns", "ip.src in $cf.vpn"),
  "list-missing": samples({ ...CUSTOM, lists: new Map([["office", "ip"]]) })(
    "ip.src in $offcie",
    "ip.src in $office",
  ),
  "list-other-kind": samples({ ...CUSTOM, lists: new Map([["office", "hostname"]]) })(
    "ip.src in $office",
    "http.host in $office",
  ),
  "list-addresses": answers("ip.src in $office", "ip.src in {192.0.2.0/24}"),
  "list-account": accountWaf(
    '(ip.src in $office) and cf.zone.plan eq "ENT"',
    '(ip.src in {192.0.2.0/24}) and cf.zone.plan eq "ENT"',
  ),
  "field-account": accountWaf(
    '(cf.waf.score lt 20) and cf.zone.plan eq "ENT"',
    '(http.request.method eq "POST") and cf.zone.plan eq "ENT"',
  ),
  "list-redirect-field": redirects(
    "lower(http.request.full_uri) in $moved",
    "http.request.full_uri in $moved",
  ),
  "list-kind": { ...waf("http.cookie in $office", "ip.src in $office"), previewId: "list" },
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
  "function-undocumented": {
    ...waf('contains(http.host, "a")', 'http.host contains "a"'),
    previewId: "limit",
  },
  "function-query": query(
    'remove_query_args(http.host, "a")',
    'remove_query_args(http.request.uri.query, "a")',
  ),
} satisfies Readonly<Record<ExpressionLimit, RuleExample>>;
