import { owaspOverrides, repeatedTargets } from "../../../../provider/rulesets";
import { MANAGED_ID, SCORING_ID, args, managed } from "./owasp-fixture";

describe("owaspOverrides", () => {
  it("turns off each level above paranoiaLevel, and sets threshold and action of the scoring rule", () => {
    expect(owaspOverrides(args({ action: "managed_challenge" }), managed)).toEqual({
      overrides: {
        categories: [
          { category: "paranoia-level-3", enabled: false },
          { category: "paranoia-level-4", enabled: false },
        ],
        rules: [{ id: SCORING_ID, score_threshold: 40, action: "managed_challenge" }],
      },
      problems: [],
    });
  });

  it("turns off nothing at the highest level, and blocks by default", () => {
    expect(owaspOverrides(args({ paranoiaLevel: 4, scoreThreshold: "high" }), managed).overrides).toEqual({
      rules: [{ id: SCORING_ID, score_threshold: 25, action: "block" }],
    });
  });

  it("overrides rules by number and id, and tags, over which levels take precedence", () => {
    const rules = [
      { number: "920272", enabled: false },
      { id: "r1", action: "log" },
      { tag: "attack-protocol", enabled: true },
    ] as const;
    expect(owaspOverrides(args({ paranoiaLevel: 3, rules: [...rules] }), managed).overrides).toEqual({
      categories: [
        { category: "attack-protocol", enabled: true },
        { category: "paranoia-level-4", enabled: false },
      ],
      rules: [
        { id: "r2", enabled: false },
        { id: "r1", action: "log" },
        { id: SCORING_ID, score_threshold: 40, action: "block" },
      ],
    });
  });

  it("reports missing rules and tags, with the nearest numbers", () => {
    const rules = [
      { number: "920271", enabled: false },
      { id: "r9", enabled: false },
      { tag: "atack-protocol", enabled: false },
      { number: "949110", enabled: false },
    ];
    expect(owaspOverrides(args({ rules }), managed).problems).toEqual([
      {
        path: "rules[0].number",
        message:
          'Cloudflare OWASP Core Ruleset (version 35) has no rule with number "920271"; the nearest numbers are "920272", "920273" or "911100"',
      },
      { path: "rules[1].id", message: 'Cloudflare OWASP Core Ruleset has no rule with id "r9"' },
      {
        path: "rules[2].tag",
        message:
          'no rule of Cloudflare OWASP Core Ruleset has the tag "atack-protocol"; did you mean "attack-protocol"?',
      },
      {
        path: "rules[3].number",
        message:
          '"949110: Inbound Anomaly Score Exceeded" is the scoring rule; set scoreThreshold and action of the resource instead',
      },
    ]);
  });

  it("reports items that name the same rule or tag", () => {
    const rules = [
      { number: "920272", enabled: false },
      { tag: "attack-protocol", enabled: true },
      { id: "r2", action: "log" as const },
      { tag: "attack-protocol", enabled: false },
      { number: "1", enabled: false },
      { number: "1", enabled: false },
    ];
    expect(repeatedTargets(rules, managed)).toEqual([
      { path: "rules[2].id", message: "names the same as rules[0]: join both items" },
      { path: "rules[3].tag", message: "names the same as rules[1]: join both items" },
    ]);
  });

  it("reports a managed ruleset without rules", () => {
    expect(owaspOverrides(args(), { ...managed, rules: [] }).problems).toEqual([
      {
        path: "rulesetName",
        message: `Cloudflare OWASP Core Ruleset (id ${MANAGED_ID}) has no rules, so the score threshold cannot be set`,
      },
    ]);
  });

  it("keeps foreign overrides", () => {
    const existing = {
      action: "log",
      categories: [
        { category: "attack-generic", enabled: false },
        { category: "paranoia-level-2", enabled: false },
        { category: "paranoia-level-3", action: "log" },
      ],
      rules: [
        { id: "r1", enabled: false },
        { id: SCORING_ID, score_threshold: 60, enabled: false },
      ],
    };
    expect(owaspOverrides(args(), managed, existing).overrides).toEqual({
      action: "log",
      categories: [
        { category: "attack-generic", enabled: false },
        { category: "paranoia-level-3", action: "log", enabled: false },
        { category: "paranoia-level-4", enabled: false },
      ],
      rules: [
        { id: "r1", enabled: false },
        { id: SCORING_ID, score_threshold: 40, action: "block" },
      ],
    });
  });

  it("removes exactly the overrides of the previous arguments", () => {
    const previous = args({
      rules: [
        { number: "911100", enabled: false },
        { tag: "attack-protocol", enabled: false },
      ],
    });
    const existing = {
      categories: [{ category: "attack-protocol", enabled: false, sensitivity_level: "low" as const }],
      rules: [
        { id: "r1", enabled: false },
        { id: "r2", enabled: false },
      ],
    };
    expect(owaspOverrides(args({ paranoiaLevel: 4 }), managed, existing, previous).overrides).toEqual({
      categories: [{ category: "attack-protocol", sensitivity_level: "low" }],
      rules: [
        { id: "r2", enabled: false },
        { id: SCORING_ID, score_threshold: 40, action: "block" },
      ],
    });
  });
});
