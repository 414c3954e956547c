import { UNKNOWN } from "../../../../provider/api";
import { checkRules, type RulesAt } from "../../../support/check-rules";
import { withUnknownParts } from "../../../support/unknown-parts";

const at = { phase: "http_request_firewall_custom", kind: "zone" } as const;
const good = {
  ref: "limit",
  action: "block",
  actionParameters: { response: { statusCode: 429, content: "slow down", contentType: "text/plain" } },
  expression: "ssl",
  enabled: false,
  description: "logins",
};
const limiting = {
  ...good,
  ratelimit: { characteristics: ["cf.colo.id", "ip.src"], period: 60, requestsPerPeriod: 5 },
};
const checking = { ...good, exposedCredentialCheck: { usernameExpression: "u", passwordExpression: "p" } };
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const withParameters = (action: string, actionParameters: unknown) => ({
  ref: "r",
  action,
  actionParameters,
  expression: "true",
});

const BAD: [string, unknown, string, RegExp][] = [
  ["a rule that is no object", "block", "", /must be an object, found a string/],
  ["an unknown member", { ...good, desciption: "x" }, ".desciption", /did you mean "description"\?/],
  [
    "a missing ref",
    { ...good, ref: undefined },
    ".ref",
    /must be a non-empty string, unique in the ruleset, found nothing/,
  ],
  [
    "a ref that no state can have",
    { ...good, ref: "__proto__" },
    ".ref",
    /cannot be "__proto__": .*another ref/,
  ],
  [
    "an unknown action",
    { ...good, action: "blok", actionParameters: {} },
    ".action",
    /found "blok"; did you mean "block"\?/,
  ],
  [
    "an action of older rules",
    { ...good, action: "allow", actionParameters: {} },
    ".action",
    /use "skip" instead/,
  ],
  [
    "an action of another phase",
    withParameters("redirect", { fromList: { name: "l", key: "http.request.full_uri" } }),
    ".action",
    /cannot be used in phase http_request_firewall_custom.*"block".*belongs to the phases http_request_dynamic_redirect, http_request_redirect/,
  ],
  [
    "missing parameters",
    withParameters("skip", undefined),
    ".actionParameters",
    /is missing; "skip" requires at least one of ruleset, phase/,
  ],
  [
    "parameters that are no object",
    withParameters("skip", "current"),
    ".actionParameters",
    /must be an object, found a string/,
  ],
  [
    "no parameter at all",
    withParameters("skip", {}),
    ".actionParameters",
    /needs at least one of ruleset, phase/,
  ],
  [
    "a parameter of another action",
    withParameters("log", { statusCode: 400 }),
    ".actionParameters.statusCode",
    /is not a parameter of "log", which accepts none; it belongs to serve_error/,
  ],
  [
    "a misspelt parameter",
    withParameters("skip", { phases: ["http_ratelimit"], product: ["waf"] }),
    ".actionParameters.product",
    /is not a parameter of "skip"; did you mean "products"\?/,
  ],
  [
    "a name of the wire",
    withParameters("block", { response: { status_code: 429, content: "no", contentType: "text/html" } }),
    ".actionParameters.response.status_code",
    /must be written in camelCase: statusCode/,
  ],
  [
    "an unknown member deep inside",
    withParameters("block", {
      response: { statusCode: 429, content: "no", contentType: "text/html", body: "" },
    }),
    ".actionParameters.response.body",
    /is not a known property; known properties are statusCode, content, contentType/,
  ],
  [
    "a misspelt member below a list",
    withParameters("execute", { id: OWASP, overrides: { rules: [{ id: SCORING, scoreTreshold: 5 }] } }),
    ".actionParameters.overrides.rules[0].scoreTreshold",
    /did you mean "scoreThreshold"/,
  ],
  [
    "a misspelt member below a key that is data",
    withParameters("rewrite", { headers: { "X-A": { operation: "set", valeu: "x" } } }),
    ".actionParameters.headers.X-A.valeu",
    /did you mean "value"/,
  ],
  [
    "none of two alternatives",
    withParameters("rewrite", { uri: { path: {} } }),
    ".actionParameters.uri.path",
    /must have value or expression/,
  ],
  [
    "one of two alternatives of the wrong kind",
    withParameters("rewrite", { uri: { path: { value: 7 } } }),
    ".actionParameters.uri.path.value",
    /must be a string, found a number/,
  ],
  [
    "both of two alternatives",
    withParameters("rewrite", { uri: { path: { value: "/a", expression: "b" } } }),
    ".actionParameters.uri.path.expression",
    /write one of value, expression/,
  ],
  [
    "a misspelt member of an alternative",
    withParameters("rewrite", { uri: { path: { expresion: "x" } } }),
    ".actionParameters.uri.path.expresion",
    /did you mean "expression"/,
  ],
  [
    "a number out of range",
    withParameters("block", { response: { statusCode: 200, content: "no", contentType: "text/html" } }),
    ".actionParameters.response.statusCode",
    /must be at least 400, found 200/,
  ],
  [
    "a missing member",
    withParameters("block", { response: { statusCode: 429, contentType: "text/html" } }),
    ".actionParameters.response.content",
    /is missing; it must be a string/,
  ],
  [
    "a value that is not among the choices",
    withParameters("skip", { products: ["wuf"] }),
    ".actionParameters.products[0]",
    /must be "bic".*or "zoneLockdown", found "wuf"/,
  ],
  [
    "a member of the wrong kind below a key that is data",
    withParameters("rewrite", { headers: { "X-A": { operation: "put" } } }),
    ".actionParameters.headers.X-A.operation",
    /must be "add", "set" or "remove", found "put"/,
  ],
  [
    "a threshold of 1.5",
    withParameters("execute", { id: OWASP, overrides: { rules: [{ id: SCORING, scoreThreshold: 1.5 }] } }),
    ".actionParameters.overrides.rules[0].scoreThreshold",
    /must be a whole number/,
  ],
  [
    "no expression",
    { ...good, expression: "" },
    ".expression",
    /"true" for all requests.*found an empty string/,
  ],
  [
    "a switch that is no switch",
    { ...good, enabled: "yes" },
    ".enabled",
    /must be true or false, found "yes"/,
  ],
  [
    "a description that is no text",
    { ...good, description: 7 },
    ".description",
    /must be a string, found a number/,
  ],
  [
    "logging without enabled",
    { ...withParameters("skip", { ruleset: "current" }), logging: {} },
    ".logging",
    /enabled: true or false/,
  ],
  [
    "half of a credential check",
    { ...good, exposedCredentialCheck: { usernameExpression: "u" } },
    ".exposedCredentialCheck.passwordExpression",
    /must be an expression, found nothing/,
  ],
];

