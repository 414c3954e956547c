import { UNKNOWN } from "../../../../provider/api";
import { listOverrides } from "../../../../review/policies/managed-rules";
import {
  cloudflareRules,
  edge,
  executingRules,
  GENERAL,
  judge,
  MANAGED_PHASE,
  notKnown,
  OWASP,
  SCORING,
  ZONE,
  zoneRules,
} from "./fixtures";

const RULE = "5de7edfa648c4d6891dc3e7f84534ffa";
const executing = (overrides: unknown, id = GENERAL, change = {}) =>
  executingRules({ id, overrides }, {}, change);

describe("list-overrides", () => {
  it("says nothing about a deployment without exceptions: level and threshold are none", () => {
    const overrides = {
      categories: [{ category: "paranoia-level-4", enabled: false }],
      rules: [{ id: SCORING, scoreThreshold: 25, action: "block" }],
    };
    expect(judge(listOverrides, [executing(undefined), executing(overrides, OWASP)])).toEqual([]);
  });

  it("lists the overrides of a rule", () => {
    const overrides = {
      categories: [{ category: "wordpress", action: "log" }],
      rules: [{ id: RULE, enabled: false }],
    };
    expect(judge(listOverrides, executing(overrides))).toEqual([
      `ZoneEntrypointRuleset "waf": rules[0]: has 2 overrides of Cloudflare Managed Ruleset (tag "wordpress": action "log"; rule "${RULE}": enabled false): check that each is still needed.`,
    ]);
  });

  it("does not list that all rules log if a trial says so, which limit-log-only judges", () => {
    const trial = (until: string) => ({ allowances: [{ id: "limit-log-only", reason: "OPS-17", until }] });
    const tag = { category: "wordpress", action: "log" };
    expect(judge(listOverrides, executing({ action: "log" }, GENERAL, trial("2030-07-04")))).toEqual([]);
    expect(judge(listOverrides, executing({ action: "log" }, GENERAL))).toHaveLength(1);
    expect(
      judge(listOverrides, executing({ action: "log", categories: [tag] }, GENERAL, trial("2030-07-04"))),
    ).toEqual([expect.stringContaining("has 1 override of Cloudflare Managed Ruleset (tag")]);
  });

  it("lists the overrides of an OwaspConfig and of @pulumi/cloudflare", () => {
    const config = edge("OwaspConfig", "owasp", {
      zoneId: ZONE,
      paranoiaLevel: 2,
      scoreThreshold: 40,
      rules: [{ number: "920272", enabled: false }],
    });
    const wire = {
      action: "execute",
      action_parameters: { id: GENERAL, overrides: { action: "log" } },
      expression: "true",
    };
    expect(judge(listOverrides, [config, cloudflareRules([wire], { phase: MANAGED_PHASE })])).toEqual([
      'OwaspConfig "owasp": rules: has 1 override of Cloudflare OWASP Core Ruleset (rule "920272": enabled false): check that each is still needed.',
      'cloudflare:Ruleset "waf": rules[0]: has 1 override of Cloudflare Managed Ruleset (all rules: action "log"): check that each is still needed.',
    ]);
  });

  it("counts what does not fit", () => {
    const rules = ["a", "b", "c"].map((letter) => ({ id: letter.repeat(32), enabled: false }));
    expect(judge(listOverrides, executing({ rules }), { maxListed: 1 })).toEqual([
      `ZoneEntrypointRuleset "waf": rules[0]: has 3 overrides of Cloudflare Managed Ruleset (rule "${"a".repeat(32)}": enabled false; and 2 more): check that each is still needed.`,
    ]);
  });

  it("only counts secret overrides", () => {
    const secret = executing({ rules: [{ id: RULE, enabled: false }] }, GENERAL, { secretInputs: ["rules"] });
    expect(judge(listOverrides, secret)).toEqual([
      'ZoneEntrypointRuleset "waf": rules[0]: has 1 override of Cloudflare Managed Ruleset (none is shown): check that each is still needed.',
    ]);
  });

  it("names unknown parts, and does not judge what is unknown as a whole", () => {
    const partly = { rules: [{ id: UNKNOWN, enabled: false }] };
    expect(judge(listOverrides, executing(partly))).toEqual([
      'ZoneEntrypointRuleset "waf": rules[0]: has 1 override of Cloudflare Managed Ruleset (rule not known yet: enabled false): check that each is still needed.',
    ]);
    expect(judge(listOverrides, executing(UNKNOWN))).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', "rules[0].actionParameters.overrides"),
    ]);
    expect(judge(listOverrides, zoneRules([UNKNOWN], { phase: MANAGED_PHASE }))).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', "rules[0]"),
    ]);
  });
});
