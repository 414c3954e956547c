import { UNKNOWN } from "../../../../provider/api";
import type { Members } from "../../../../provider/api";
import { configurable } from "../../../../review/policies";
import { limitTokenLifetime } from "../../../../review/policies/token-limits";
import { noHazards } from "../../../../review/policies/rule-findings";
import { protectZones } from "../../../../review/policies/zones";
import { requireOwasp } from "../../../../review/policies/owasp";
import { requireRuleDescriptions } from "../../../../review/policies/texts";
import { requireSharedOwnership, requireTakeoverApproval } from "../../../../review/policies/ownership";
import { apiToken, judge, NOW, OTHER_ZONE, ZONE, zoneRules } from "./fixtures";

const reason = "CHG-4: approved by Ada";
const undescribed = zoneRules([
  { ref: "admin", action: "block", expression: 'http.host eq "a"' },
  { ref: "admin-2", action: "block", expression: 'http.host eq "b"' },
]);
const allowing = (...allowances: readonly Members[]) => ({ allowances });

describe("an allowance", () => {
  it("keeps its reason at the finding, which nobody reports", () => {
    const [finding] = configurable(limitTokenLifetime).judge(
      [apiToken({})],
      allowing({ resource: "deploy", reason }),
      NOW,
    );
    expect(finding?.allowance).toEqual({ resource: "deploy", reason });
    expect(judge(limitTokenLifetime, apiToken({}), allowing({ resource: "deploy", reason }))).toEqual([]);
  });

  it("is about one rule, not about a rule whose ref begins alike", () => {
    const reported = judge(requireRuleDescriptions, undescribed, allowing({ rule: "admin", reason }));
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain("rules[1].description");
  });

  it("is about one hazard, constraint or warning, by its id", () => {
    const open = zoneRules([{ ref: "all", action: "block", expression: "true" }]);
    expect(judge(noHazards, open)).toEqual([expect.stringContaining("blocks-everything")]);
    expect(judge(noHazards, open, allowing({ id: "blocks-everything", reason }))).toEqual([]);
    expect(judge(noHazards, open, allowing({ id: "skips-everything", reason }))).toHaveLength(1);
  });

  it("needs all that it names", () => {
    const other = allowing({ resource: "shop", rule: "admin", reason });
    expect(judge(requireRuleDescriptions, undescribed, other)).toHaveLength(2);
  });

  it("ends after its last day, and the finding says so", () => {
    const until = (day: string) =>
      judge(limitTokenLifetime, apiToken({}), allowing({ resource: "deploy", reason, until: day }));
    expect(until("2030-06-15")).toEqual([]);
    expect(until("2030-06-14")).toEqual([expect.stringMatching(/Its allowance ended on 2030-06-14\.$/)]);
  });

  it("of a zone leaves a resource in an unknown zone not judged", () => {
    const [message] = judge(
      requireOwasp,
      zoneRules([], { zoneId: UNKNOWN }),
      allowing({ zone: ZONE, reason }),
    );
    expect(message).toMatch(/^\? ZoneEntrypointRuleset "waf": zoneId cannot be judged/);
  });

  it("of what a change deletes ends at the time of the review", () => {
    const policy = configurable(protectZones);
    const settings = (until: string) => ({ zones: [ZONE], ...allowing({ resource: "waf", reason, until }) });
    const deleted = (until: string) => policy.judgeChange?.([zoneRules([])], [], settings(until), NOW);
    expect(deleted("2030-06-15")?.map(({ allowance }) => allowance?.reason)).toEqual([reason]);
    expect(deleted("2030-06-14")?.map(({ allowance }) => allowance)).toEqual([undefined]);
  });

  it("keeps a resource from being remediated", () => {
    const policy = configurable(requireSharedOwnership);
    const resource = zoneRules([], { ownership: "exclusive" });
    expect(policy.remediate?.(resource, {}, {})).toEqual({ ownership: "shared" });
    expect(policy.remediate?.(resource, {}, allowing({ resource: "waf", reason }))).toBeUndefined();
  });
});

describe("settings of earlier releases", () => {
  it.each([
    ["exclude", requireOwasp, zoneRules([]), { exclude: [ZONE] }, { exclude: [OTHER_ZONE] }],
    ["except", limitTokenLifetime, apiToken({}), { except: ["deploy"] }, { except: ["other"] }],
    [
      "approvals",
      requireTakeoverApproval,
      zoneRules([], { ownership: "exclusive", takeOver: true }),
      { approvals: { waf: "CHG-17, reviewed by Ada" } },
      { approvals: { other: "CHG-17" } },
    ],
  ])("%s are allowances", (_name, policy, resource, settings, others) => {
    expect(judge(configurable(policy), resource, settings)).toEqual([]);
    expect(judge(configurable(policy), resource, others)).toHaveLength(1);
  });
});
