import type { CorrectProgram } from "../case";
import { inZone } from "../declare";
import type { World } from "../world";

const FIREWALL = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const OWASP_RULES = ["04116d14d7524986ba314d11c8a41e11", "55b58c71f653446fa0942cf7700f8c8e"];
const RULESET = "efb7b8c949ac4650a09736fc376e9aee";
const LIMIT = {
  characteristics: ["cf.colo.id", "ip.src"],
  period: 60,
  requestsPerPeriod: 10,
  mitigationTimeout: 60,
};

const rules = (
  title: string,
  phase: string,
  given: readonly object[],
  zone: keyof World["zones"] = "enterprise",
): CorrectProgram => ({
  title,
  program: inZone(phase, given, { zone }),
});
const skip = (title: string, actionParameters: object, phase = FIREWALL) =>
  rules(title, phase, [
    { action: "skip", expression: "ip.src in {192.0.2.0/24}", actionParameters },
    phase === MANAGED
      ? { action: "execute", expression: "true", actionParameters: { id: OWASP } }
      : { action: "block", expression: 'http.request.uri.path eq "/private"' },
  ]);
const limit = (title: string, members: object, others: object = {}, zone?: keyof World["zones"]) =>
  rules(title, "http_ratelimit", [{ action: "block", ratelimit: { ...LIMIT, ...members }, ...others }], zone);
const by = (...characteristics: readonly string[]) => ({
  characteristics: ["cf.colo.id", ...characteristics],
});

/** Unusual custom rules, exceptions and rate limits that the API accepts. */
export const protection: readonly CorrectProgram[] = [
  ...(["free", "enterprise"] as const).map((plan) =>
    rules(
      `rules of the response firewall on the plan ${plan}`,
      "http_response_firewall_custom",
      [
        {
          action: "block",
          expression: 'http.response.code eq 500 and http.request.uri.path wildcard "/api/*"',
        },
        { action: "log", expression: 'any(http.response.headers["x-debug"][*] eq "1")' },
      ],
      plan,
    ),
  ),
  skip("a skip of products", {
    products: ["bic", "hot", "rateLimit", "securityLevel", "uaBlock", "waf", "zoneLockdown"],
  }),
  skip("a skip of phases and the ruleset", {
    ruleset: "current",
    phases: ["http_ratelimit", "http_request_sbfm", MANAGED],
  }),
  skip("a skip of the current phase", { phase: "current" }),
  skip("a skip of the current phase, with products", { phase: "current", products: ["waf"] }),
  skip(
    "rules and rulesets in one exception",
    { rulesets: [RULESET], rules: { [OWASP]: OWASP_RULES } },
    MANAGED,
  ),
  skip("an exception of the rest", { ruleset: "current" }, MANAGED),
  rules("a skip that is not logged", FIREWALL, [
    {
      action: "skip",
      expression: "ip.src in {192.0.2.0/24}",
      actionParameters: { ruleset: "current" },
      logging: { enabled: false },
    },
    { action: "block", expression: 'http.request.uri.path eq "/private"' },
  ]),
  rules("no rules", FIREWALL, []),
  rules("rules that are disabled", FIREWALL, [
    { action: "block", enabled: false },
    { action: "log", enabled: false, expression: "ssl" },
  ]),
  rules(
    "the most that plan free has",
    FIREWALL,
    [1, 2, 3, 4, 5].map((n) => ({ action: "block", expression: `http.request.uri.path eq "/${n}"` })),
    "free",
  ),
  rules("a description of a thousand characters", FIREWALL, [
    { action: "block", description: "ü".repeat(1000) },
  ]),
  rules("an empty description", FIREWALL, [{ action: "block", description: "" }]),
  rules("a ref of unusual characters", FIREWALL, [{ action: "block", ref: 'größe: 1/2 ("x")' }]),
  rules("a block with a response of its own", FIREWALL, [
    {
      action: "block",
      actionParameters: { response: { statusCode: 451, content: "{}", contentType: "application/json" } },
    },
  ]),
  rules("a block with empty parameters", FIREWALL, [{ action: "block", actionParameters: {} }]),
  rules("a challenge with empty parameters", FIREWALL, [
    { action: "managed_challenge", expression: 'http.request.uri.path eq "/login"', actionParameters: {} },
  ]),
  rules("super bot fight mode", "http_request_sbfm", [
    { action: "managed_challenge", expression: 'http.request.uri.path eq "/login"' },
  ]),
  limit("no time-out on plan enterprise", { mitigationTimeout: 0 }),
  limit("no time-out named", { mitigationTimeout: undefined }),
  limit("a day of mitigation", { period: 3600, mitigationTimeout: 86_400 }),
  limit("an empty counting expression", { countingExpression: "" }),
  limit("counting by response", { countingExpression: "http.response.code eq 401" }),
  limit("counting at the origin", { requestsToOrigin: true }),
  limit("a visitor", by("cf.unique_visitor_id")),
  limit(
    "a header, a cookie and an argument",
    by('http.request.headers["x-key"]', 'http.request.cookies["id"]', 'http.request.uri.args["q"]'),
  ),
  limit("an address, its country and its network", by("ip.src", "ip.src.country", "ip.src.asnum")),
  limit("a member of a JSON body", by('lookup_json_string(http.request.body.raw, "user")')),
  limit("a score", { requestsPerPeriod: undefined, scorePerPeriod: 400, scoreResponseHeaderName: "x-score" }),
  limit("a limit of plan free", { period: 10, mitigationTimeout: 10 }, {}, "free"),
  limit(
    "a challenge of plan pro",
    { mitigationTimeout: 0 },
    { action: "managed_challenge", expression: 'http.request.uri.path eq "/login"' },
    "pro",
  ),
  limit("ten minutes of plan business", { period: 600, mitigationTimeout: 86_400 }, {}, "business"),
  limit("a limit that only logs", {}, { action: "log" }),
  limit(
    "a limit with an answer of 30 kB",
    {},
    {
      actionParameters: {
        response: { statusCode: 429, content: "a".repeat(30_000), contentType: "text/html" },
      },
    },
  ),
];
