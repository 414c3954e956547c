import fc from "fast-check";
import { Overrides, UNKNOWN, type ManagedAction, type Rule, type Ruleset } from "../../../../provider/api";
import {
  checkOwasp,
  deployingRuleOf,
  findManagedRuleset,
  owaspFromRule,
  owaspOverrides,
  owaspRule,
  sameRule,
  type OwaspArgs,
} from "../../../../provider/rulesets";

const ZONE = "0123456789abcdef0123456789abcdef";
const MANAGED_ID = "4814384a9e5d4991b9815dcfc25d2f1f";
const SCORING_ID = "6179ae15870a4bb7b2d480d4843b323c";
const tagged = (id: string, description: string, ...categories: string[]): Rule => ({
  id,
  version: "35",
  action: "score",
  categories,
  description,
  ref: `ref-${id}`,
  enabled: true,
});
const managed: Ruleset = {
  id: MANAGED_ID,
  name: "Cloudflare OWASP Core Ruleset",
  kind: "managed",
  version: "35",
  source: "firewall_managed",
  phase: "http_request_firewall_managed",
  rules: [
    tagged("r1", "911100: Method is not allowed by policy", "paranoia-level-1", "attack-generic"),
    tagged(
      "r2",
      "920272: Invalid character in request (outside of printable chars)",
      "paranoia-level-3",
      "attack-protocol",
    ),
    tagged(
      "r3",
      "920273: Invalid character in request (outside of very strict set)",
      "paranoia-level-4",
      "attack-protocol",
    ),
    {
      id: SCORING_ID,
      version: "35",
      action: "block",
      score_threshold: 40,
      description: "949110: Inbound Anomaly Score Exceeded",
      ref: "ad0beb2fce9f149e565ee78d6e659d47",
      enabled: true,
    },
  ],
};
const args = (over: Partial<OwaspArgs> = {}): OwaspArgs => ({
  zoneId: ZONE,
  paranoiaLevel: 2,
  scoreThreshold: 40,
  ...over,
});
const deployed = (action_parameters: Record<string, unknown>): Rule => ({
  id: "deploying",
  ref: "by-hand",
  action: "execute",
  expression: "true",
  enabled: true,
  action_parameters: { id: MANAGED_ID, version: "latest", ...action_parameters },
});

