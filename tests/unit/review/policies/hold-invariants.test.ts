import { UNKNOWN } from "../../../../provider/api";
import { checkConfig } from "../../../../review/policies/check-config";
import { configurable } from "../../../../review/policies";
import { holdInvariants } from "../../../../review/policies/invariants";
import { cloudflareRules, edge, judge, OTHER_ZONE, owaspConfig, zoneRules } from "./fixtures";

const OUTSIDE = 'starts_with(http.request.uri.path, "/admin") and not ip.src in {192.0.2.0/24}';
const NAME = "office only";
const config = (more: object = {}) => ({
  invariants: [{ name: NAME, requests: OUTSIDE, outcome: "blocked", ...more }],
});
const admin = { ref: "admin", action: "block", expression: OUTSIDE };
const partners = {
  ...{ ref: "partners", action: "skip", actionParameters: { ruleset: "current" } },
  expression: 'ip.src in {198.51.100.0/24} and http.request.uri.path eq "/admin"',
};

describe("hold-invariants", () => {
  it("judges nothing without a configuration", () => {
    expect(judge(holdInvariants, zoneRules([]))).toEqual([]);
  });

  it("passes a stack that keeps everybody outside a network away", () => {
    expect(judge(holdInvariants, zoneRules([admin]), config())).toEqual([]);
  });

  it("shows the request that one more rule lets through, at that rule", () => {
    const message =
      'ZoneEntrypointRuleset "waf": rules[0]: breaks the invariant "office only": GET https://www.example.com/admin from 198.51.100.7 is let through by rules[0], and must be blocked: narrow rules[0], or put a rule that blocks such requests in front of it.';
    expect(judge(holdInvariants, zoneRules([partners, admin]), config())).toEqual([message]);
    expect(
      judge(holdInvariants, zoneRules([partners, admin]), {
        ...config(),
        allowances: [{ rule: "partners", reason: "CHG-4: until the move" }],
      }),
    ).toEqual([]);
  });

  it("shows no value of a request if a rule is secret", () => {
    const [message = ""] = judge(
      holdInvariants,
      zoneRules([partners, admin], { secretInputs: ["rules"] }),
      config(),
    );
    expect(message).toContain("not shown: the expression is secret");
    expect(message).not.toContain("198.51.100");
  });

  it("reports as not proved what it does not know, and never fails an update for it", () => {
    const notProved = (why: string, label = 'ZoneEntrypointRuleset "waf"') =>
      `? ${label}: the invariant "office only" is not proved: ${why}.`;
    expect(judge(holdInvariants, zoneRules(UNKNOWN), config())).toEqual([
      notProved('the rules of ZoneEntrypointRuleset "waf" are not known yet'),
    ]);
    expect(judge(holdInvariants, zoneRules([{ ...admin, expression: UNKNOWN }]), config())).toEqual([
      notProved("a condition is not known, or contains what cannot be analysed"),
    ]);
    expect(judge(holdInvariants, owaspConfig(), config())).toEqual([
      notProved("no rules in http_request_firewall_custom are known", 'OwaspConfig "owasp"'),
    ]);
    const second = edge("ZoneEntrypointRuleset", "more", {
      ...{ zoneId: "023e105f4ecef8ad9ca31a8372d0c353", phase: "http_request_firewall_custom", rules: [] },
    });
    expect(judge(holdInvariants, [zoneRules([admin]), second], config())).toEqual([
      notProved(
        "several resources have rules of http_request_firewall_custom, and how they are ordered is not known",
      ),
    ]);
    const elsewhere = edge("ZoneEntrypointRuleset", "later", {
      ...{ zoneId: UNKNOWN, phase: "http_request_firewall_custom", rules: [] },
    });
    expect(judge(holdInvariants, [zoneRules([admin]), elsewhere], config())).toContainEqual(
      notProved(
        'the zone or phase of ZoneEntrypointRuleset "later" is not known yet, which may have rules of http_request_firewall_custom',
      ),
    );
  });

  it("proves that nothing is blocked only if no other owner can block", () => {
    const health = { requests: 'http.request.uri.path eq "/health"', outcome: "not blocked" };
    const inPhase = { ...health, phase: "http_request_firewall_custom" };
    const block = { action: "block", expression: OUTSIDE };
    expect(judge(holdInvariants, cloudflareRules([block]), config(inPhase))).toEqual([]);
    expect(judge(holdInvariants, zoneRules([admin]), config(inPhase))).toEqual([
      '? ZoneEntrypointRuleset "waf": the invariant "office only" is not proved: rules of other owners, which may block, are not known.',
    ]);
    expect(judge(holdInvariants, [cloudflareRules([block]), owaspConfig()], config(health))).toEqual([
      '? cloudflare:Ruleset "waf": the invariant "office only" is not proved: the managed ruleset 4814384a9e5d4991b9815dcfc25d2f1f may block.',
    ]);
  });

  it("judges each zone, also those with equal rules", () => {
    const both = [zoneRules([partners]), zoneRules([partners], { zoneId: OTHER_ZONE }, "other")];
    expect(judge(holdInvariants, both, config()).map((message) => message.split(":")[0])).toEqual([
      'ZoneEntrypointRuleset "waf"',
      'ZoneEntrypointRuleset "other"',
    ]);
  });

  it("judges invariants of the same name by themselves", () => {
    const both = [...config({ outcome: "not blocked" }).invariants, ...config().invariants];
    expect(judge(holdInvariants, cloudflareRules([admin]), { invariants: both })).toEqual([
      expect.stringContaining("gets block by rules[0], and must not be blocked"),
    ]);
  });

  it("compares with the version before in a review, and with nothing elsewhere", () => {
    const same = config({ outcome: "same as before" });
    const { judge: judgeAfter, judgeChange } = configurable(holdInvariants);
    const [before, after] = [[zoneRules([admin])], [zoneRules([partners, admin])]];
    expect(judgeAfter(after, same)).toEqual([]);
    expect(judgeChange?.(before, before, same)).toEqual([]);
    expect(judgeChange?.(before, after, same).map(({ message }) => message)).toEqual([
      expect.stringContaining(
        "gets block by rules[0] before, and passes all rules now, and must be treated as before",
      ),
    ]);
  });

  it("refuses an expression that is not valid, with its code frame", () => {
    const [problem = "", ...more] = checkConfig({
      "hold-invariants": config({ requests: 'http.hots eq "a"' }),
    });
    expect(more).toEqual([]);
    expect(problem).toContain("hold-invariants: invariants.0.requests: must be a valid expression:");
    expect(problem).toContain('  http.hots eq "a"\n  ^^^^^^^^^');
    expect(checkConfig({ "hold-invariants": config({ outcome: "open" }) })).toEqual([
      expect.stringContaining("invariants.0.outcome: must be"),
    ]);
  });
});
