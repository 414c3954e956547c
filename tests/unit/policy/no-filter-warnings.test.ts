import { noFilterWarnings } from "../../../policy/index";
import { UNKNOWN } from "../../../provider/api";
import { runResourcePolicy, type Fixture } from "./policy-run";

const DEPRECATED = 'ip.geoip.country eq "DE"';
const TWICE = 'http.host in {"a" "a"}';
const DEPRECATED_MESSAGE =
  "deprecated-field: The field ip.geoip.country is deprecated. Write ip.src.country.";

/** A ruleset as `check` returns it: rules by ref. */
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
  it("passes expressions without warnings", async () => {
    expect(await runResourcePolicy(noFilterWarnings, ruleset)).toEqual([]);
  });

  it("reports each warning of each rule at its ref", async () => {
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

  it("lints a rule for the phase of its ruleset, except counting expressions", async () => {
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
  ])("lints the expression of %s", async (kind, properties) => {
    expect(await runResourcePolicy(noFilterWarnings, { kind, name: "one", properties })).toEqual([
      expect.stringMatching(new RegExp(`^${kind} "one": expression: phase: The field http.response.code`)),
    ]);
  });

  it.each([
    ["a token", { kind: "ApiToken", name: "t", properties: { expression: DEPRECATED } }],
    ["another package's resource", { kind: "a:b:C", name: "c", properties: { expression: DEPRECATED } }],
    ["an OWASP without an expression", { kind: "OwaspConfig", name: "o", properties: {} }],
    ["what is not valid, and is refused elsewhere", withRules({ a: { expression: "sssl" } })],
  ])("ignores %s", async (_what, fixture) => {
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

describe("the configuration of no-filter-warnings", () => {
  const doubtful = withRules({
    admin: { expression: `${DEPRECATED} or ${TWICE} or http.host matches "a"` },
  });

  it("reports only the kinds in warnings", async () => {
    expect(await runResourcePolicy(noFilterWarnings, doubtful, { warnings: ["deprecated-field"] })).toEqual([
      expect.stringContaining(DEPRECATED_MESSAGE),
    ]);
    expect(await runResourcePolicy(noFilterWarnings, doubtful, { warnings: [] })).toEqual([]);
  });

  it("reports how to write the same more simply only if that is configured", async () => {
    const simpler = withRules({ admin: { expression: "not not ssl" } });
    expect(await runResourcePolicy(noFilterWarnings, simpler)).toEqual([]);
    expect(await runResourcePolicy(noFilterWarnings, simpler, { warnings: ["double-negation"] })).toEqual([
      expect.stringContaining("double-negation: not not ssl negates a negation."),
    ]);
  });

  it("reports no features of the configured plan", async () => {
    const ofPlan = async (config: Record<string, unknown>) =>
      runResourcePolicy(noFilterWarnings, doubtful, { ...config, warnings: ["plan"] });
    expect(await ofPlan({})).toHaveLength(1);
    expect(await ofPlan({ plan: "pro" })).toHaveLength(1);
    expect(await ofPlan({ plan: "business" })).toEqual([]);
  });
});

describe("no-filter-warnings in a preview with unknown values", () => {
  it.each([
    ["the rules", { ...ruleset.properties, rules: UNKNOWN }],
    ["a rule", { ...ruleset.properties, rules: { admin: UNKNOWN } }],
    ["an expression", { ...ruleset.properties, rules: [{ ref: "admin", expression: UNKNOWN }] }],
  ])("reports nothing if %s may turn out valid", async (_what, properties) => {
    expect(await runResourcePolicy(noFilterWarnings, { ...ruleset, properties })).toEqual([]);
  });

  it("reports the known warnings beside unknown values, and none about an unknown phase", async () => {
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
