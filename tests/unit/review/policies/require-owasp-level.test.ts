import { UNKNOWN } from "../../../../provider/api";
import { requireOwaspLevel } from "../../../../review/policies/owasp";
import {
  cloudflareRules,
  executingRule,
  GENERAL,
  judge,
  MANAGED_PHASE,
  notKnown,
  OWASP,
  owaspConfig,
  SCORING,
  zoneRules,
} from "./fixtures";

const LEVELS_3_4 = [off(3), off(4)];
const rule = (overrides: unknown, change = {}) =>
  executingRule({ id: OWASP, ...(overrides !== undefined && { overrides }) }, { ref: "owasp", ...change });
const deployed = (overrides: unknown, change = {}) =>
  zoneRules([rule(overrides, change)], { phase: MANAGED_PHASE });
const AT = "rules[0].actionParameters.overrides";

describe("require-owasp-level for an OwaspConfig", () => {
  it.each([
    ["the required strength", {}],
    ["a higher level and a named threshold", { paranoiaLevel: 4, scoreThreshold: "high" }],
  ])("passes %s", (_what, change) => {
    expect(judge(requireOwaspLevel, owaspConfig(change))).toEqual([]);
  });

  it("leaves a disabled deployment to require-owasp", () => {
    expect(judge(requireOwaspLevel, owaspConfig({ paranoiaLevel: 1, enabled: false }))).toEqual([]);
  });

  it("reports a level that is too low and a threshold that is too high", () => {
    expect(judge(requireOwaspLevel, owaspConfig({ paranoiaLevel: 1, scoreThreshold: "low" }))).toEqual([
      'OwaspConfig "owasp": paranoiaLevel: the paranoia level must be at least 2, found 1: raise it.',
      'OwaspConfig "owasp": scoreThreshold: the score threshold must be at most 40, found 60: lower it.',
    ]);
  });

  it("uses the configured limits", () => {
    expect(judge(requireOwaspLevel, owaspConfig({}), { minimumLevel: 3, maximumThreshold: 25 })).toEqual([
      'OwaspConfig "owasp": paranoiaLevel: the paranoia level must be at least 3, found 2: raise it.',
      'OwaspConfig "owasp": scoreThreshold: the score threshold must be at most 25, found 40: lower it.',
    ]);
  });

  it("reports a value that is no level", () => {
    expect(judge(requireOwaspLevel, owaspConfig({ paranoiaLevel: "2" }))).toEqual([
      'OwaspConfig "owasp": paranoiaLevel: the paranoia level must be at least 2, found nothing: raise it.',
    ]);
  });

  it("does not judge an unknown level or threshold, and judges the other one", () => {
    expect(judge(requireOwaspLevel, owaspConfig({ paranoiaLevel: UNKNOWN, scoreThreshold: 60 }))).toEqual([
      notKnown('OwaspConfig "owasp"', "paranoiaLevel"),
      'OwaspConfig "owasp": scoreThreshold: the score threshold must be at most 40, found 60: lower it.',
    ]);
    expect(judge(requireOwaspLevel, owaspConfig({ paranoiaLevel: 1, enabled: UNKNOWN }))).toEqual([
      notKnown('OwaspConfig "owasp"', "enabled"),
    ]);
  });

  it("does not show a secret threshold", () => {
    expect(
      judge(requireOwaspLevel, owaspConfig({ scoreThreshold: 55, secretInputs: ["scoreThreshold"] })),
    ).toEqual([
      'OwaspConfig "owasp": scoreThreshold: the score threshold must be at most 40, found a secret value: lower it.',
    ]);
  });
});

