import { UNKNOWN } from "../../../../provider/api";
import { requireLoginRateLimit } from "../../../../review/policies/zones";
import { ACCOUNT, cloudflareRules, edge, judge, notKnown, OTHER_ZONE, ZONE, zoneRules } from "./fixtures";

const PHASE = "http_ratelimit";
const RATELIMIT = { characteristics: ["ip.src", "cf.colo.id"], period: 60, requestsPerPeriod: 5 };
const limit = (expression: unknown, change = {}) => ({
  ref: "l",
  action: "block",
  expression,
  ratelimit: RATELIMIT,
  ...change,
});
const limits = (rules: readonly unknown[] | typeof UNKNOWN, properties = {}) =>
  zoneRules(rules, { phase: PHASE, ...properties });
const CONFIG = { paths: ["/login"] };
const LABEL = 'ZoneEntrypointRuleset "waf"';
const missing = (zone = `the zone ${ZONE}`, request = 'POST "/login"') =>
  `${LABEL}: zoneId: no rate limiting rule of ${zone} can match ${request}: add one to http_ratelimit.`;

describe("require-login-rate-limit", () => {
  it.each([
    "true",
    'http.request.uri.path eq "/login"',
    'http.request.method eq "POST" and starts_with(http.request.uri.path, "/log")',
    'http.request.uri eq "/login" and http.host eq "shop.example.com"',
    'http.request.uri.path matches "^/log(in|out)$"',
    'ends_with(lower(http.request.uri.path), "login")',
  ])("passes a zone with a rate limit for %s", (expression) => {
    expect(judge(requireLoginRateLimit, limits([limit(expression)]), CONFIG)).toEqual([]);
  });

  it.each([
    ["another path", limit('http.request.uri.path eq "/admin"')],
    ["another method", limit('http.request.method eq "GET"')],
    ["requests with a query only", limit('http.request.uri.query ne ""')],
    ["no request", limit('http.host eq "a" and http.host eq "b"')],
    ["the path, and is disabled", limit("true", { enabled: false })],
    ["the path, and only logs", limit("true", { action: "log" })],
    ["the path, and has no rate limit", limit("true", { ratelimit: undefined })],
    ["an invalid condition", limit("nonsense")],
  ])("reports a zone whose rule is for %s", (_what, rule) => {
    expect(judge(requireLoginRateLimit, limits([rule]), CONFIG)).toEqual([missing()]);
  });

  it("accepts a rule that only logs until the last day of its trial", () => {
    const logging = (until: string) =>
      limits([limit("true", { action: "log" })], {
        allowances: [{ id: "limit-log-only", rule: "l", reason: "OPS-17: first look", until }],
      });
    expect(judge(requireLoginRateLimit, logging("2030-07-04"), CONFIG)).toEqual([]);
    for (const day of ["2030-06-14", "2099-01-01"])
      expect(judge(requireLoginRateLimit, logging(day), CONFIG)).toEqual([missing()]);
  });

  it("reports a rule that blocks the path in another phase, and a zone without rules", () => {
    expect(judge(requireLoginRateLimit, zoneRules([limit("true")]), CONFIG)).toEqual([missing()]);
    expect(judge(requireLoginRateLimit, zoneRules([]), CONFIG)).toEqual([missing()]);
  });

  it("judges each configured path, with the configured method", () => {
    const config = { paths: ["/login", "/api/token"], method: "PUT" };
    const rule = limit('http.request.uri.path eq "/login" and http.request.method eq "PUT"');
    expect(judge(requireLoginRateLimit, limits([rule]), config)).toEqual([
      missing(undefined, 'PUT "/api/token"'),
    ]);
  });

  it("judges nothing without paths, and reports no zone that is allowed", () => {
    expect(judge(requireLoginRateLimit, limits([]))).toEqual([]);
    expect(
      judge(requireLoginRateLimit, limits([]), {
        ...CONFIG,
        allowances: [{ zone: ZONE, reason: "another stack limits it" }],
      }),
    ).toEqual([]);
  });

  it("judges each zone by itself, whichever provider declares the limit", () => {
    const wire = { action: "block", expression: "true", ratelimit: { ...RATELIMIT }, enabled: null };
    const other = cloudflareRules([wire], { phase: PHASE });
    expect(judge(requireLoginRateLimit, [zoneRules([]), other], CONFIG)).toEqual([]);
    const elsewhere = cloudflareRules([wire], { phase: PHASE, place: { level: "zone", id: OTHER_ZONE } });
    expect(judge(requireLoginRateLimit, [zoneRules([]), elsewhere], CONFIG)).toEqual([missing()]);
  });

  it("lets a rate limit of the account apply to its zones", () => {
    const account = edge("AccountEntrypointRuleset", "root", {
      accountId: ACCOUNT,
      phase: PHASE,
      rules: [limit("true")],
    });
    expect(judge(requireLoginRateLimit, [zoneRules([]), account], CONFIG)).toEqual([]);
  });

  it.each([
    ["condition", limits([limit(UNKNOWN)])],
    ["action", limits([limit("true", { action: UNKNOWN })])],
    ["rule", limits([UNKNOWN])],
    ["list of rules", limits(UNKNOWN)],
    ["phase", limits([limit("true")], { phase: UNKNOWN })],
  ])("does not judge a zone with an unknown %s", (_what, resource) => {
    expect(judge(requireLoginRateLimit, resource, CONFIG)).toEqual([notKnown(LABEL, "zoneId")]);
  });

  it("does not judge a zone if the limit is in an unknown one", () => {
    const limited = limits([limit("true")], { zoneId: UNKNOWN });
    expect(judge(requireLoginRateLimit, [zoneRules([]), limited], CONFIG)).toEqual([
      notKnown(LABEL, "zoneId"),
    ]);
  });

  it("needs no unknown rule if a known one limits the path", () => {
    expect(judge(requireLoginRateLimit, limits([UNKNOWN, limit("true")]), CONFIG)).toEqual([]);
  });

  it("does not show the id of a secret zone", () => {
    expect(judge(requireLoginRateLimit, zoneRules([], { secretInputs: ["zoneId"] }), CONFIG)).toEqual([
      missing("the zone whose id is secret"),
    ]);
  });
});
