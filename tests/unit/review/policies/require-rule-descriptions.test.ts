import { UNKNOWN } from "../../../../provider/api";
import { requireRuleDescriptions } from "../../../../review/policies/texts";
import { cloudflareRules, judge, notKnown, zoneRules } from "./fixtures";

const rule = (description: unknown) => ({ ref: "r", action: "log", expression: "true", description });
const LABEL = 'ZoneEntrypointRuleset "waf"';

describe("require-rule-descriptions", () => {
  it("passes rules with descriptions, also secret ones", () => {
    expect(
      judge(requireRuleDescriptions, zoneRules([rule("Old clients")], { secretInputs: ["rules"] })),
    ).toEqual([]);
  });

  it.each([undefined, "", "  "])("reports the description %p", (description) => {
    expect(judge(requireRuleDescriptions, zoneRules([rule(description)]))).toEqual([
      `${LABEL}: rules[0].description: is missing: say what the rule is for.`,
    ]);
  });

  it("reports a null description of @pulumi/cloudflare", () => {
    expect(judge(requireRuleDescriptions, cloudflareRules([rule(null)]))).toEqual([
      'cloudflare:Ruleset "waf": rules[0].description: is missing: say what the rule is for.',
    ]);
  });

  it("does not judge unknown descriptions, rules and lists", () => {
    expect(judge(requireRuleDescriptions, zoneRules([rule(UNKNOWN), UNKNOWN]))).toEqual([
      notKnown(LABEL, "rules[0].description"),
      notKnown(LABEL, "rules[1]"),
    ]);
    expect(judge(requireRuleDescriptions, zoneRules(UNKNOWN))).toEqual([notKnown(LABEL, "rules")]);
  });
});
