import { UNKNOWN } from "../../../../provider/api";
import { markedRef } from "../../../../provider/marks";
import { requireRefForm } from "../../../../review/policies/texts";
import { cloudflareRules, edge, judge, notKnown, ZONE, zoneRules } from "./fixtures";

const rule = (ref: unknown) => ({ ref, action: "log", expression: "true" });
const LABEL = 'ZoneEntrypointRuleset "waf"';
const FORM = "/^[a-z0-9]+(?:-[a-z0-9]+)*$/";

describe("require-ref-form", () => {
  it("passes refs in the form", () => {
    expect(judge(requireRefForm, zoneRules([rule("block-old-php"), rule("admin")]))).toEqual([]);
  });

  it("reports a ref in another form", () => {
    expect(judge(requireRefForm, zoneRules([rule("Block_Old")]))).toEqual([
      `${LABEL}: rules[0].ref: must match ${FORM}, found "Block_Old".`,
    ]);
    expect(judge(requireRefForm, zoneRules([rule("admin")]), { form: "^team-" })).toEqual([
      `${LABEL}: rules[0].ref: must match /^team-/, found "admin".`,
    ]);
  });

  it("reports a rule of @pulumi/cloudflare without a ref", () => {
    expect(judge(requireRefForm, cloudflareRules([{ action: "log", expression: "true" }]))).toEqual([
      `cloudflare:Ruleset "waf": rules[0].ref: is missing: add one that matches ${FORM}.`,
    ]);
  });

  it("judges a live ref without the mark of its owner", () => {
    const ref = markedRef("admin", {
      owner: "shop/prod",
      stack: "a1b2c3",
      resource: "a1b2c3d4",
      nonce: "x1y2z3",
    });
    expect(ref).toContain("~");
    expect(judge(requireRefForm, cloudflareRules([rule(ref)], { origin: "live" }))).toEqual([]);
  });

  it("judges the known ref of an unknown rule, and no unknown ref", () => {
    const rules = { Admin: UNKNOWN };
    expect(judge(requireRefForm, edge("ZoneEntrypointRuleset", "waf", { zoneId: ZONE, rules }))).toEqual([
      notKnown(LABEL, 'rules["Admin"]'),
    ]);
    expect(judge(requireRefForm, zoneRules([rule(UNKNOWN), UNKNOWN]))).toEqual([
      notKnown(LABEL, "rules[0].ref"),
      notKnown(LABEL, "rules[1]"),
    ]);
    expect(judge(requireRefForm, zoneRules(UNKNOWN))).toEqual([notKnown(LABEL, "rules")]);
  });

  it("does not show a secret ref", () => {
    expect(judge(requireRefForm, zoneRules([rule("A_B")], { secretInputs: ["rules"] }))).toEqual([
      `${LABEL}: rules[0].ref: must match ${FORM}, found a secret value.`,
    ]);
  });
});
