import { noFilterWarnings } from "../../../policy/index";
import { UNKNOWN } from "../../../provider/api";
import { runResourcePolicy, type Fixture } from "./policy-run";

const DEPRECATED = 'ip.geoip.country eq "DE"';
const TWICE = 'http.host in {"a" "a"}';
const DEPRECATED_MESSAGE =
  "deprecated-field: The field ip.geoip.country is deprecated. Write ip.src.country.";

/** As `check` passes it on: rules by ref. */
const ruleset: Fixture = {
  kind: "ZoneEntrypointRuleset",
  name: "custom",
  properties: {
    zoneId: "023e105f4ecef8ad9ca31a8372d0c353",
    phase: "http_request_firewall_custom",
    rules: { admin: { action: "block", expression: 'http.request.uri.path eq "/admin"' } },
  },
};

describe("no-filter-warnings", () => {
  it("passes expressions without doubts", async () => {
    expect(await runResourcePolicy(noFilterWarnings, ruleset)).toEqual([]);
  });

  it("reports each doubt of each rule at its ref", async () => {
    const doubtful = withRules({
      admin: { expression: `${DEPRECATED} or ${TWICE}` },
      office: { expression: DEPRECATED, after: "admin" },
    });
    expect(await runResourcePolicy(noFilterWarnings, doubtful)).toEqual([
      `ZoneEntrypointRuleset "custom": rules["admin"].expression: ${DEPRECATED_MESSAGE}`,
      expect.stringMatching(
        /^ZoneEntrypointRuleset "custom": rules\["admin"\]\.expression: duplicate-item: /,
      ),
      `ZoneEntrypointRuleset "custom": rules["office"].expression: ${DEPRECATED_MESSAGE}`,
    ]);
  });

  it("judges a rule by the phase of its ruleset, but not what a rate limit counts by", async () => {
    const expression = "http.response.code eq 404";
    const [message, ...more] = await runResourcePolicy(
      noFilterWarnings,
      withRules({ missing: { expression, ratelimit: { countingExpression: `${expression} or ${TWICE}` } } }),
    );
    expect(message).toContain(
      'rules["missing"].expression: phase: The field http.response.code belongs to the response',
    );
    expect(more).toEqual([
      expect.stringContaining('rules["missing"].ratelimit.countingExpression: duplicate-item: '),
    ]);
  });

  it.each([
    ["OwaspConfig", { expression: "http.response.code eq 404" }],
    ["ValidatedFilter", { expression: "http.response.code eq 404", phase: "http_request_firewall_custom" }],
  ])("looks at the expression of %s", async (kind, properties) => {
    expect(await runResourcePolicy(noFilterWarnings, { kind, name: "one", properties })).toEqual([
      expect.stringMatching(new RegExp(`^${kind} "one": expression: phase: The field http.response.code`)),
    ]);
  });

  it.each([
    ["a token", { kind: "ApiToken", name: "t", properties: { expression: DEPRECATED } }],
    ["another package's resource", { kind: "a:b:C", name: "c", properties: { expression: DEPRECATED } }],
    ["an OWASP without an expression", { kind: "OwaspConfig", name: "o", properties: {} }],
    ["what is not valid, and is refused elsewhere", withRules({ a: { expression: "sssl" } })],
  ])("leaves %s alone", async (_what, fixture) => {
    expect(await runResourcePolicy(noFilterWarnings, fixture)).toEqual([]);
  });

  it("quotes nothing of a secret expression", async () => {
    const secret = withRules({ admin: { expression: 'http.host in {"hunter2" "hunter2"}' } });
    const hidden = { ...secret, properties: { ...secret.properties, secretInputs: ["rules"] } };
    expect(await runResourcePolicy(noFilterWarnings, hidden)).toEqual([
      'ZoneEntrypointRuleset "custom": rules["admin"].expression: duplicate-item: the message is hidden, because the expression is secret',
    ]);
  });
});

describe("no-filter-warnings' configuration", () => {
  const doubtful = withRules({
    admin: { expression: `${DEPRECATED} or ${TWICE} or http.host matches "a"` },
  });

  it("counts the kinds in warnings only", async () => {
    expect(await runResourcePolicy(noFilterWarnings, doubtful, { warnings: ["deprecated-field"] })).toEqual([
      expect.stringContaining(DEPRECATED_MESSAGE),
    ]);
    expect(await runResourcePolicy(noFilterWarnings, doubtful, { warnings: [] })).toEqual([]);
  });

  it("takes what the plan has for granted", async () => {
    const ofPlan = async (config: Record<string, unknown>) =>
      runResourcePolicy(noFilterWarnings, doubtful, { ...config, warnings: ["plan"] });
    expect(await ofPlan({})).toHaveLength(1);
    expect(await ofPlan({ plan: "pro" })).toHaveLength(1);
    expect(await ofPlan({ plan: "business" })).toEqual([]);
  });
});

describe("no-filter-warnings in a preview, where values are not known yet", () => {
  it.each([
    ["the rules", { ...ruleset.properties, rules: UNKNOWN }],
    ["a rule", { ...ruleset.properties, rules: { admin: UNKNOWN } }],
    ["an expression", { ...ruleset.properties, rules: [{ ref: "admin", expression: UNKNOWN }] }],
  ])("reports nothing where %s may turn out right", async (_what, properties) => {
    expect(await runResourcePolicy(noFilterWarnings, { ...ruleset, properties })).toEqual([]);
  });

  it("says nothing about an unknown phase, and all that it knows beside what it does not", async () => {
    const rules = [
      { ref: UNKNOWN, expression: UNKNOWN },
      { expression: `http.response.code eq 404 or ${TWICE}` },
    ];
    const properties = { ...ruleset.properties, phase: UNKNOWN, rules };
    expect(await runResourcePolicy(noFilterWarnings, { ...ruleset, properties })).toEqual([
      expect.stringContaining("rules[1].expression: duplicate-item: "),
    ]);
  });
});

function withRules(rules: Record<string, unknown>): Fixture {
  return { ...ruleset, properties: { ...ruleset.properties, rules } };
}
