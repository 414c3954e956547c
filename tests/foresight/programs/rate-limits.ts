import type { FaultyProgram } from "../case";
import { inAccount, inZone } from "../declare";
import type { World } from "../world";

const LIMIT = {
  characteristics: ["cf.colo.id", "ip.src"],
  period: 60,
  requestsPerPeriod: 10,
  mitigationTimeout: 60,
};

const limit = (
  title: string,
  members: Readonly<Record<string, unknown>>,
  property: string,
  remedy: RegExp,
  { zone = "enterprise", ...rule }: { readonly zone?: keyof World["zones"] } & Record<string, unknown> = {},
): FaultyProgram => ({
  title,
  program: inZone("http_ratelimit", [{ action: "block", ratelimit: { ...LIMIT, ...members }, ...rule }], {
    zone,
  }),
  property: `rules[0].ratelimit${property}`,
  remedy,
});

const by = (...characteristics: readonly string[]) => ({
  characteristics: ["cf.colo.id", ...characteristics],
});

/** Members of rate limits. */
export const rateLimits: readonly FaultyProgram[] = [
  {
    title: "no limit",
    program: inZone("http_ratelimit", [{ action: "block" }]),
    property: "rules[0].ratelimit",
    remedy: /ratelimit|characteristics/,
  },
  limit("no data centre", { characteristics: ["ip.src"] }, ".characteristics", /cf\.colo\.id/),
  limit("no characteristics", { characteristics: [] }, ".characteristics", /cf\.colo\.id/),
  limit("characteristics as text", { characteristics: "ip.src" }, ".characteristics", /list|array/),
  limit("a characteristic that is no field", by("ip.source"), ".characteristics[1]", /ip\.src/),
  limit("a header in upper case", by('http.request.headers["X-Key"]'), ".characteristics[1]", /x-key|lower/),
  {
    ...limit(
      "a header without quotes",
      by("http.request.headers[x-key]"),
      ".characteristics[1]",
      /\["|quote/,
    ),
    as: "warning",
  },
  limit(
    "address and visitor",
    by("ip.src", "cf.unique_visitor_id"),
    ".characteristics",
    /ip\.src|unique_visitor/,
  ),
  {
    ...limit(
      "the same characteristic twice",
      by("ip.src", "ip.src"),
      ".characteristics",
      /once|twice|already|duplicate/,
    ),
    as: "warning",
  },
  {
    ...limit("a country by its old name", by("ip.geoip.country"), ".characteristics[1]", /ip\.src\.country/),
    as: "warning",
  },
  limit("a period of 61 s", { period: 61 }, ".period", /60/),
  limit("a period with its unit", { period: "1m" }, ".period", /60|number|integer/),
  limit("no period", { period: undefined }, ".period", /period|60|missing|required/),
  limit("zero requests", { requestsPerPeriod: 0 }, ".requestsPerPeriod", /1/),
  limit("half a request", { requestsPerPeriod: 1.5 }, ".requestsPerPeriod", /whole|integer/),
  limit("neither requests nor score", { requestsPerPeriod: undefined }, "", /requestsPerPeriod/),
  limit(
    "requests and score",
    { scorePerPeriod: 100, scoreResponseHeaderName: "x-score" },
    "",
    /requestsPerPeriod|scorePerPeriod/,
  ),
  limit(
    "a score without its header",
    { requestsPerPeriod: undefined, scorePerPeriod: 100 },
    "",
    /scoreResponseHeaderName/,
  ),
  {
    ...limit("a time-out of 61 s", { mitigationTimeout: 61 }, ".mitigationTimeout", /60/, {
      zone: "business",
    }),
    as: "warning",
  },
  limit("a negative time-out", { mitigationTimeout: -1 }, ".mitigationTimeout", /0/),
  limit(
    "a counting expression that does not parse",
    { countingExpression: "http.response.code = 401" },
    ".countingExpression",
    /eq|==/,
  ),
  limit(
    "a counting expression of an unknown field",
    { countingExpression: "http.status eq 401" },
    ".countingExpression",
    /http\.response\.code|unknown|name of a field/,
  ),
  limit(
    "requests by another name",
    { requestsPerPeriod: undefined, requests: 10 },
    ".requests",
    /requestsPerPeriod/,
  ),
  {
    ...limit(
      "the path of a regular expression",
      by('regex_replace(http.request.uri.path, "a", "b")'),
      ".characteristics[1]",
      /http\.request|lower|field|allowed|not/,
    ),
    as: "warning",
  },
  limit("a period of a minute on plan free", {}, ".period", /10/, { zone: "free" }),
  limit("a time-out of a minute on plan free", { period: 10 }, ".mitigationTimeout", /10/, { zone: "free" }),
  limit("five minutes on plan pro", { period: 300 }, ".period", /60/, { zone: "pro" }),
  limit("a visitor on plan pro", by("cf.unique_visitor_id"), ".characteristics", /business|ip\.src|plan/i, {
    zone: "pro",
  }),
  limit("a time-out of a challenge on plan pro", {}, ".mitigationTimeout", /0/, {
    zone: "pro",
    action: "managed_challenge",
  }),
  limit(
    "counting by response on plan pro",
    { countingExpression: "http.response.code eq 401" },
    ".countingExpression",
    /business|plan/i,
    { zone: "pro" },
  ),
  {
    title: "the address in a filter on plan free",
    program: inZone(
      "http_ratelimit",
      [
        {
          action: "block",
          expression: "ip.src in {192.0.2.0/24}",
          ratelimit: { ...LIMIT, period: 10, mitigationTimeout: 10 },
        },
      ],
      { zone: "free" },
    ),
    property: "rules[0].expression",
    remedy: /http\.request\.uri\.path|plan/,
  },
  {
    title: "a response in the filter of a limit",
    program: inZone("http_ratelimit", [
      { action: "block", expression: "http.response.code eq 401", ratelimit: LIMIT },
    ]),
    property: "rules[0].expression",
    remedy: /countingExpression/,
  },
  {
    title: "counting by response in an account",
    program: inAccount("http_ratelimit", [
      {
        action: "block",
        expression: 'cf.zone.plan eq "ENT"',
        ratelimit: { ...LIMIT, countingExpression: "http.response.code eq 401" },
      },
    ]),
    property: "rules[0].ratelimit.countingExpression",
    remedy: /zone|response/,
    as: "warning",
  },
];
