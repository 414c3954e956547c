import { UNKNOWN } from "../../../../provider/api";
import { refuseRuleBookViolations } from "../../../../review/policies/rule-findings";
import { cloudflareRules, GENERAL, judge, MANAGED_PHASE, notKnown, zoneRules } from "./fixtures";

const RATELIMIT = {
  characteristics: ["ip.src", "cf.colo.id"],
  period: 60,
  requests_per_period: 5,
  mitigation_timeout: 60,
};
const limit = (change = {}) => ({
  ref: "l",
  action: "block",
  expression: "true",
  ratelimit: { ...RATELIMIT, ...change },
});
const limits = (change = {}) => cloudflareRules([limit(change)], { phase: "http_ratelimit" });
const PERIOD =
  'cloudflare:Ruleset "waf": rules[0].ratelimit.period: must be 10, 15, 20, 30, 40, 45, 60, 90, 120, 180, 240, 300, 480, 600, 900, 1200, 1800, 2400, 3600, 65535, 86400 seconds, found 77.';

describe("refuse-rule-book-violations", () => {
  it("passes rules that the API accepts", () => {
    expect(judge(refuseRuleBookViolations, limits())).toEqual([]);
  });

  it("reports a rule of @pulumi/cloudflare, unless its constraint is allowed", () => {
    expect(judge(refuseRuleBookViolations, limits({ period: 77 }))).toEqual([PERIOD]);
    const allowances = [{ id: "rate-limit-period", reason: "CHG-4: a trial of the vendor" }];
    expect(judge(refuseRuleBookViolations, limits({ period: 77 }), { allowances })).toEqual([]);
  });

  it("reports doubts only if the configuration asks for them", () => {
    expect(judge(refuseRuleBookViolations, limits({ mitigation_timeout: 61 }))).toEqual([]);
    const [message] = judge(refuseRuleBookViolations, limits({ mitigation_timeout: 61 }), { doubts: true });
    expect(message).toMatch(
      /^cloudflare:Ruleset "waf": rules\[0\]\.ratelimit\.mitigationTimeout: must be .* found 61\.$/,
    );
  });

  it("reports rules that contradict each other", () => {
    const execute = { action: "execute", action_parameters: { id: GENERAL }, expression: "true" };
    expect(
      judge(refuseRuleBookViolations, cloudflareRules([execute, execute], { phase: MANAGED_PHASE })),
    ).toEqual([
      'cloudflare:Ruleset "waf": rules[1].actionParameters.id: executes Cloudflare Managed Ruleset again, as rules[0] does; a zone executes a managed ruleset once, so join both rules.',
    ]);
  });

  it("reports a ruleset whose phase the level does not have", () => {
    const [message] = judge(refuseRuleBookViolations, cloudflareRules([], { phase: "magic_transit" }));
    expect(message).toMatch(
      /^cloudflare:Ruleset "waf": phase: must be a phase of a zone, found "magic_transit"/,
    );
  });

  it("leaves names of headers as their author writes them", () => {
    const rewrite = {
      action: "rewrite",
      expression: "true",
      action_parameters: {
        headers: { x_old_name: { operation: "set", value: "a", expression: "http.host" } },
      },
    };
    const found = judge(
      refuseRuleBookViolations,
      cloudflareRules([rewrite], { phase: "http_request_late_transform" }),
    );
    expect(found).toEqual([expect.stringContaining("rules[0].actionParameters.headers.x_old_name")]);
  });

  it("does not judge unknown members, rules, lists and phases", () => {
    const label = 'ZoneEntrypointRuleset "waf"';
    const rule = { ref: "r", action: "block", expression: "true" };
    expect(
      judge(refuseRuleBookViolations, zoneRules([{ ...rule, actionParameters: UNKNOWN }, UNKNOWN])),
    ).toEqual([notKnown(label, "rules[0]"), notKnown(label, "rules[1]")]);
    expect(judge(refuseRuleBookViolations, zoneRules(UNKNOWN))).toEqual([notKnown(label, "rules")]);
    expect(judge(refuseRuleBookViolations, zoneRules([rule], { phase: UNKNOWN }))).toEqual([
      notKnown(label, "phase"),
    ]);
  });

  it("judges a rule with an unknown description, and one with a known violation beside unknown values", () => {
    const described = { ref: "r", action: "block", expression: "true", description: UNKNOWN };
    expect(judge(refuseRuleBookViolations, zoneRules([described]))).toEqual([]);
    expect(judge(refuseRuleBookViolations, limits({ period: 77, mitigation_timeout: UNKNOWN }))).toEqual([
      PERIOD,
    ]);
  });

  it("quotes nothing of a secret rule", () => {
    const rule = { ref: "l", action: "block", expression: "true", ratelimit: { ...RATELIMIT, period: 77 } };
    const secret = zoneRules([rule], { phase: "http_ratelimit", secretInputs: ["rules"] });
    const [message] = judge(refuseRuleBookViolations, secret);
    expect(message).toMatch(
      /^ZoneEntrypointRuleset "waf": rules\[0\]\.ratelimit\.period: must be .* seconds, found a number\.$/,
    );
  });
});