describe("checkRules", () => {
  it("accepts valid rules", () => {
    expect(checkRules([good, { ...good, ref: "other" }], at)).toEqual([]);
    expect(checkRules([limiting], { phase: "http_ratelimit", kind: "zone" })).toEqual([]);
    expect(checkRules([checking], { ...at, kind: "custom" })).toEqual([]);
  });

  it("reports a constraint of the rule book in the names of the program", () => {
    const ratelimit = { characteristics: ["ip.src"], period: 10, requestsPerPeriod: 5 };
    expect(checkRules([{ ...good, ratelimit }], { phase: "http_ratelimit", kind: "zone" })).toEqual([
      {
        path: "rules[0].ratelimit.characteristics",
        message: 'must include "cf.colo.id" in a zone, because each data center counts separately',
      },
    ]);
  });

  it("reports a managed ruleset that two rules of a zone execute", () => {
    const execute = withParameters("execute", { id: OWASP });
    expect(
      checkRules([execute, { ...execute, ref: "s" }], { ...at, phase: "http_request_firewall_managed" }),
    ).toEqual([
      {
        path: "rules[1].actionParameters.id",
        message:
          "executes Cloudflare OWASP Core Ruleset again, as rules[0] does; a zone executes a managed ruleset once, so join both rules",
      },
    ]);
  });

  it.each(BAD)("reports %s", (_, rule, path, message) => {
    const managed = JSON.stringify(rule).includes("execute")
      ? { ...at, phase: "http_request_firewall_managed" }
      : at;
    const rewrite = JSON.stringify(rule).includes("rewrite")
      ? { ...at, phase: "http_request_late_transform" }
      : managed;
    expect(checkRules([rule], rewrite)).toEqual([
      { path: `rules[0]${path}`, message: expect.stringMatching(message) as string },
    ]);
  });

  it("reports a duplicate ref with both indexes", () => {
    expect(checkRules([good, { ...good, ref: "b" }, good], at)).toEqual([
      {
        path: "rules[2].ref",
        message: '"limit" is already the ref of rules[0]; each rule needs a unique ref',
      },
    ]);
  });

  it("does not check actions against an invalid or unknown phase", () => {
    const rule = withParameters("redirect", { fromList: { name: "l", key: "http.request.full_uri" } });
    expect(checkRules([rule], { ...at, phase: UNKNOWN })).toEqual([]);
    expect(checkRules([rule], { ...at, phase: "x" })).toEqual([]);
  });

  it("accepts an unknown value at any depth", () => {
    const skip = withParameters("skip", {
      phases: ["http_ratelimit"],
      products: ["waf"],
    });
    const exception = withParameters("skip", { rulesets: [OWASP], rules: { [OWASP]: [SCORING] } });
    const execute = withParameters("execute", {
      id: OWASP,
      overrides: { rules: [{ id: SCORING, scoreThreshold: 25, action: "log" }] },
    });
    const everywhere: [RulesAt, unknown][] = [
      [at, [good, { ...skip, logging: { enabled: false } }]],
      [{ ...at, kind: "custom" }, [checking]],
      [
        { ...at, phase: "http_ratelimit" },
        [{ ...limiting, ratelimit: { ...limiting.ratelimit, countingExpression: "ssl" } }],
      ],
      [{ ...at, phase: "http_request_firewall_managed" }, [exception, { ...execute, ref: "x" }]],
    ];
    const all = everywhere.flatMap(([where, rules]) =>
      withUnknownParts(rules).map((changed) => [where, changed] as const),
    );
    expect(all.length).toBeGreaterThan(60);
    for (const [where, rules] of all) expect([rules, checkRules(rules, where)]).toEqual([rules, []]);
  });

  it("never quotes expressions, header values or other text that may be secret", () => {
    const secret = "s3cret-s3cret";
    const rules = [
      { ...good, expression: [secret], description: { secret } },
      {
        ...withParameters("block", {
          response: { statusCode: 429, content: [secret], contentType: { secret } },
        }),
        ref: "b",
      },
      {
        ...checking,
        ref: "c",
        exposedCredentialCheck: { usernameExpression: [secret], passwordExpression: "p" },
      },
    ];
    const problems = checkRules(rules, at);
    expect(problems).toHaveLength(5);
    expect(JSON.stringify(problems)).not.toContain(secret);
  });
});
