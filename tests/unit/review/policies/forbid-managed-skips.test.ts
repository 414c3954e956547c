import { UNKNOWN } from "../../../../provider/api";
import { forbidManagedSkips } from "../../../../review/policies/skips";
import { CUSTOM_PHASE, cloudflareRules, judge, MANAGED_PHASE, notKnown, OWASP, zoneRules } from "./fixtures";

const PHASES = { phases: [MANAGED_PHASE] };
const skipping = (
  expression: unknown,
  actionParameters: unknown = PHASES,
  phase: string = CUSTOM_PHASE,
  change = {},
) => zoneRules([{ ref: "skip", action: "skip", actionParameters, expression, ...change }], { phase });
const ALL =
  'ZoneEntrypointRuleset "waf": rules[0].expression: matches every request, so the rule skips managed rules for attackers too: narrow it by something that clients cannot choose, such as ip.src.';
const BY_AGENT =
  'ZoneEntrypointRuleset "waf": rules[0].expression: matches by the user agent alone, which each client chooses, so the rule skips managed rules for attackers too: narrow it by something that clients cannot choose, such as ip.src.';
const AGENT = 'http.user_agent contains "probe"';

describe("forbid-managed-skips", () => {
  it.each([
    ["for one address", "ip.src eq 192.0.2.1", PHASES, CUSTOM_PHASE],
    ["for a user agent from one network", `ip.src in {192.0.2.0/24} and ${AGENT}`, PHASES, CUSTOM_PHASE],
    ["for no request", `${AGENT} and http.user_agent eq "x"`, PHASES, CUSTOM_PHASE],
    ["of rate limits", "true", { phases: ["http_ratelimit"] }, CUSTOM_PHASE],
    ["of the other custom rules", "true", { ruleset: "current" }, CUSTOM_PHASE],
    ["that is invalid, which is reported elsewhere", "nonsense", PHASES, CUSTOM_PHASE],
  ])("passes a skip %s", (_what, expression, parameters, phase) => {
    expect(judge(forbidManagedSkips, skipping(expression, parameters, phase))).toEqual([]);
  });

  it("passes another action and a disabled rule", () => {
    const rules = [{ ref: "log", action: "log", expression: "true" }];
    expect(judge(forbidManagedSkips, zoneRules(rules))).toEqual([]);
    expect(judge(forbidManagedSkips, skipping("true", PHASES, CUSTOM_PHASE, { enabled: false }))).toEqual([]);
  });

  it.each([
    "true",
    "ip.src in {0.0.0.0/0 ::/0}",
    "ip.src in {0.0.0.0/0}",
    'http.host eq "a" or http.host ne "a"',
  ])("reports a skip with the condition %s", (expression) => {
    expect(judge(forbidManagedSkips, skipping(expression))).toEqual([ALL]);
  });

  it.each([
    AGENT,
    `not ${AGENT}`,
    `(${AGENT}) or ip.src eq 192.0.2.1`,
    `${AGENT} and lower(http.user_agent) contains "uptime"`,
    'any(http.request.headers["user-agent"][*] contains "probe")',
  ])("reports a skip with the condition %s", (expression) => {
    expect(judge(forbidManagedSkips, skipping(expression))).toEqual([BY_AGENT]);
  });

  it("does not take another header for the user agent", () => {
    const header = 'any(http.request.headers["x-key"][*] eq "7f3a")';
    expect(judge(forbidManagedSkips, skipping(header))).toEqual([]);
  });

  it.each([
    ["the former product", { products: ["waf"] }, CUSTOM_PHASE],
    ["the current ruleset", { ruleset: "current" }, MANAGED_PHASE],
    ["a managed ruleset", { rulesets: [OWASP] }, MANAGED_PHASE],
    ["a managed rule", { rules: { [OWASP]: ["04116d14d7524986ba314d11c8a41e11"] } }, MANAGED_PHASE],
  ])("reports a skip of %s", (_what, parameters, phase) => {
    expect(judge(forbidManagedSkips, skipping("true", parameters, phase))).toEqual([ALL]);
  });

  it("reports a rule of @pulumi/cloudflare", () => {
    const wire = {
      action: "skip",
      action_parameters: { phases: [MANAGED_PHASE], ruleset: null },
      expression: AGENT,
    };
    expect(judge(forbidManagedSkips, cloudflareRules([wire]))).toEqual([
      'cloudflare:Ruleset "waf": rules[0].expression: matches by the user agent alone, which each client chooses, so the rule skips managed rules for attackers too: narrow it by something that clients cannot choose, such as ip.src.',
    ]);
  });

  it.each([
    ["condition", UNKNOWN, PHASES, "expression"],
    ["parameters", "true", UNKNOWN, "actionParameters"],
    ["phase that is skipped", "true", { phases: [UNKNOWN] }, "actionParameters"],
  ])("does not judge an unknown %s", (_what, expression, parameters, member) => {
    expect(judge(forbidManagedSkips, skipping(expression, parameters))).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', `rules[0].${member}`),
    ]);
  });

  it("does not judge an unknown action, rule or list of rules", () => {
    const label = 'ZoneEntrypointRuleset "waf"';
    expect(judge(forbidManagedSkips, skipping("true", PHASES, CUSTOM_PHASE, { action: UNKNOWN }))).toEqual([
      notKnown(label, "rules[0].action"),
    ]);
    expect(judge(forbidManagedSkips, skipping("true", PHASES, CUSTOM_PHASE, { enabled: UNKNOWN }))).toEqual([
      notKnown(label, "rules[0].enabled"),
    ]);
    expect(judge(forbidManagedSkips, zoneRules([UNKNOWN]))).toEqual([notKnown(label, "rules[0]")]);
    expect(judge(forbidManagedSkips, zoneRules(UNKNOWN))).toEqual([notKnown(label, "rules")]);
  });

  it("passes unknown values that do not matter", () => {
    expect(judge(forbidManagedSkips, skipping("ip.src eq 192.0.2.1", UNKNOWN))).toEqual([]);
    expect(judge(forbidManagedSkips, skipping(UNKNOWN, { phases: ["http_ratelimit"] }))).toEqual([]);
    expect(judge(forbidManagedSkips, zoneRules(UNKNOWN, { phase: "http_ratelimit" }))).toEqual([]);
  });

  it("quotes nothing of a secret condition", () => {
    const rules = [{ ref: "skip", action: "skip", actionParameters: PHASES, expression: AGENT }];
    expect(judge(forbidManagedSkips, zoneRules(rules, { secretInputs: ["rules"] }))).toEqual([BY_AGENT]);
  });
});
