import { UNKNOWN, type Rule } from "../../../../provider/api";
import {
  differingMembers,
  ruleFromWire,
  ruleToWire,
  sameRule,
  type RuleState,
} from "../../../../provider/rulesets";

const EVERYTHING: RuleState = {
  ref: "limit",
  action: "block",
  actionParameters: { response: { statusCode: 429, content: "slow down", contentType: "text/plain" } },
  expression: "ssl",
  enabled: false,
  description: "logins",
  logging: { enabled: false },
  ratelimit: {
    characteristics: ["cf.colo.id", "ip.src"],
    period: 60,
    requestsPerPeriod: 5,
    mitigationTimeout: 600,
    countingExpression: "ssl",
    requestsToOrigin: true,
    scorePerPeriod: 100,
    scoreResponseHeaderName: "X-Score",
  },
  exposedCredentialCheck: { usernameExpression: "u", passwordExpression: "p" },
};

const PARAMETERS: [string, Record<string, unknown>, Record<string, unknown>][] = [
  [
    "rewrite",
    { headers: { "X-Client-Name": { operation: "set", value: "a" }, my_header: { operation: "remove" } } },
    { headers: { "X-Client-Name": { operation: "set", value: "a" }, my_header: { operation: "remove" } } },
  ],
  [
    "skip",
    { rules: { some_Ruleset: ["r1"] }, phases: ["http_ratelimit"] },
    { rules: { some_Ruleset: ["r1"] }, phases: ["http_ratelimit"] },
  ],
  [
    "redirect",
    { fromValue: { targetUrl: { expression: "x" }, statusCode: 301, preserveQueryString: true } },
    { from_value: { target_url: { expression: "x" }, status_code: 301, preserve_query_string: true } },
  ],
  [
    "set_cache_settings",
    {
      cacheKey: { customKey: { header: { contains: { x_tier: ["gold"] }, checkPresence: ["a"] } } },
      stripEtags: true,
    },
    {
      cache_key: { custom_key: { header: { contains: { x_tier: ["gold"] }, check_presence: ["a"] } } },
      strip_etags: true,
    },
  ],
  [
    "set_cache_settings",
    {
      vary: {
        default: { action: "bypass" },
        headers: { x_tier: { action: "normalize", mediaTypes: ["a/b"] } },
      },
    },
    {
      vary: {
        default: { action: "bypass" },
        headers: { x_tier: { action: "normalize", media_types: ["a/b"] } },
      },
    },
  ],
  [
    "set_cache_control",
    { "max-age": { operation: "set", value: 60, cloudflareOnly: true }, my_own: { operation: "remove" } },
    { "max-age": { operation: "set", value: 60, cloudflare_only: true }, my_own: { operation: "remove" } },
  ],
  [
    "execute",
    { id: "m", overrides: { sensitivityLevel: "low", rules: [{ id: "r", scoreThreshold: 40 }] } },
    { id: "m", overrides: { sensitivity_level: "low", rules: [{ id: "r", score_threshold: 40 }] } },
  ],
];

describe("ruleToWire", () => {
  it("serializes every member with its wire name", () => {
    expect(ruleToWire(EVERYTHING)).toEqual({
      ref: "limit",
      action: "block",
      action_parameters: { response: { status_code: 429, content: "slow down", content_type: "text/plain" } },
      expression: "ssl",
      enabled: false,
      description: "logins",
      logging: { enabled: false },
      ratelimit: {
        characteristics: ["cf.colo.id", "ip.src"],
        period: 60,
        requests_per_period: 5,
        mitigation_timeout: 600,
        counting_expression: "ssl",
        requests_to_origin: true,
        score_per_period: 100,
        score_response_header_name: "X-Score",
      },
      exposed_credential_check: { username_expression: "u", password_expression: "p" },
    });
  });

  it("is the inverse of ruleFromWire", () => {
    expect(ruleFromWire(ruleToWire(EVERYTHING))).toEqual(EVERYTHING);
  });

  it.each(PARAMETERS)(
    "renames members of %s, but no keys that are data",
    (action, actionParameters, wire) => {
      const rule: RuleState = { ref: "r", action, actionParameters, expression: "true" };
      expect(ruleToWire(rule).action_parameters).toEqual(wire);
      expect(ruleFromWire(ruleToWire(rule))).toEqual(rule);
    },
  );
});

