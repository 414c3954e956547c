import { UNKNOWN } from "../../../../provider/api";
import { limitLogOnly } from "../../../../review/policies/managed-rules";
import {
  cloudflareRules,
  edge,
  executingRules,
  GENERAL,
  judge,
  MANAGED_PHASE,
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
      'OwaspConfig "owasp": action: Cloudflare OWASP Core Ruleset only logs, and no day says since when: set an action that protects, or write the day into `since` in the configuration.',
    ]);
    expect(judge(limitLogOnly, executing(GENERAL, { action: "log" }))).toEqual([
      `${AT}: Cloudflare Managed Ruleset only logs, and no day says since when: set an action that protects, or write the day into the description of the rule, or into \`since\` in the configuration.`,
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
