import { UNKNOWN } from "../../../../provider/api";
import { forbidBlockEverything } from "../../../../review/policies/rule-findings";
import { cloudflareRules, edge, judge, notKnown, ZONE, zoneRules } from "./fixtures";

const block = (expression: unknown, change = {}) => ({ ref: "b", action: "block", expression, ...change });
const skip = {
  ref: "s",
  action: "skip",
  actionParameters: { ruleset: "current" },
  expression: "ip.src eq 192.0.2.1",
};
const LABEL = 'ZoneEntrypointRuleset "waf"';
const blocked = (why: string) =>
  `${LABEL}: rules[0].expression: ${why}, so the rule blocks them all: narrow it, or put a skip rule with ruleset: "current" before the rule for the requests to allow.`;

describe("forbid-block-everything", () => {
  it.each([
    ["a narrow block", [block("ip.src eq 192.0.2.1")]],
    ["a disabled block", [block("true", { enabled: false })]],
    ["a block of the rest behind a skip", [skip, block("true")]],
    [
      "a rate limit",
      [block("true", { ratelimit: { characteristics: ["ip.src"], period: 60, requestsPerPeriod: 9 } })],
    ],
  ])("passes %s", (_what, rules) => {
    expect(judge(forbidBlockEverything, zoneRules(rules))).toEqual([]);
  });

  it("reports a block of every request, and of every IPv4 address", () => {
    expect(judge(forbidBlockEverything, zoneRules([block("true")]))).toEqual([
      blocked("is true for every request"),
    ]);
    expect(judge(forbidBlockEverything, zoneRules([block("ip.src in {0.0.0.0/0}")]))).toEqual([
      blocked("is true for every request from an IPv4 address"),
    ]);
  });

  it("reports a challenge of every request, unless the configuration leaves challenges out", () => {
    const rules = zoneRules([{ ref: "c", action: "managed_challenge", expression: "true" }]);
    expect(judge(forbidBlockEverything, rules)).toEqual([
      `${LABEL}: rules[0].expression: is true for every request, so the rule challenges them all, also clients that cannot solve a challenge: narrow it, or put a skip rule with ruleset: "current" before the rule for the requests to allow.`,
    ]);
    expect(judge(forbidBlockEverything, rules, { challenges: false })).toEqual([]);
  });

  it("reports a rule of @pulumi/cloudflare, whose absent rate limit is null", () => {
    const [message] = judge(
      forbidBlockEverything,
      cloudflareRules([{ action: "block", expression: "true", ratelimit: null }]),
    );
    expect(message).toMatch(
      /^cloudflare:Ruleset "waf": rules\[0\]\.expression: is true for every request, so/,
    );
  });

  it.each([
    ["condition", [block(UNKNOWN)], "rules[0].expression"],
    ["action", [block("true", { action: UNKNOWN })], "rules[0].expression"],
    ["state", [block("true", { enabled: UNKNOWN })], "rules[0].expression"],
    ["rule", [UNKNOWN], "rules[0].expression"],
    ["rule before a block", [UNKNOWN, block("true")], "rules[0].expression"],
    ["list of rules", UNKNOWN, "rules"],
  ])("does not judge an unknown %s", (_what, rules, path) => {
    expect(judge(forbidBlockEverything, zoneRules(rules))).toContain(notKnown(LABEL, path));
  });

  it("does not judge a block behind an unknown rule, which may be a skip", () => {
    const found = judge(forbidBlockEverything, zoneRules([{ ...skip, action: UNKNOWN }, block("true")]));
    expect(found).toEqual([notKnown(LABEL, "rules[1].expression")]);
  });

  it("reports a block before an unknown rule, and passes unknown values that do not matter", () => {
    expect(judge(forbidBlockEverything, zoneRules([block("true"), UNKNOWN]))).toContain(
      blocked("is true for every request"),
    );
    const named = block("ip.src eq 192.0.2.1", { description: UNKNOWN });
    expect(judge(forbidBlockEverything, zoneRules([named]))).toEqual([]);
  });

  it("judges rules whose order is broken one by one", () => {
    const rules = { b: { action: "block", expression: "true", after: "gone" } };
    const unordered = edge("ZoneEntrypointRuleset", "waf", { zoneId: ZONE, phase: "http_ratelimit", rules });
    expect(judge(forbidBlockEverything, unordered)).toEqual([]);
  });

  it("quotes nothing of a secret rule", () => {
    expect(judge(forbidBlockEverything, zoneRules([block("true")], { secretInputs: ["rules"] }))).toEqual([
      `${LABEL}: rules[0].expression: matches every request, which the rule stops all: narrow it.`,
    ]);
  });
});