describe("ruleFromWire", () => {
  it("omits ids, versions and server defaults", () => {
    const answered: Rule = {
      id: "r1",
      version: "4",
      ref: "r1",
      action: "execute",
      action_parameters: { id: "m", version: "latest" },
      expression: "true",
      enabled: true,
      description: "",
      logging: null,
      categories: ["x"],
      last_updated: "2030-01-01T00:00:00.000001Z",
    };
    expect(ruleFromWire(answered)).toEqual({
      ref: "r1",
      action: "execute",
      actionParameters: { id: "m" },
      expression: "true",
    });
  });

  it("uses the id of a rule without a ref as its ref", () => {
    expect(ruleFromWire({ id: "r1", action: "log", expression: "true" }).ref).toBe("r1");
  });
});

describe("a rule that went over the wire and back", () => {
  const normalRule = (rule: RuleState) => ruleFromWire(ruleToWire(rule));

  it("omits explicit defaults", () => {
    const rule = { ref: "r", action: "skip", actionParameters: { ruleset: "current" }, expression: "ssl" };
    expect(normalRule({ ...rule, enabled: true, description: "", logging: { enabled: true } })).toEqual(rule);
    expect(normalRule({ ref: "r", action: "log", actionParameters: {}, expression: "ssl" })).toEqual({
      ref: "r",
      action: "log",
      expression: "ssl",
    });
  });

  it("keeps unknown values", () => {
    const unknown = Object.fromEntries(
      Object.keys(EVERYTHING).map((name) => [name, UNKNOWN]),
    ) as unknown as RuleState;
    expect(normalRule(unknown)).toEqual(unknown);
  });
});

describe("sameRule", () => {
  const skip = {
    ref: "s",
    action: "skip",
    action_parameters: { phases: ["http_ratelimit"] },
    expression: "ssl",
  };
  const execute = { ref: "e", action: "execute", action_parameters: { id: "m" }, expression: "true" };

  it.each<[string, object, object]>([
    ["an added version", execute, { ...execute, action_parameters: { version: "latest", id: "m" } }],
    ["enabled by default", execute, { ...execute, enabled: true }],
    [
      "members of a rate limit",
      { action: "block", expression: "true", ratelimit: { period: 10 } },
      {
        action: "block",
        expression: "true",
        ratelimit: { period: 10, mitigation_timeout: 0, requests_to_origin: false },
      },
    ],
    [
      "the query string of a redirect",
      { action: "redirect", expression: "true", action_parameters: { from_value: { status_code: 301 } } },
      {
        action: "redirect",
        expression: "true",
        action_parameters: { from_value: { status_code: 301, preserve_query_string: false } },
      },
    ],
    ["logging of skip", skip, { ...skip, logging: { enabled: true } }],
    ["an empty description", skip, { ...skip, description: "" }],
    ["nulls", skip, { ...skip, description: null, ratelimit: null, logging: null }],
    [
      "empty parameters",
      { ...skip, action: "log", action_parameters: {} },
      { ...skip, action: "log", action_parameters: null },
    ],
    ["nulls inside", execute, { ...execute, action_parameters: { id: "m", overrides: null } }],
    [
      "the order of members",
      execute,
      { expression: "true", action_parameters: { id: "m" }, action: "execute", ref: "e" },
    ],
    ["an id and a version of the rule", execute, { ...execute, id: "x", version: "9", last_updated: "now" }],
    ["a ref on one side only", execute, { ...execute, ref: undefined }],
  ])("ignores %s", (_, a, b) => {
    expect(sameRule(a as Rule, b as Rule)).toBe(true);
    expect(sameRule(b as Rule, a as Rule)).toBe(true);
  });

  it.each<[string, object]>([
    ["ref", { ref: "other" }],
    ["action", { action: "log" }],
    ["action_parameters", { action_parameters: { id: "m", version: "36" } }],
    ["action_parameters", { action_parameters: { id: "m", overrides: { categories: [] } } }],
    ["expression", { expression: "ssl" }],
    ["enabled", { enabled: false }],
    ["description", { description: "x" }],
    ["logging", { logging: { enabled: true } }],
    ["ratelimit", { ratelimit: { period: 10 } }],
    ["exposed_credential_check", { exposed_credential_check: { username_expression: "u" } }],
  ])("detects a change of %s", (member, change) => {
    const changed: Rule = { id: "e", ...execute, ...change };
    expect(differingMembers(execute, changed)).toEqual([member]);
    expect(sameRule(execute, changed)).toBe(false);
  });
});
