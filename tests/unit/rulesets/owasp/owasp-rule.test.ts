import fc from "fast-check";
import { Overrides, type ManagedAction } from "../../../../provider/api";
import { owaspFromRule, owaspRule, sameRule, type OwaspArgs } from "../../../../provider/rulesets";
import { MANAGED_ID, SCORING_ID, ZONE, args, deployed, managed } from "./owasp-fixture";

describe("owaspRule", () => {
  it("returns a deploying rule for all requests", () => {
    expect(owaspRule(args({ paranoiaLevel: 4 }), managed).rule).toEqual({
      ref: "owasp-core-ruleset",
      action: "execute",
      action_parameters: {
        id: MANAGED_ID,
        version: "latest",
        overrides: { rules: [{ id: SCORING_ID, score_threshold: 40, action: "block" }] },
      },
      expression: "true",
      enabled: true,
      description: "Cloudflare OWASP Core Ruleset",
    });
  });

  it("keeps ref, version, description and other parameters of an existing rule", () => {
    const existing = {
      ...deployed({ version: "34", matched_data: { public_key: "k" } }),
      description: "mine",
    };
    expect(owaspRule(args({ ref: "other", enabled: false }), managed, existing).rule).toMatchObject({
      ref: "by-hand",
      description: "mine",
      enabled: false,
      action_parameters: { version: "34", matched_data: { public_key: "k" } },
    });
  });
});

describe("owaspFromRule", () => {
  const actions: ManagedAction[] = ["block", "challenge", "js_challenge", "managed_challenge", "log"];
  const owasp = fc.record(
    {
      paranoiaLevel: fc.constantFrom(1, 2, 3, 4),
      scoreThreshold: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom("low", "medium", "high")),
      action: fc.constantFrom(...actions),
      rules: fc.shuffledSubarray([
        { number: "911100", enabled: false },
        { number: "920273", action: "log" },
        { tag: "attack-protocol", enabled: true, action: "block" },
      ] satisfies OwaspArgs["rules"]),
      expression: fc.constantFrom("true", "ssl"),
      enabled: fc.boolean(),
    },
    { requiredKeys: ["paranoiaLevel", "scoreThreshold"] },
  ) as fc.Arbitrary<Omit<OwaspArgs, "zoneId">>;

  it("is the inverse of owaspRule, for any level, threshold and action", () => {
    fc.assert(
      fc.property(owasp, (given) => {
        const written = { zoneId: ZONE, ...given };
        const { rule, problems } = owaspRule(written, managed);
        expect(problems).toEqual([]);
        expect(Overrides.parse(rule.action_parameters?.overrides)).toEqual(rule.action_parameters?.overrides);
        expect(owaspFromRule({ ...rule, id: "r" }, managed, written)).toEqual(given);
        const again = { zoneId: ZONE, ...owaspFromRule({ ...rule, id: "r" }, managed) };
        expect(again.paranoiaLevel).toBe(given.paranoiaLevel);
        expect(sameRule(owaspRule(again, managed, { ...rule, id: "r" }).rule, rule)).toBe(true);
      }),
    );
  });

  it("omits foreign overrides if the arguments are known", () => {
    const rule = deployed({
      overrides: {
        rules: [
          { id: "r1", enabled: false },
          { id: "r2", enabled: false },
        ],
      },
    });
    const written = args({ rules: [{ id: "r2", enabled: false }] });
    expect(owaspFromRule(rule, managed, written).rules).toEqual([{ id: "r2", enabled: false }]);
    expect(owaspFromRule(rule, managed).rules).toEqual([
      { number: "911100", enabled: false },
      { number: "920272", enabled: false },
    ]);
  });

  it("returns changes that were made by hand", () => {
    const rule = deployed({
      overrides: {
        categories: [{ category: "paranoia-level-3", enabled: false }],
        rules: [{ id: SCORING_ID, score_threshold: 60, action: "log" }],
      },
    });
    expect(owaspFromRule({ ...rule, enabled: false, expression: "ssl" }, managed, args())).toEqual({
      paranoiaLevel: 4,
      scoreThreshold: 60,
      action: "log",
      expression: "ssl",
      enabled: false,
    });
  });

  it("returns the threshold and action of the managed ruleset if there is no override", () => {
    expect(owaspFromRule(deployed({}), managed)).toEqual({ paranoiaLevel: 4, scoreThreshold: 40 });
    expect(owaspFromRule(deployed({ overrides: { categories: null } }), { ...managed, rules: null })).toEqual(
      {
        paranoiaLevel: 4,
        scoreThreshold: 40,
      },
    );
  });
});
