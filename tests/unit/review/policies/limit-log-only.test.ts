import { UNKNOWN } from "../../../../provider/api";
import { configurable } from "../../../../review/policies";
import { limitLogOnly } from "../../../../review/policies/managed-rules";
import {
  cloudflareRules,
  edge,
  executingRules,
  GENERAL,
  judge,
  MANAGED_PHASE,
  NOW,
  notKnown,
  OWASP,
  owaspConfig,
  SCORING,
  ZONE,
  zoneRules,
} from "./fixtures";

const executing = (id: string, overrides: unknown, change = {}) => executingRules({ id, overrides }, change);
const LOGGED = { rules: [{ id: SCORING, action: "log" }] };
const AT = 'ZoneEntrypointRuleset "waf": rules[0].actionParameters.overrides';

describe("limit-log-only", () => {
  it.each([
    ["an OwaspConfig that blocks", owaspConfig({})],
    ["an OwaspConfig that challenges", owaspConfig({ action: "managed_challenge" })],
    ["a disabled OwaspConfig", owaspConfig({ action: "log", enabled: false })],
    [
      "a rule whose whole OWASP ruleset logs, which its scoring rule ignores",
      executing(OWASP, { action: "log" }),
    ],
    [
      "a rule that logs one tag",
      executing(GENERAL, { categories: [{ category: "wordpress", action: "log" }] }),
    ],
    [
      "a rule that logs everything but one tag",
      executing(GENERAL, { action: "log", categories: [{ category: "wordpress", action: "block" }] }),
    ],
  ])("passes %s", (_what, resource) => {
    expect(judge(limitLogOnly, resource)).toEqual([]);
  });

  it("passes a trial whose first day is in the description of the rule", () => {
    const description = "OWASP, log only since 2030-05-20";
    expect(judge(limitLogOnly, executing(OWASP, LOGGED, { description }))).toEqual([]);
    expect(judge(limitLogOnly, executing(OWASP, LOGGED, { description }), { maxDays: 14 })).toEqual([
      `${AT}: Cloudflare OWASP Core Ruleset only logs since 2030-05-20, more than 14 days: set an action that protects.`,
    ]);
  });

  it("passes a trial whose first day is in the configuration, by the name of the resource", () => {
    expect(judge(limitLogOnly, owaspConfig({ action: "log" }), { since: { owasp: "2030-06-01" } })).toEqual(
      [],
    );
    expect(judge(limitLogOnly, owaspConfig({ action: "log" }), { since: { owasp: "2030-05-01" } })).toEqual([
      'OwaspConfig "owasp": action: Cloudflare OWASP Core Ruleset only logs since 2030-05-01, more than 30 days: set an action that protects.',
    ]);
  });

  it("reports a deployment without a day", () => {
    expect(judge(limitLogOnly, owaspConfig({ action: "log" }))).toEqual([
      'OwaspConfig "owasp": action: Cloudflare OWASP Core Ruleset only logs, and no day says until when: set an action that protects, or add { id: "limit-log-only", reason, until } to `allowances`.',
    ]);
    expect(judge(limitLogOnly, executing(GENERAL, { action: "log" }))).toEqual([
      `${AT}: Cloudflare Managed Ruleset only logs, and no day says until when: set an action that protects, or add { id: "limit-log-only", reason, until } to \`allowances\`.`,
    ]);
    const wire = {
      action: "execute",
      action_parameters: { id: GENERAL, overrides: { action: "log" } },
      expression: "true",
    };
    expect(judge(limitLogOnly, cloudflareRules([wire], { phase: MANAGED_PHASE }))).toEqual([
      'cloudflare:Ruleset "waf": rules[0].actionParameters.overrides: Cloudflare Managed Ruleset only logs, and no day says since when: set an action that protects, or write the day into the description of the rule, or into `since` in the configuration.',
    ]);
  });

  it("reports a day in the future, which would never end", () => {
    expect(judge(limitLogOnly, executing(OWASP, LOGGED, { description: "since 2040-01-01" }))).toEqual([
      `${AT}: Cloudflare OWASP Core Ruleset only logs since 2040-01-01, which is in the future: correct the day.`,
    ]);
  });

  it("reports a ruleset of @pulumi/cloudflare", () => {
    const wire = {
      action: "execute",
      action_parameters: { id: GENERAL, overrides: { action: "log" } },
      expression: "true",
      description: "Trial since 2030-01-01.",
    };
    expect(judge(limitLogOnly, cloudflareRules([wire], { phase: MANAGED_PHASE }))).toEqual([
      'cloudflare:Ruleset "waf": rules[0].actionParameters.overrides: Cloudflare Managed Ruleset only logs since 2030-01-01, more than 30 days: set an action that protects.',
    ]);
  });

  it("does not judge unknown values that decide", () => {
    expect(judge(limitLogOnly, owaspConfig({ action: UNKNOWN }))).toEqual([
      notKnown('OwaspConfig "owasp"', "action"),
    ]);
    expect(judge(limitLogOnly, owaspConfig({ action: "log", enabled: UNKNOWN }))).toEqual([
      notKnown('OwaspConfig "owasp"', "enabled"),
    ]);
    const rule = 'ZoneEntrypointRuleset "waf"';
    expect(judge(limitLogOnly, executing(OWASP, LOGGED, { description: UNKNOWN }))).toEqual([
      notKnown(rule, "rules[0].description"),
    ]);
    expect(judge(limitLogOnly, executing(GENERAL, UNKNOWN))).toEqual([
      notKnown(rule, "rules[0].actionParameters.overrides"),
    ]);
    expect(judge(limitLogOnly, zoneRules(UNKNOWN, { phase: MANAGED_PHASE }))).toEqual([
      notKnown(rule, "rules"),
    ]);
  });

  it("needs no description if the configuration has the day", () => {
    const trial = executing(OWASP, LOGGED, { description: UNKNOWN });
    expect(judge(limitLogOnly, trial, { since: { waf: "2030-06-01" } })).toEqual([]);
  });

  it("does not show the day of a secret description", () => {
    const rules = {
      managed: {
        action: "execute",
        actionParameters: { id: OWASP, overrides: LOGGED },
        expression: "true",
        description: "2029-12-24",
      },
    };
    const secret = { zoneId: ZONE, phase: MANAGED_PHASE, rules, secretInputs: ["rules"] };
    expect(judge(limitLogOnly, edge("ZoneEntrypointRuleset", "waf", secret))).toEqual([
      'ZoneEntrypointRuleset "waf": rules["managed"].actionParameters.overrides: Cloudflare OWASP Core Ruleset only logs since a day that is secret, more than 30 days: set an action that protects.',
    ]);
  });
});

