import { UNKNOWN, type Members } from "../../../../provider/api";
import type { Reviewed } from "../../../../review/model/reviewed";
import { limitRemovedRules, removedRules } from "../../../../review/policies/ownership";
import { CUSTOM_PHASE, cloudflareRules, edge, ZONE, zoneRules } from "./fixtures";

const rules = (...refs: unknown[]) =>
  zoneRules(refs.map((ref) => (ref === UNKNOWN ? ref : { ref, action: "log", expression: "true" })));
const change = (before: Reviewed[], after: Reviewed[], config: Members = {}) =>
  limitRemovedRules.judgeChange?.(before, after, limitRemovedRules.config.parse(config));
const names = (before: Reviewed[], after: Reviewed[]) => removedRules(before, after).map((one) => one.names);

describe("removedRules", () => {
  it("finds nothing if rules are added, changed or moved", () => {
    const before = zoneRules([
      { ref: "a", action: "log", expression: "true" },
      { ref: "b", action: "log", expression: "true" },
    ]);
    const after = zoneRules([
      { ref: "b", action: "block", expression: "true" },
      { ref: "a", action: "log", expression: "true" },
      { ref: "c", action: "log", expression: "true" },
    ]);
    expect(removedRules([before], [after])).toEqual([]);
  });

  it("names the removed rules, and all rules of a removed resource", () => {
    expect(names([rules("a", "b", "c")], [rules("b")])).toEqual([["a", "c"]]);
    expect(names([rules("a", "b")], [])).toEqual([["a", "b"]]);
  });

  it("does not find rules that another resource of the same place and phase has afterwards", () => {
    const moved = edge("ZoneEntrypointRuleset", "admin", {
      zoneId: ZONE,
      phase: CUSTOM_PHASE,
      rules: [{ ref: "a" }],
    });
    expect(names([rules("a", "b")], [rules("b"), moved])).toEqual([]);
  });

  it("compares rules of @pulumi/cloudflare without refs by their number", () => {
    const [one, two] = [
      { action: "log", expression: "true" },
      { action: "block", expression: "ip.src eq 192.0.2.1" },
    ];
    expect(names([cloudflareRules([one, two])], [cloudflareRules([two])])).toEqual([["rules[1]"]]);
    expect(names([cloudflareRules([one])], [cloudflareRules([two])])).toEqual([]);
  });

  it("counts rules that unknown ones may be", () => {
    const [one] = removedRules([rules("a", "b", "c")], [rules(UNKNOWN)]);
    expect([one?.names.length, one?.unknown]).toEqual([2, 1]);
    const [all] = removedRules([rules("a", "b", "c")], [zoneRules(UNKNOWN)]);
    expect([all?.names, all?.unknown]).toEqual([[], 3]);
  });
});

describe("limit-removed-rules", () => {
  const six = rules("a", "b", "c", "d", "e", "f");

  it("judges no resource by itself", () => {
    expect(limitRemovedRules.judge([six], limitRemovedRules.config.parse({}))).toEqual([]);
  });

  it("passes an update that removes few rules", () => {
    expect(change([six], [rules("a")])).toEqual([]);
  });

  it("reports an update that removes more, unless exactly this number is approved", () => {
    const message =
      'ZoneEntrypointRuleset "waf": rules: the update removes 6 rules, 6 of them here ("a", "b", "c", …); at most 5 are allowed: if every one is to go, set `approved` to the number of removed rules.';
    expect(change([six], [])?.map((one) => one.message)).toEqual([message]);
    expect(change([six], [], { approved: 5 })).toHaveLength(1);
    expect(change([six], [], { approved: 6 })).toEqual([]);
    expect(change([six], [], { approved: 7 })).toHaveLength(1);
    expect(change([six], [rules("a")], { maximum: 4 })).toHaveLength(1);
  });

  it("does not judge an update that may remove more", () => {
    const [finding] = change([six], [zoneRules(UNKNOWN)]) ?? [];
    expect(finding).toEqual({
      urn: six.urn,
      path: "rules",
      isUnjudged: true,
      message:
        'ZoneEntrypointRuleset "waf": rules: the update may remove up to 6 rules, 6 of them here; at most 5 are allowed: if every one is to go, set `approved` to the number of removed rules.',
    });
  });

  it("names no secret rules", () => {
    const secret = zoneRules(
      ["a", "b"].map((ref) => ({ ref, action: "log", expression: "true" })),
      { secretInputs: ["rules"] },
    );
    const [finding] = change([secret], [], { maximum: 1 }) ?? [];
    expect(finding?.message).toContain("removes 2 rules, 2 of them here; at most 1 is allowed");
  });
});