describe("require-owasp-level for a rule that executes the ruleset", () => {
  it.each([
    ["without overrides, which runs all levels at the default threshold", undefined],
    [
      "that turns off higher levels only",
      { categories: LEVELS_3_4, rules: [{ id: SCORING, scoreThreshold: 25 }] },
    ],
    ["that turns all off and two levels on again", { enabled: false, categories: [on(1), on(2)] }],
    ["whose last override of a level turns it on", { categories: [off(2), on(2)] }],
  ])("passes a rule %s", (_what, overrides) => {
    expect(judge(requireOwaspLevel, deployed(overrides))).toEqual([]);
  });

  it("passes a rule that executes another ruleset, and a rule that is disabled", () => {
    const general = { ...rule({ categories: [off(1)] }), actionParameters: { id: GENERAL } };
    expect(judge(requireOwaspLevel, zoneRules([general], { phase: MANAGED_PHASE }))).toEqual([]);
    expect(judge(requireOwaspLevel, deployed({ categories: [off(1)] }, { enabled: false }))).toEqual([]);
  });

  it.each([
    ["turns off the second level", { categories: [off(2), ...LEVELS_3_4] }, 1],
    ["turns off the first level and keeps the second", { categories: [off(1)] }, 0],
    ["turns off the whole ruleset", { enabled: false }, 0],
  ])("reports a rule that %s", (_what, overrides, level) => {
    expect(judge(requireOwaspLevel, deployed(overrides))).toEqual([
      `ZoneEntrypointRuleset "waf": ${AT}: the paranoia level must be at least 2, found ${level}: raise it.`,
    ]);
  });

  it("reports the threshold of @pulumi/cloudflare's ruleset, whose absent members are null", () => {
    const wire = {
      action: "execute",
      expression: "true",
      enabled: null,
      action_parameters: {
        id: OWASP,
        overrides: {
          action: null,
          categories: null,
          rules: [{ id: SCORING, score_threshold: 60, enabled: null }],
        },
      },
    };
    expect(judge(requireOwaspLevel, cloudflareRules([wire], { phase: MANAGED_PHASE }))).toEqual([
      'cloudflare:Ruleset "waf": rules[0].actionParameters.overrides: the score threshold must be at most 40, found 60: lower it.',
    ]);
  });

  it.each([
    ["rules", UNKNOWN, "rules"],
    ["a rule", [UNKNOWN], "rules[0]"],
    ["an action", [rule(undefined, { action: UNKNOWN })], "rules[0].action"],
    ["the executed ruleset", [rule(undefined, { actionParameters: { id: UNKNOWN } })], "rules[0]"],
    ["parameters", [rule(undefined, { actionParameters: UNKNOWN })], "rules[0]"],
  ])("does not judge %s if unknown", (_what, rules, path) => {
    expect(judge(requireOwaspLevel, zoneRules(rules, { phase: MANAGED_PHASE }))).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', path),
    ]);
  });

  it.each([
    ["overrides", UNKNOWN],
    ["categories", { categories: UNKNOWN }],
    ["a tag that is turned off", { categories: [{ category: UNKNOWN, enabled: false }] }],
    ["whether a level runs", { categories: [{ category: "paranoia-level-2", enabled: UNKNOWN }] }],
    ["a threshold", { rules: [{ id: SCORING, scoreThreshold: UNKNOWN }] }],
  ])("does not judge a rule with unknown %s", (_what, overrides) => {
    expect(judge(requireOwaspLevel, deployed(overrides))).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', AT),
    ]);
  });

  it.each([
    ["whether level 4 runs", { categories: [{ category: "paranoia-level-4", enabled: UNKNOWN }] }],
    ["the tag that is turned on", { categories: [{ category: UNKNOWN, enabled: true }] }],
    ["the action of a rule", { rules: [{ id: SCORING, action: UNKNOWN }] }],
  ])("passes a rule if it does not matter %s", (_what, overrides) => {
    expect(judge(requireOwaspLevel, deployed(overrides))).toEqual([]);
  });

  it("reports a level that is off whatever the unknown tag is", () => {
    const overrides = { categories: [{ category: UNKNOWN, enabled: false }, off(1)] };
    expect(judge(requireOwaspLevel, deployed(overrides))).toEqual([
      `ZoneEntrypointRuleset "waf": ${AT}: the paranoia level must be at least 2, found 0: raise it.`,
    ]);
  });

  it("asks nothing of unknown rules in a phase that executes no managed ruleset", () => {
    expect(judge(requireOwaspLevel, zoneRules(UNKNOWN))).toEqual([]);
  });
});

function off(level: number) {
  return { category: `paranoia-level-${level}`, enabled: false };
}

function on(level: number) {
  return { category: `paranoia-level-${level}`, enabled: true };
}
