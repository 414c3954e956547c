import type { FaultyProgram } from "../case";
import { inZone } from "../declare";
import type { World } from "../world";

const onPlan = (
  title: string,
  zone: keyof World["zones"],
  phase: string,
  rules: readonly unknown[],
  property: string,
  remedy: RegExp,
): FaultyProgram => ({ title, program: inZone(phase, rules, { zone }), property, remedy });

/** Rules with different refs and filters. */
const many = (count: number, rule: object) =>
  Array.from({ length: count }, (_, index) => ({
    ref: `r${index}`,
    expression: `http.request.uri.path eq "/${index}"`,
    ...rule,
  }));

const redirect = {
  action: "redirect",
  actionParameters: { fromValue: { targetUrl: { value: "https://b.example/" } } },
};
const headers = {
  action: "rewrite",
  actionParameters: { headers: { "x-a": { operation: "set", value: "b" } } },
};
const ttl = (seconds: number) => ({
  action: "set_cache_settings",
  actionParameters: { cache: true, edgeTtl: { mode: "override_origin", default: seconds } },
});

/** What the plan of a zone does not have. */
export const plans: readonly FaultyProgram[] = [
  onPlan(
    "four rules of the response firewall on plan enterprise",
    "enterprise",
    "http_response_firewall_custom",
    many(4, { action: "block" }),
    "rules",
    /3/,
  ),
  onPlan(
    "six custom rules on plan free",
    "free",
    "http_request_firewall_custom",
    many(6, { action: "block" }),
    "rules",
    /5/,
  ),
  onPlan(
    "41 custom rules on plan pro",
    "pro",
    "http_request_firewall_custom",
    many(41, { action: "block" }),
    "rules",
    /20|40/,
  ),
  onPlan(
    "101 custom rules on plan business",
    "business",
    "http_request_firewall_custom",
    many(101, { action: "block" }),
    "rules",
    /100/,
  ),
  onPlan(
    "one custom rule beside five of others",
    "full",
    "http_request_firewall_custom",
    many(1, { action: "block" }),
    "rules",
    /5/,
  ),
  onPlan(
    "two rate limits on plan free",
    "free",
    "http_ratelimit",
    many(2, {
      action: "block",
      ratelimit: {
        characteristics: ["cf.colo.id", "ip.src"],
        period: 10,
        requestsPerPeriod: 10,
        mitigationTimeout: 10,
      },
    }),
    "rules",
    /1/,
  ),
  onPlan(
    "eleven redirects on plan free",
    "free",
    "http_request_dynamic_redirect",
    many(11, redirect),
    "rules",
    /10/,
  ),
  onPlan("26 transforms on plan pro", "pro", "http_request_late_transform", many(26, headers), "rules", /25/),
  onPlan(
    "51 cache rules on plan business",
    "business",
    "http_request_cache_settings",
    many(51, ttl(7200)),
    "rules",
    /50/,
  ),
  onPlan(
    "an error page on plan free",
    "free",
    "http_custom_errors",
    [{ action: "serve_error", actionParameters: { content: "a", contentType: "text/html" } }],
    "rules",
    /pro|plan/i,
  ),
  onPlan(
    "log on plan free",
    "free",
    "http_request_firewall_custom",
    [{ action: "log" }],
    "rules[0].action",
    /enterprise|plan/i,
  ),
  onPlan(
    "log on plan business",
    "business",
    "http_request_firewall_custom",
    [{ action: "log" }],
    "rules[0].action",
    /enterprise/i,
  ),
  onPlan(
    "matches on plan pro",
    "pro",
    "http_request_firewall_custom",
    [{ action: "block", expression: 'http.request.uri.path matches "^/a"' }],
    "rules[0].expression",
    /business|wildcard|plan/i,
  ),
  onPlan(
    "matches on plan free",
    "free",
    "http_request_transform",
    [
      {
        action: "rewrite",
        expression: 'http.host matches "a$"',
        actionParameters: { uri: { path: { value: "/b" } } },
      },
    ],
    "rules[0].expression",
    /business|wildcard|plan/i,
  ),
  onPlan(
    "regex_replace on plan pro",
    "pro",
    "http_request_transform",
    [
      {
        action: "rewrite",
        actionParameters: {
          uri: { path: { expression: 'regex_replace(http.request.uri.path, "^/a", "/b")' } },
        },
      },
    ],
    "rules[0].actionParameters.uri.path.expression",
    /business|plan/i,
  ),
  onPlan(
    "another origin on plan business",
    "business",
    "http_request_origin",
    [{ action: "route", actionParameters: { origin: { host: "b.business.example" } } }],
    "rules[0].actionParameters.origin.host",
    /enterprise|port/i,
  ),
  onPlan(
    "another host header on plan pro",
    "pro",
    "http_request_origin",
    [{ action: "route", actionParameters: { hostHeader: "b.pro.example" } }],
    "rules[0].actionParameters.hostHeader",
    /enterprise/i,
  ),
  onPlan(
    "another server name on plan free",
    "free",
    "http_request_origin",
    [{ action: "route", actionParameters: { sni: { value: "b.free.example" } } }],
    "rules[0].actionParameters.sni",
    /enterprise/i,
  ),
  onPlan(
    "an origin pull on plan pro",
    "pro",
    "http_config_settings",
    [{ action: "set_config", actionParameters: { ssl: "origin_pull" } }],
    "rules[0].actionParameters.ssl",
    /enterprise|strict/i,
  ),
  onPlan(
    "logged fields on plan business",
    "business",
    "http_log_custom_fields",
    [
      {
        action: "log_custom_field",
        expression: "true",
        actionParameters: { requestFields: [{ name: "x-id" }] },
      },
    ],
    "rules",
    /enterprise/i,
  ),
  onPlan(
    "ports of the cache on plan pro",
    "pro",
    "http_request_cache_settings",
    [{ action: "set_cache_settings", actionParameters: { cache: true, additionalCacheablePorts: [8080] } }],
    "rules[0].actionParameters.additionalCacheablePorts",
    /enterprise/i,
  ),
  onPlan(
    "a managed list on plan pro",
    "pro",
    "http_request_firewall_custom",
    [{ action: "block", expression: "ip.src in $cf.open_proxies" }],
    "rules[0].expression",
    /enterprise/i,
  ),
  onPlan(
    "super bot fight mode on plan free",
    "free",
    "http_request_sbfm",
    [{ action: "block" }],
    "phase",
    /pro|plan/i,
  ),
];