describe("limit-log-only and the allowances of a resource", () => {
  const allowed = (until: string, more = {}) => ({
    allowances: [{ id: "limit-log-only", reason: "OPS-17: first look", until, ...more }],
  });
  const logging = (until: string) => owaspConfig({ action: "log", ...allowed(until) });
  const AT_OWASP = 'OwaspConfig "owasp": action: Cloudflare OWASP Core Ruleset';

  it("accepts what only logs until a day, and says how many days are left", () => {
    expect(judge(limitLogOnly, logging("2030-07-04"))).toEqual([]);
    expect(judge(limitLogOnly, logging("2030-06-15"))).toEqual([]);
    const [verdict, ...more] = configurable(limitLogOnly).judge([logging("2030-07-04")], {}, NOW);
    expect(verdict).toMatchObject({
      message: `${AT_OWASP} only logs until 2030-07-04, 19 days left.`,
      allowance: { reason: "OPS-17: first look", until: "2030-07-04", by: "resource" },
    });
    expect(more).toEqual([]);
  });

  it("reports it from the day after on, with what to do", () => {
    expect(judge(limitLogOnly, logging("2030-06-14"))).toEqual([
      `${AT_OWASP} only logs, and its last day for that was 2030-06-14: set the action that protects (in a ZoneBaseline: remove logOnlyUntil), or write a later day.`,
    ]);
  });

  it("reports a day that is too far away", () => {
    expect(judge(limitLogOnly, logging("2099-01-01"))).toEqual([
      `${AT_OWASP} only logs until 2099-01-01, more than 30 days from now: write an earlier day.`,
    ]);
    expect(judge(limitLogOnly, logging("2030-07-15"))).toEqual([]);
    expect(judge(limitLogOnly, logging("2030-07-16"))).toHaveLength(1);
    expect(judge(limitLogOnly, logging("2030-07-16"), { maxDays: 60 })).toEqual([]);
  });

  it("accepts the rule that the allowance names, and no other one", () => {
    const parameters = { id: GENERAL, overrides: { action: "log" } };
    const rule = (ref: string) =>
      executingRules(parameters, { ref }, allowed("2030-06-20", { rule: "managed" }));
    expect(judge(limitLogOnly, rule("managed"))).toEqual([]);
    expect(judge(limitLogOnly, rule("other"))).toHaveLength(1);
  });

  it("lets the first day in the configuration take precedence", () => {
    expect(judge(limitLogOnly, logging("2030-06-20"), { since: { owasp: "2030-05-01" } })).toHaveLength(1);
  });

  it("shows neither the day nor the reason of secret allowances", () => {
    const secret = owaspConfig({
      action: "log",
      secretInputs: ["allowances"],
      ...allowed("2030-06-01"),
    });
    const [message] = judge(limitLogOnly, secret);
    expect(message).toContain("its last day for that was a day that is secret");
  });
});
