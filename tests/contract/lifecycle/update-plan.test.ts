import fs from "node:fs";
import { newReport, takeReport } from "../../../provider/process";
import type { Properties } from "../../../provider/lifecycle";
import { load } from "../../../provider/dynamic";
import { identity, renew, testEngine, UNKNOWN } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
beforeEach(() => renew(platform));

const RULES = [{ ref: "a", action: "block", expression: "ssl" }];
const POLICIES = [
  { resources: { "com.cloudflare.api.account.zone.*": "*" }, permissionGroups: [{ name: "Zone Read" }] },
];
const HOUR = 3_600_000;

describe("what a check of a preview returns", () => {
  it.each<[string, Properties, readonly string[]]>([
    ["ApiToken", { policies: POLICIES }, ["__mark", "name"]],
    ["ApiToken", { name: "deploy", policies: POLICIES }, ["__mark"]],
    [
      "ApiToken",
      { policies: POLICIES, rotation: { every: "90d", overlap: "7d" } },
      ["__mark", "name", "generationSince"],
    ],
    ["Ruleset", { phase: "http_request_firewall_custom", rules: RULES }, ["__mark", "name"]],
    ["ZoneCustomRuleset", { zoneId: EXAMPLE_COM, rules: RULES }, ["__mark", "name"]],
    [
      "ZoneEntrypointRuleset",
      { zoneId: EXAMPLE_COM, phase: "http_request_firewall_custom", rules: RULES },
      ["__mark"],
    ],
    ["OwaspConfig", { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 }, ["__mark"]],
    ["List", { name: "office", kind: "ip", items: [{ ip: "192.0.2.1" }] }, ["__mark"]],
    ["ValidatedFilter", { expression: "ssl", mode: "local" }, []],
    ["GatewayEndpoint", { network: "sepolia" }, []],
  ])("of a new %s is what the update gets, and unknown if it is drawn: %j", async (kind, args, drawn) => {
    const engine = testEngine(platform, { "edge:accountId": platform.accountId });
    const news = { ...args, __mark: identity("one"), __base: "one", __stack: "prod" };
    const check = async (more: Properties = {}) => {
      const { inputs, failures } = await engine.provider(kind).check({}, { ...news, ...more });
      expect(failures).toEqual([]);
      return inputs;
    };
    const shown = await check({ __preview: true, __report: newReport() });
    engine.pass(HOUR);
    const made = await check();
    expect(
      Object.keys(shown)
        .filter((name) => shown[name] === UNKNOWN)
        .sort(),
    ).toEqual([...drawn].sort());
    expect(shown).toEqual({
      ...made,
      ...Object.fromEntries(drawn.map((name) => [name, UNKNOWN])),
    });
  });

  it("of a changed token keeps its mark and its name, and does not know when a new generation begins", async () => {
    const engine = testEngine(platform);
    const args = { policies: POLICIES, rotation: { every: "90d", overlap: "7d" }, __base: "one" };
    const { inputs } = await engine.up("ApiToken", args);
    engine.pass(100 * 24 * HOUR);
    const checked = await engine
      .provider("ApiToken")
      .check(inputs, { ...args, __mark: identity("one"), __preview: true });
    const { __mark, name } = inputs;
    expect(checked.inputs).toMatchObject({ __mark, name, generation: 2, generationSince: UNKNOWN });
  });

  it("has no lines: they are in the report, for its owner alone, which is gone once it is read", async () => {
    const provider = load("ZoneEntrypointRuleset");
    const settings = { "edge:baseUrl": platform.baseUrl, "edge:apiToken": platform.token };
    await provider.configure({ config: { get: (key) => new Map(Object.entries(settings)).get(key) } });
    const report = newReport();
    const rules = [...RULES, { ref: "b", action: "log", expression: "not ssl" }];
    const args = { zoneId: EXAMPLE_COM, phase: "http_request_firewall_custom", rules };
    const { inputs } = await provider.check({}, { ...args, __preview: true, __report: report });
    expect(Object.keys(inputs).filter((name) => name.startsWith("__"))).toEqual([]);
    expect(fs.statSync(report).mode & 0o777).toBe(0o600);
    expect(takeReport(report)).toContainEqual({
      text: "example.com, http_request_firewall_custom: rules in order: a, b",
      zone: "example.com",
    });
    expect(fs.existsSync(report)).toBe(false);
    expect(takeReport(report)).toEqual([]);
  });
});
