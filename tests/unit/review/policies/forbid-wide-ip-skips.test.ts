import { UNKNOWN } from "../../../../provider/api";
import { forbidWideIpSkips } from "../../../../review/policies/skips";
import { cloudflareRules, judge, notKnown, zoneRules } from "./fixtures";

const skip = (expression: unknown, change = {}) => ({
  ref: "s",
  action: "skip",
  actionParameters: { ruleset: "current" },
  expression,
  ...change,
});
const LABEL = 'ZoneEntrypointRuleset "waf"';
const wide = (network: string) =>
  `${LABEL}: rules[0].expression: skips other rules for every client of ${network}: name smaller networks, or add a condition.`;

describe("forbid-wide-ip-skips", () => {
  it.each([
    "ip.src in {192.0.2.0/24 2001:db8::/32}",
    "ip.src in {10.0.0.0/9}",
    "not ip.src in {10.0.0.0/8}",
    'ip.src in {10.0.0.0/8} and http.host eq "intern.example.com"',
    "ip.src in {10.0.0.0..10.127.255.255}",
    "nonsense",
  ])("passes a skip with the condition %s", (expression) => {
    expect(judge(forbidWideIpSkips, zoneRules([skip(expression)]))).toEqual([]);
  });

  it("passes a block, a disabled rule, and another phase", () => {
    const expression = "ip.src in {10.0.0.0/8}";
    expect(judge(forbidWideIpSkips, zoneRules([{ ref: "b", action: "block", expression }]))).toEqual([]);
    expect(judge(forbidWideIpSkips, zoneRules([skip(expression, { enabled: false })]))).toEqual([]);
  });

  it.each([
    ["ip.src in {192.0.2.0/24 10.0.0.0/8}", "10.0.0.0/8"],
    ['ip.src in {10.0.0.0/8} or http.host eq "a"', "10.0.0.0/8"],
    ["ip.src in {10.0.0.0..10.128.0.0}", "10.0.0.0..10.128.0.0"],
    ["ip.src in {2001::/16}", "2001::/16"],
  ])("reports a skip with the condition %s", (expression, network) => {
    expect(judge(forbidWideIpSkips, zoneRules([skip(expression)]))).toEqual([wide(JSON.stringify(network))]);
  });

  it("uses the configured prefixes", () => {
    const [one, six] = ["ip.src in {10.0.0.0/8}", "ip.src in {2001:db8::/32}"].map((text) =>
      zoneRules([skip(text)]),
    );
    expect(judge(forbidWideIpSkips, one!, { widestIpv4: 8 })).toEqual([]);
    expect(judge(forbidWideIpSkips, six!, { widestIpv6: 33 })).toEqual([wide('"2001:db8::/32"')]);
  });

  it("reports a rule of @pulumi/cloudflare", () => {
    const wire = {
      action: "skip",
      action_parameters: { phases: ["http_ratelimit"] },
      expression: "ip.src in {10.0.0.0/8}",
    };
    expect(judge(forbidWideIpSkips, cloudflareRules([wire]))).toEqual([
      'cloudflare:Ruleset "waf": rules[0].expression: skips other rules for every client of "10.0.0.0/8": name smaller networks, or add a condition.',
    ]);
  });

  it("does not judge unknown values that decide", () => {
    expect(judge(forbidWideIpSkips, zoneRules([skip(UNKNOWN)]))).toEqual([
      notKnown(LABEL, "rules[0].expression"),
    ]);
    expect(
      judge(forbidWideIpSkips, zoneRules([skip("ip.src in {10.0.0.0/8}", { action: UNKNOWN })])),
    ).toEqual([notKnown(LABEL, "rules[0].action")]);
    expect(
      judge(forbidWideIpSkips, zoneRules([skip("ip.src in {192.0.2.0/24}", { action: UNKNOWN })])),
    ).toEqual([]);
    expect(judge(forbidWideIpSkips, zoneRules(UNKNOWN))).toEqual([notKnown(LABEL, "rules")]);
    expect(judge(forbidWideIpSkips, zoneRules(UNKNOWN, { phase: "http_ratelimit" }))).toEqual([]);
  });

  it("does not show a secret network", () => {
    expect(
      judge(forbidWideIpSkips, zoneRules([skip("ip.src in {10.0.0.0/8}")], { secretInputs: ["rules"] })),
    ).toEqual([wide("a secret value")]);
  });
});