describe("owaspOverrides", () => {
  it("switches off each level above the one asked for, and puts threshold and action on the last rule", () => {
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

  it("switches nothing off at the highest level, and blocks by default", () => {
    expect(owaspOverrides(args({ paranoiaLevel: 4, scoreThreshold: "high" }), managed).overrides).toEqual({
      rules: [{ id: SCORING_ID, score_threshold: 25, action: "block" }],
    });
  });

  it("finds rules by number and id, and tags, which the levels win over", () => {
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

  it("names what it does not find, with the nearest numbers", () => {
    const rules = [
      { number: "920271", enabled: false },
      { id: "r9", enabled: false },
      { tag: "atack-protocol", enabled: false },
      { number: "949110", enabled: false },
    ];
    expect(owaspOverrides(args({ rules }), managed).problems).toEqual([
      {
        path: "rules[0]",
        message:
          'Cloudflare OWASP Core Ruleset (version 35) has no rule with number "920271"; the nearest numbers are "920272", "920273" or "911100"',
      },
      { path: "rules[1]", message: 'Cloudflare OWASP Core Ruleset has no rule with id "r9"' },
      {
        path: "rules[2]",
        message:
          'no rule of Cloudflare OWASP Core Ruleset has the tag "atack-protocol"; did you mean "attack-protocol"?',
      },
      {
        path: "rules[3]",
        message:
          '"949110: Inbound Anomaly Score Exceeded" is the scoring rule; set scoreThreshold and action of the resource instead',
      },
    ]);
  });

  it("says that a ruleset without rules has no threshold", () => {
    expect(owaspOverrides(args(), { ...managed, rules: [] }).problems).toEqual([
      {
        path: "",
        message: `Cloudflare OWASP Core Ruleset (id ${MANAGED_ID}) has no rules, so the score threshold cannot be set`,
      },
    ]);
  });

  it("keeps the overrides of others", () => {
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

  it("takes back what the arguments of before had put there, and no more", () => {
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

describe("owaspRule", () => {
  it("makes a deploying rule for all requests", () => {
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

  it("leaves ref, version, description and other parameters of one that exists as they are", () => {
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

  it("gives back what owaspRule was given, whatever the level, threshold and action", () => {
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

  it("leaves overrides of others out where it knows what was written", () => {
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

  it("tells what somebody changed by hand", () => {
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

  it("takes the managed ruleset's own threshold and action where nothing is overridden", () => {
    expect(owaspFromRule(deployed({}), managed)).toEqual({ paranoiaLevel: 4, scoreThreshold: 40 });
    expect(owaspFromRule(deployed({ overrides: { categories: null } }), { ...managed, rules: null })).toEqual(
      {
        paranoiaLevel: 4,
        scoreThreshold: 40,
      },
    );
  });
});

describe("checkOwasp", () => {
  it("finds nothing wrong with good arguments", () => {
    const good = args({
      action: "log",
      rules: [{ number: "920272", enabled: false }],
      expression: "true",
      ref: "r",
    });
    expect(checkOwasp(good)).toEqual([]);
    expect(
      checkOwasp({ ...good, scoreThreshold: "low", rules: [{ tag: "attack-sqli", action: "log" }] }),
    ).toEqual([]);
  });

  it("lets values pass that are not known yet", () => {
    expect(checkOwasp(UNKNOWN)).toEqual([]);
    expect(checkOwasp(Object.fromEntries(Object.keys(args()).map((name) => [name, UNKNOWN])))).toEqual([]);
    expect(
      checkOwasp({ ...args(), rules: [UNKNOWN, { id: UNKNOWN, enabled: UNKNOWN, action: UNKNOWN }] }),
    ).toEqual([]);
    expect(
      checkOwasp({
        ...args(),
        rules: [
          { number: UNKNOWN, enabled: false },
          { tag: UNKNOWN, enabled: false },
        ],
      }),
    ).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    ["no level", { paranoiaLevel: undefined }, "paranoiaLevel", /1, 2, 3 or 4, as a number; found nothing/],
    ["level 0", { paranoiaLevel: 0 }, "paranoiaLevel", /found 0/],
    ["level 5", { paranoiaLevel: 5 }, "paranoiaLevel", /found 5/],
    ["level 2.5", { paranoiaLevel: 2.5 }, "paranoiaLevel", /found 2\.5/],
    ['level "two"', { paranoiaLevel: "two" }, "paranoiaLevel", /found "two"/],
    [
      "a threshold of 0",
      { scoreThreshold: 0 },
      "scoreThreshold",
      /of at least 1, or one of "low" \(60\).*found 0/,
    ],
    ["a threshold of 1.5", { scoreThreshold: 1.5 }, "scoreThreshold", /found 1\.5/],
    ["an unknown threshold", { scoreThreshold: "x" }, "scoreThreshold", /found "x"/],
    ["an unknown action", { action: "managed-chalenge" }, "action", /did you mean "managed_challenge"/],
    ["a bad zone", { zoneId: "z" }, "zoneId", /32 lower-case hexadecimal digits, found "z"/],
    ["an unknown member", { threshold: 40 }, "threshold", /is not a known property/],
    [
      "a rule by nothing",
      { rules: [{ enabled: false }] },
      "rules[0]",
      /one of number, id and tag, found none/,
    ],
    [
      "a rule by two things",
      { rules: [{ number: "1", tag: "t", enabled: false }] },
      "rules[0]",
      /found number and tag/,
    ],
    ["a rule that changes nothing", { rules: [{ number: "1" }] }, "rules[0]", /has no effect; set enabled/],
    [
      "a number as a number",
      { rules: [{ number: 920272, enabled: false }] },
      "rules[0].number",
      /digits in quotes/,
    ],
    [
      "a level as a tag",
      { rules: [{ tag: "paranoia-level-2", enabled: false }] },
      "rules[0].tag",
      /which paranoiaLevel controls/,
    ],
    [
      "an empty expression",
      { expression: "" },
      "expression",
      /must be a non-empty string, found an empty string/,
    ],
  ])("refuses %s", (_, change, path, message) => {
    expect(checkOwasp({ ...args(), ...change })).toEqual([
      { path, message: expect.stringMatching(message) as string },
    ]);
  });
});

describe("findManagedRuleset", () => {
  const other = { ...managed, id: "other", name: "Acme OWASP Core Ruleset" };

  it("finds it by name and kind", () => {
    expect(findManagedRuleset([{ ...managed, kind: "custom", id: "x" }, other, managed])?.id).toBe(
      MANAGED_ID,
    );
    expect(findManagedRuleset([managed, other], "Acme OWASP Core Ruleset")?.id).toBe("other");
    expect(findManagedRuleset([managed], "Gone")).toBeUndefined();
  });

  it("finds another vendor's where there is only one", () => {
    expect(findManagedRuleset([other])?.id).toBe("other");
    expect(findManagedRuleset([other, { ...other, name: "Beta OWASP Core Ruleset" }])).toBeUndefined();
  });
});

describe("deployingRuleOf", () => {
  it("finds the rule that executes the managed ruleset", () => {
    const entrypoint = {
      ...managed,
      rules: [{ ...deployed({}), action: "skip" }, deployed({ id: "x" }), deployed({})],
    };
    expect(deployingRuleOf(entrypoint, MANAGED_ID)).toBe(entrypoint.rules[2]);
    expect(deployingRuleOf(undefined, MANAGED_ID)).toBeUndefined();
  });
});
