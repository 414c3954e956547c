import { UNKNOWN } from "../../../../provider/api";
import { forbidDisabledTags } from "../../../../review/policies/managed-rules";
import { cloudflareRules, executingRules, GENERAL, judge, notKnown, OWASP, owaspConfig } from "./fixtures";

const executing = (overrides: unknown, id = GENERAL, change = {}) =>
  executingRules({ id, overrides }, {}, change);
const config = (rules: unknown, change = {}) => owaspConfig({ rules, ...change });
const WORDPRESS = { category: "wordpress", enabled: false };

describe("forbid-disabled-tags", () => {
  it.each([
    ["no overrides", executing(undefined)],
    [
      "a single rule that is off",
      executing({ rules: [{ id: "5de7edfa648c4d6891dc3e7f84534ffa", enabled: false }] }),
    ],
    ["a tag with another action", executing({ categories: [{ category: "wordpress", action: "log" }] })],
    [
      "a paranoia level that is off",
      executing({ categories: [{ category: "paranoia-level-4", enabled: false }] }, OWASP),
    ],
    ["single rules of an OwaspConfig", config([{ number: "920272", enabled: false }])],
    ["a disabled OwaspConfig", config([{ tag: "language-php", enabled: false }], { enabled: false })],
  ])("passes %s", (_what, resource) => {
    expect(judge(forbidDisabledTags, resource)).toEqual([]);
  });

  it("reports a tag that is off, unless the configuration allows it", () => {
    expect(judge(forbidDisabledTags, executing({ categories: [WORDPRESS] }))).toEqual([
      'ZoneEntrypointRuleset "waf": rules[0].actionParameters.overrides.categories[0]: turns off all rules of Cloudflare Managed Ruleset with the tag "wordpress": turn off single rules instead, or add the tag to `allow`.',
    ]);
    expect(
      judge(forbidDisabledTags, executing({ categories: [WORDPRESS] }), { allow: ["wordpress"] }),
    ).toEqual([]);
  });

  it("reports a tag of an OwaspConfig", () => {
    expect(judge(forbidDisabledTags, config([{ tag: "language-php", enabled: false }]))).toEqual([
      'OwaspConfig "owasp": rules[0]: turns off all rules of Cloudflare OWASP Core Ruleset with the tag "language-php": turn off single rules instead, or add the tag to `allow`.',
    ]);
  });

  it("reports a whole ruleset that is off", () => {
    const overrides = { enabled: false, categories: [{ category: "wordpress", enabled: true }] };
    expect(judge(forbidDisabledTags, executing(overrides))).toEqual([
      'ZoneEntrypointRuleset "waf": rules[0].actionParameters.overrides: turns off Cloudflare Managed Ruleset, except what other overrides turn on: turn off single rules instead.',
    ]);
  });

  it("reports a tag of a DDoS ruleset at its lowest sensitivity, of @pulumi/cloudflare", () => {
    const wire = {
      action: "execute",
      expression: "true",
      action_parameters: {
        id: "4d21379b4f9f4bb088e0729962c8b3cf",
        overrides: { categories: [{ category: "botnets", sensitivity_level: "eoff" }] },
      },
    };
    expect(judge(forbidDisabledTags, cloudflareRules([wire], { phase: "ddos_l7" }))).toEqual([
      'cloudflare:Ruleset "waf": rules[0].actionParameters.overrides.categories[0]: turns off all rules of DDoS L7 ruleset with the tag "botnets": turn off single rules instead, or add the tag to `allow`.',
    ]);
  });

  it.each([
    ["overrides", UNKNOWN, ""],
    ["tags", { categories: UNKNOWN }, ".categories"],
    ["a tag", { categories: [{ category: UNKNOWN, enabled: false }] }, ".categories[0]"],
    ["whether a tag is on", { categories: [{ category: "wordpress", enabled: UNKNOWN }] }, ".categories[0]"],
  ])("does not judge unknown %s", (_what, overrides, path) => {
    expect(judge(forbidDisabledTags, executing(overrides))).toEqual([
      notKnown('ZoneEntrypointRuleset "waf"', `rules[0].actionParameters.overrides${path}`),
    ]);
  });

  it("passes an allowed tag of which it is unknown whether it is on", () => {
    const overrides = { categories: [{ category: "wordpress", enabled: UNKNOWN }] };
    expect(judge(forbidDisabledTags, executing(overrides), { allow: ["wordpress"] })).toEqual([]);
  });

  it("does not show a secret tag", () => {
    const [message] = judge(
      forbidDisabledTags,
      executing({ categories: [WORDPRESS] }, GENERAL, { secretInputs: ["rules"] }),
    );
    expect(message).toContain("with the tag a secret value:");
    expect(message).not.toContain("wordpress");
  });
});
