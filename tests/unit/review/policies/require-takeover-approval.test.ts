import { UNKNOWN } from "../../../../provider/api";
import { requireTakeoverApproval } from "../../../../review/policies/ownership";
import { cloudflareRules, CUSTOM_PHASE, edge, judge, notKnown, zoneRules } from "./fixtures";

const taking = (change = {}) => zoneRules([], { ownership: "exclusive", takeOver: true, ...change });
const LABEL = 'ZoneEntrypointRuleset "waf"';
const REFUSED = `${LABEL}: takeOver: removes the rules of other owners, because ownership is exclusive: set ownership: "shared", or allow the resource "waf", with its approval as the reason.`;

describe("require-takeover-approval", () => {
  it.each([
    ["shared", taking({ ownership: "shared" })],
    ["exclusive without takeOver", taking({ takeOver: undefined })],
    ["exclusive with takeOver: false", taking({ takeOver: false })],
    ["of @pulumi/cloudflare, which has no takeOver", cloudflareRules([])],
  ])("passes a ruleset that is %s", (_what, resource) => {
    expect(judge(requireTakeoverApproval, resource)).toEqual([]);
  });

  it("reports an exclusive ruleset with takeOver, unless the configuration allows it by name", () => {
    expect(judge(requireTakeoverApproval, taking())).toEqual([REFUSED]);
    expect(
      judge(requireTakeoverApproval, taking(), {
        allowances: [{ resource: "waf", reason: "CHG-17, reviewed by Ada" }],
      }),
    ).toEqual([]);
    expect(
      judge(requireTakeoverApproval, taking(), { allowances: [{ resource: "other", reason: "CHG-17" }] }),
    ).toEqual([REFUSED]);
  });

  it("reports a custom ruleset, which is always exclusive", () => {
    const custom = edge("Ruleset", "custom", { phase: CUSTOM_PHASE, rules: [], takeOver: true });
    expect(judge(requireTakeoverApproval, custom)).toHaveLength(1);
  });

  it("refuses a reason without words", () => {
    expect(() =>
      judge(requireTakeoverApproval, taking(), { allowances: [{ resource: "waf", reason: "17" }] }),
    ).toThrow("must be a reason in words");
  });

  it("takes an unknown takeOver to be true, and does not judge an unknown ownership", () => {
    expect(judge(requireTakeoverApproval, taking({ takeOver: UNKNOWN }))).toEqual([REFUSED]);
    expect(judge(requireTakeoverApproval, taking({ ownership: UNKNOWN }))).toEqual([
      notKnown(LABEL, "ownership"),
    ]);
  });
});
