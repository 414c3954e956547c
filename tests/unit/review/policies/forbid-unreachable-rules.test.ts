import { UNKNOWN } from "../../../../provider/api";
import { forbidUnreachableRules } from "../../../../review/policies/rule-findings";
import { cloudflareRules, judge, notKnown, zoneRules } from "./fixtures";

const block = (ref: string, expression: unknown, change = {}) => ({
  ref,
  action: "block",
  expression,
  ...change,
});
const log = (ref: string, expression: unknown) => ({ ref, action: "log", expression });
const NARROW = "ip.src eq 192.0.2.1";
const WIDE = "ip.src in {192.0.2.0/24}";
const LABEL = 'ZoneEntrypointRuleset "waf"';

describe("forbid-unreachable-rules", () => {
  it.each([
    ["a wider rule behind a narrow one", [block("a", NARROW), log("b", WIDE)]],
    ["a rule behind one that ends nothing", [log("a", WIDE), block("b", NARROW)]],
    ["a rule behind a disabled one", [block("a", WIDE, { enabled: false }), log("b", NARROW)]],
    ["a single rule", [block("a", UNKNOWN)]],
  ])("passes %s", (_what, rules) => {
    expect(judge(forbidUnreachableRules, zoneRules(rules))).toEqual([]);
  });

  it("reports a rule behind one that blocks all of its requests", () => {
    expect(judge(forbidUnreachableRules, zoneRules([block("a", WIDE), log("b", NARROW)]))).toEqual([
      `${LABEL}: rules[1]: is never reached, since rules[0] blocks every request that it matches: move it before that rule, narrow that rule, or remove it.`,
    ]);
  });

  it("reports a rule of @pulumi/cloudflare behind a skip of the rest", () => {
    const skip = {
      action: "skip",
      action_parameters: { ruleset: "current", phases: null },
      expression: WIDE,
    };
    const [message] = judge(
      forbidUnreachableRules,
      cloudflareRules([skip, { action: "block", expression: NARROW }]),
    );
    expect(message).toMatch(
      /^cloudflare:Ruleset "waf": rules\[1\]: is never reached, since rules\[0\] lets skip the rest/,
    );
  });

  it.each([
    ["a condition that may hide later rules", [block("a", UNKNOWN), log("b", NARROW)], "rules[0]"],
    ["a condition that may be hidden", [block("a", WIDE), log("b", UNKNOWN)], "rules[1]"],
    [
      "an action that may end requests",
      [{ ...log("a", WIDE), action: UNKNOWN }, log("b", NARROW)],
      "rules[0]",
    ],
    ["a rule", [UNKNOWN, log("b", NARROW)], "rules[0]"],
    ["the rules", UNKNOWN, "rules"],
  ])("does not judge unknown %s", (_what, rules, path) => {
    expect(judge(forbidUnreachableRules, zoneRules(rules))).toEqual([notKnown(LABEL, path)]);
  });

  it("does not judge rules of an unknown phase", () => {
    const rules = zoneRules([block("a", WIDE), log("b", NARROW)], { phase: UNKNOWN });
    expect(judge(forbidUnreachableRules, rules)).toEqual([notKnown(LABEL, "rules[0]")]);
  });

  it("passes unknown values that do not matter", () => {
    expect(judge(forbidUnreachableRules, zoneRules([log("a", UNKNOWN), block("b", NARROW)]))).toEqual([]);
    const described = block("a", NARROW, { description: UNKNOWN });
    expect(judge(forbidUnreachableRules, zoneRules([described, log("b", WIDE)]))).toEqual([]);
  });

  it("names no other rule if the rules are secret", () => {
    const secret = zoneRules([block("a", WIDE), log("b", NARROW)], { secretInputs: ["rules"] });
    expect(judge(forbidUnreachableRules, secret)).toEqual([
      `${LABEL}: rules[1]: is never reached: an earlier rule ends all of its requests.`,
    ]);
  });
});
