import { UNKNOWN } from "../../../../provider/api";
import { forbidInvalidExpressions } from "../../../../review/policies/rule-findings";
import { cloudflareRules, edge, judge, notKnown, ZONE, zoneRules } from "./fixtures";

const rule = (expression: unknown) => ({ ref: "r", action: "block", expression });
const LABEL = 'ZoneEntrypointRuleset "waf"';
const TYPO = 'http.hots eq "shop.example.com"';

describe("forbid-invalid-expressions", () => {
  it("passes valid expressions", () => {
    const filter = edge("ValidatedFilter", "f", { expression: "ssl" });
    const owasp = edge("OwaspConfig", "o", { zoneId: ZONE, expression: "not ssl" });
    expect(judge(forbidInvalidExpressions, [zoneRules([rule("ssl")]), filter, owasp])).toEqual([]);
  });

  it("reports the invalid expression of a rule with a code frame", () => {
    const [message] = judge(forbidInvalidExpressions, zoneRules([rule(TYPO)]));
    expect(message).toMatch(/^ZoneEntrypointRuleset "waf": rules\[0\]\.expression: .*\n/);
    expect(message).toContain(TYPO);
    expect(message).toContain("http.host");
  });

  it.each([
    [
      "an OwaspConfig",
      edge("OwaspConfig", "x", { zoneId: ZONE, expression: TYPO }),
      'OwaspConfig "x": expression: ',
    ],
    [
      "a ValidatedFilter",
      edge("ValidatedFilter", "x", { expression: TYPO }),
      'ValidatedFilter "x": expression: ',
    ],
    ["@pulumi/cloudflare", cloudflareRules([rule(TYPO)]), 'cloudflare:Ruleset "waf": rules[0].expression: '],
    [
      "a counting expression",
      cloudflareRules([{ ...rule("true"), ratelimit: { counting_expression: TYPO } }], {
        phase: "http_ratelimit",
      }),
      'cloudflare:Ruleset "waf": rules[0].ratelimit.countingExpression: ',
    ],
  ])("reports an expression of %s", (_what, resource, start) => {
    const [message, ...more] = judge(forbidInvalidExpressions, resource);
    expect(message?.startsWith(start)).toBe(true);
    expect(more).toEqual([]);
  });

  it("reports a field that the phase does not have", () => {
    const [message] = judge(forbidInvalidExpressions, zoneRules([rule("http.response.code eq 500")]));
    expect(message).toMatch(/^ZoneEntrypointRuleset "waf": rules\[0\]\.expression: /);
    expect(message).toContain("http.response.code");
  });

  it("does not judge unknown expressions, rules and lists", () => {
    expect(judge(forbidInvalidExpressions, zoneRules([rule(UNKNOWN)]))).toEqual([
      notKnown(LABEL, "rules[0].expression"),
    ]);
    expect(judge(forbidInvalidExpressions, zoneRules([UNKNOWN]))).toEqual([notKnown(LABEL, "rules[0]")]);
    expect(judge(forbidInvalidExpressions, zoneRules(UNKNOWN))).toEqual([notKnown(LABEL, "rules")]);
    expect(judge(forbidInvalidExpressions, edge("ValidatedFilter", "f", { expression: UNKNOWN }))).toEqual([
      notKnown('ValidatedFilter "f"', "expression"),
    ]);
  });

  it("quotes nothing of a secret expression", () => {
    const [message] = judge(forbidInvalidExpressions, zoneRules([rule(TYPO)], { secretInputs: ["rules"] }));
    expect(message).toMatch(/^ZoneEntrypointRuleset "waf": rules\[0\]\.expression: /);
    expect(message).not.toMatch(/hots|shop/);
  });
});
