import { noHazards } from "../../../policy/index";
import { UNKNOWN } from "../../../provider/api";
import { runResourcePolicy, type Fixture } from "./policy-run";

const EVERYTHING = { action: "block", expression: "true" };
const OFFICE = {
  action: "skip",
  expression: "ip.src in {192.0.2.0/24}",
  actionParameters: { ruleset: "current" },
};
const BLOCKS =
  'ZoneEntrypointRuleset "custom": rules["all"].expression: blocks-everything: is true for every request, so the rule blocks them all: narrow it, or put a skip rule with ruleset: "current" before the rule for the requests to allow';

describe("no-hazards", () => {
  it("passes rules without hazards", async () => {
    const rules = { admin: { action: "block", expression: 'http.request.uri.path eq "/admin"' } };
    expect(await runResourcePolicy(noHazards, withRules(rules))).toEqual([]);
  });

  it("reports each hazard at the ref of its rule", async () => {
    expect(await runResourcePolicy(noHazards, withRules({ all: EVERYTHING }))).toEqual([BLOCKS]);
  });

  it("judges the rules in the order of evaluation", async () => {
    const rules = { all: { ...EVERYTHING, after: "office" }, office: OFFICE };
    expect(await runResourcePolicy(noHazards, withRules(rules))).toEqual([]);
    const reversed = { office: { ...OFFICE, after: "all" }, all: EVERYTHING };
    expect(await runResourcePolicy(noHazards, withRules(reversed))).toEqual([
      BLOCKS,
      expect.stringContaining('rules["office"]: never-reached: is never reached, since rules["all"] blocks'),
      expect.stringContaining('rules["office"]: skip-too-late: skips nothing'),
    ]);
  });

  it("knows the level of a ruleset and the position of its rules", async () => {
    const rules = {
      php: { action: "block", expression: 'ends_with(http.request.uri.path, ".php")' },
      office: { ...OFFICE, after: "php" },
    };
    expect(await runResourcePolicy(noHazards, withRules(rules))).toHaveLength(1);
    expect(await runResourcePolicy(noHazards, withRules(rules, { position: "first" }))).toEqual([]);
    const custom = { ...withRules({ all: EVERYTHING }), kind: "Ruleset" };
    expect(await runResourcePolicy(noHazards, custom)).toEqual([]);
  });

  it.each(["OwaspConfig", "ValidatedFilter"])("judges the expression of %s", async (kind) => {
    const properties = { expression: 'http.host ne "a" or http.host ne "b"' };
    expect(await runResourcePolicy(noHazards, { kind, name: "one", properties })).toEqual([
      expect.stringContaining(
        `${kind} "one": expression: or-instead-of-and: http.host ne "a" or http.host ne "b" is`,
      ),
    ]);
  });

  it("names members as a program writes them", async () => {
    const all = {
      action: "execute",
      expression: "true",
      actionParameters: { id: "efb7b8c949ac4650a09736fc376e9aee", overrides: { enabled: false } },
    };
    const fixture = withRules({ all }, { phase: "http_request_firewall_managed" });
    expect(await runResourcePolicy(noHazards, fixture)).toEqual([
      expect.stringContaining('rules["all"].actionParameters.overrides: overrides-disable-all: '),
    ]);
  });

  it.each([
    ["a token", { kind: "ApiToken", name: "t", properties: { rules: { all: EVERYTHING } } }],
    ["another package's resource", { kind: "a:b:C", name: "c", properties: { rules: { all: EVERYTHING } } }],
    ["rules of another form", { kind: "Ruleset", name: "r", properties: { rules: "none" } }],
  ])("ignores %s", async (_what, fixture) => {
    expect(await runResourcePolicy(noHazards, fixture)).toEqual([]);
  });

  it("quotes nothing of secret rules", async () => {
    const expression = 'http.host ne "hunter2" or http.host ne "hunter3"';
    const hidden = withRules({ all: { action: "log", expression } }, { secretInputs: ["rules"] });
    expect(await runResourcePolicy(noHazards, hidden)).toEqual([
      'ZoneEntrypointRuleset "custom": rules["all"].expression: or-instead-of-and: the message is hidden, because rules is secret',
    ]);
  });

  it("allows the hazards of its configuration, also in the form of earlier releases", async () => {
    const rules = withRules({
      all: EVERYTHING,
      never: { action: "log", expression: "ip.src in {}", after: "all" },
    });
    expect(
      await runResourcePolicy(noHazards, rules, {
        allowances: [{ id: "condition-never", reason: "a trial" }],
      }),
    ).toEqual([BLOCKS]);
    expect(
      await runResourcePolicy(noHazards, rules, { allow: ["condition-never", "blocks-everything"] }),
    ).toEqual([]);
  });
});

describe("no-hazards in a preview with unknown values", () => {
  it.each([
    ["the rules", UNKNOWN],
    ["a rule", { all: UNKNOWN }],
    ["an expression", { all: { action: "block", expression: UNKNOWN } }],
    ["an earlier rule", { office: UNKNOWN, all: EVERYTHING }],
    ["an earlier rule of a list", [UNKNOWN, { ref: UNKNOWN, ...EVERYTHING }]],
  ])("reports nothing if %s may turn out harmless", async (_what, rules) => {
    expect(await runResourcePolicy(noHazards, withRules(rules))).toEqual([]);
  });

  it("reports the known hazards of a list whose refs are unknown", async () => {
    const list = [{ ref: UNKNOWN, ...EVERYTHING }];
    expect(await runResourcePolicy(noHazards, withRules(list))).toEqual([
      expect.stringContaining("rules[0].expression: blocks-everything: "),
    ]);
  });
});

function withRules(rules: unknown, members: Readonly<Record<string, unknown>> = {}): Fixture {
  const zoneId = "023e105f4ecef8ad9ca31a8372d0c353";
  const properties = { zoneId, phase: "http_request_firewall_custom", rules, ...members };
  return { kind: "ZoneEntrypointRuleset", name: "custom", properties };
}
