import { LIMITS, type Example } from "./example";

const GOOD = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requests_per_period: 5 };
const limiting = (change: object) => ({
  action: "block",
  expression: "ssl",
  ratelimit: { ...GOOD, ...change },
});
const ACCOUNT = { phase: "http_ratelimit", kind: "custom" } as const;

export const RATE_LIMITS: Readonly<Record<string, Example>> = {
  "rate-limit-required": {
    at: LIMITS,
    rule: { action: "block", expression: "ssl" },
    path: ["ratelimit"],
    message:
      "is missing: rules of the phase http_ratelimit need it, with characteristics, a period and a threshold",
  },
  "rate-limit-phase": {
    at: { phase: "http_request_firewall_custom", kind: "zone" },
    rule: limiting({}),
    path: ["ratelimit"],
    message: "cannot be used in the phase http_request_firewall_custom; write the rule in http_ratelimit",
  },
  "rate-limit-response": {
    at: LIMITS,
    rule: { ...limiting({}), expression: "http.response.code eq 401" },
    path: ["expression"],
    message:
      "uses a field of the response, and it selects requests before there is one; write that condition in counting_expression",
    refusal:
      "'http.response.code eq 401' is not a valid value for expression because the use of field http.response.code is not allowed",
  },
  "rate-limit-threshold": {
    at: LIMITS,
    rule: limiting({ score_per_period: 5, score_response_header_name: "x-score" }),
    path: ["ratelimit"],
    message: "must have either requests_per_period or score_per_period, found both",
  },
  "rate-limit-score-header": {
    at: LIMITS,
    rule: limiting({ requests_per_period: undefined, score_per_period: 5 }),
    path: ["ratelimit"],
    message:
      "must have score_response_header_name together with score_per_period, which counts the scores in that header of responses",
  },
  "rate-limit-period": {
    at: LIMITS,
    rule: limiting({ period: 61 }),
    path: ["ratelimit", "period"],
    message:
      "must be 10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600, 65535, 86400 seconds, found 61",
  },
  "rate-limit-timeout": {
    at: LIMITS,
    rule: limiting({ mitigation_timeout: 86_401 }),
    path: ["ratelimit", "mitigation_timeout"],
    message: "must be at most 86400 seconds, found 86401",
  },
  "rate-limit-timeout-unlisted": {
    at: LIMITS,
    rule: limiting({ mitigation_timeout: 7 }),
    path: ["ratelimit", "mitigation_timeout"],
    message: "must be 0, 10, 60, 120, 300, 600, 3600, 86400 seconds except in Enterprise plans, found 7",
  },
  "counting-list": {
    at: LIMITS,
    rule: limiting({ counting_expression: "ip.src in $partners", requests_to_origin: true }),
    path: ["ratelimit", "requests_to_origin"],
    message: "must be false, since counting_expression uses a list, found true",
  },
  "counting-list-account": {
    at: ACCOUNT,
    rule: { ...limiting({ requests_to_origin: true }), expression: "ip.src in $partners" },
    path: ["ratelimit", "requests_to_origin"],
    message: "must be false, since expression uses a list, found true",
  },
  "counting-account": {
    at: ACCOUNT,
    rule: limiting({ counting_expression: "ip.src in $partners" }),
    path: ["ratelimit", "counting_expression"],
    message: "cannot use a list in an account; count requests by their own fields",
  },
  "counting-account-response": {
    at: ACCOUNT,
    rule: limiting({ counting_expression: "http.response.code eq 401" }),
    path: ["ratelimit", "counting_expression"],
    message: "may not use a field of the response in an account; count requests by their own fields",
  },
  "characteristics-colo": {
    at: LIMITS,
    rule: limiting({ characteristics: ["ip.src"] }),
    path: ["ratelimit", "characteristics"],
    message: 'must include "cf.colo.id" in a zone, because each data center counts separately',
    code: 20155,
    refusal:
      "characteristics field is missing 'cf.colo.id', this is required as ratelimiting counting is processed at colocation level only",
  },
  "characteristics-colo-account": {
    at: ACCOUNT,
    rule: limiting({ characteristics: ["ip.src"] }),
    path: ["ratelimit", "characteristics"],
    message: 'should include "cf.colo.id", because each data center counts separately',
    code: 20155,
  },
  "characteristics-exclusive": {
    at: LIMITS,
    rule: limiting({ characteristics: ["cf.colo.id", "ip.src", "cf.unique_visitor_id"] }),
    path: ["ratelimit", "characteristics"],
    message: 'must have "ip.src" or "cf.unique_visitor_id", found both',
  },
  "characteristics-header-case": {
    at: LIMITS,
    rule: limiting({ characteristics: ["cf.colo.id", 'http.request.headers["X-Api-Key"]'] }),
    path: ["ratelimit", "characteristics", 1],
    message:
      'must name the header in lower case, found "http.request.headers[\\"X-Api-Key\\"]"; write http.request.headers["x-api-key"]',
  },
  "characteristics-field": {
    at: LIMITS,
    rule: limiting({ characteristics: ["cf.colo.id", "ip.source"] }),
    path: ["ratelimit", "characteristics", 1],
    message: 'must be a field, found "ip.source"; did you mean "ip.src"?',
  },
  "characteristics-key": {
    at: LIMITS,
    rule: limiting({ characteristics: ["cf.colo.id", "http.request.cookies"] }),
    path: ["ratelimit", "characteristics", 1],
    message:
      'must name one key in double quotes, as in http.request.cookies["name"], found "http.request.cookies"',
  },
  "characteristics-repeated": {
    at: LIMITS,
    rule: limiting({ characteristics: ["cf.colo.id", "ip.src", "ip.src"] }),
    path: ["ratelimit", "characteristics", 2],
    message: 'is already characteristic 1, found "ip.src" twice; remove one',
  },
  "characteristics-listed": {
    at: LIMITS,
    rule: limiting({ characteristics: ["cf.colo.id", "http.user_agent"] }),
    path: ["ratelimit", "characteristics", 1],
    message:
      'is not among the documented characteristics, found "http.user_agent"; only Advanced Rate Limiting may accept it',
  },
};
