import fc from "fast-check";
import { managedRulesets, OWASP_ID } from "../../../../emulator/catalogue";
import type { Overrides, Rule, Ruleset } from "../../../../provider/api";
import {
  describeEffect,
  nameEffect,
  overridden,
  owaspEffect,
  owaspFromRule,
  owaspRule,
  type OwaspArgs,
} from "../../../../provider/rulesets";
import { serializeRuleset } from "../../../../emulator/rulesets/serialize";

const ZONE = "0123456789abcdef0123456789abcdef";
const versions = managedRulesets().find(([first]) => first?.id === OWASP_ID) ?? [];
const managed = serializeRuleset(versions.at(-1)!);
const rules = managed.rules ?? [];
const scoring = rules.at(-1)!;
const tags = [...new Set(rules.flatMap(({ categories }) => categories ?? []))];
const args = (over: Partial<OwaspArgs> = {}): OwaspArgs => ({
  zoneId: ZONE,
  paranoiaLevel: 2,
  scoreThreshold: 40,
  ...over,
});
const deployed = (over: Partial<OwaspArgs> = {}): Rule => ({
  ...owaspRule(args(over), managed).rule,
  id: "deploying",
});
const numbers = (found: readonly Rule[]) => found.map(({ description }) => description?.slice(0, 6));

describe("owaspEffect", () => {
  it("counts what a new deployment turns on, per level, without the scoring rule", () => {
    const effect = owaspEffect(undefined, deployed(), managed);
    const levelOf = (level: number) =>
      rules.filter(({ categories }) => categories?.includes(`paranoia-level-${level}`)).length;
    expect(effect.levels).toEqual([
      { level: 1, on: levelOf(1), of: levelOf(1) },
      { level: 2, on: levelOf(2), of: levelOf(2) },
      { level: 3, on: 0, of: levelOf(3) },
      { level: 4, on: 0, of: levelOf(4) },
    ]);
    expect(effect.on).toBe(levelOf(1) + levelOf(2));
    expect(effect.of).toBe(rules.length - 1);
    expect(effect.turnedOn).not.toContain(scoring);
    expect([effect.turnedOff, effect.acting]).toEqual([[], []]);
  });

  it("names the rules of an added level, and those that are turned off by number and tag", () => {
    const change = {
      paranoiaLevel: 3,
      rules: [
        { number: "942251", enabled: false },
        { number: "941100", enabled: false },
        { tag: "attack-lfi", action: "log" as const },
      ],
    };
    const effect = owaspEffect(deployed(), deployed(change), managed);
    expect(numbers(effect.turnedOn)).toEqual([
      "920272",
      "920300",
      "932106",
      "932190",
      "933161",
      "942460",
      "944300",
    ]);
    expect(numbers(effect.turnedOff)).toEqual(["941100"]);
    expect(numbers(effect.acting)).toEqual(["930100", "930120"]);
    expect(nameEffect(effect).slice(-3)).toEqual([
      "- 941100: XSS Attack Detected via libinjection",
      "~ 930100: Path Traversal Attack (/../)",
      "~ 930120: OS File Access Attempt",
    ]);
  });

  it("turns off all rules of a disabled deployment, and none without a change", () => {
    const off = owaspEffect(deployed(), deployed({ enabled: false }), managed);
    expect([off.on, off.turnedOn.length, off.turnedOff.length]).toEqual([
      0,
      0,
      owaspEffect(undefined, deployed(), managed).on,
    ]);
    const same = owaspEffect(deployed(), deployed(), managed);
    expect(nameEffect(same)).toEqual([]);
  });

  it("is described in one line", () => {
    const effect = owaspEffect(
      deployed(),
      deployed({ rules: [{ number: "941100", enabled: false }] }),
      managed,
    );
    expect(describeEffect(effect)).toBe(
      "turns 1 managed rule off; then 41 of 55 are on " +
        "(27 of 28 of level 1, 14 of 14 of level 2, 0 of 8 of level 3, 0 of 5 of level 4)",
    );
    const acting = owaspEffect(
      deployed(),
      deployed({ rules: [{ tag: "attack-lfi", action: "log" }] }),
      managed,
    );
    expect(describeEffect(acting)).toMatch(/^changes the action of 2 managed rules; then 42 of/);
  });

  it.each([
    [
      {},
      { scoreThreshold: 60 },
      "weaker: the score threshold rises from 40 to 60; then 42 of 55 managed rules are on (",
    ],
    [{}, { scoreThreshold: "high" }, "stronger: the score threshold falls from 40 to 25; then 42"],
    [
      {},
      { paranoiaLevel: 1 },
      "weaker: the paranoia level falls from 2 to 1; turns 14 managed rules off; then 28",
    ],
    [{}, { action: "log" }, "weaker: the action changes from block to log; then 42"],
    [
      { action: "log" },
      { action: "managed_challenge" },
      "stronger: the action changes from log to managed_challenge;",
    ],
    [
      {},
      { enabled: false, paranoiaLevel: 3 },
      "weaker: the deployment is turned off; turns 42 managed rules off;",
    ],
    [{}, {}, "42 of 55 managed rules are on ("],
    [
      {},
      { expression: "ssl" },
      "weaker: only requests that match its expression are inspected; then 42 of 55 managed rules are on (",
    ],
    [
      { expression: "ssl" },
      {},
      "stronger: all requests are inspected, not only those that match its expression; then 42",
    ],
    [
      { expression: "ssl" },
      { expression: "not ssl" },
      "its expression changes: other requests are inspected;",
    ],
  ] as const)("says of %j and then %j what is weaker or stronger", (before, after, text) => {
    const effect = owaspEffect(deployed(before), deployed(after), managed);
    expect(describeEffect(effect).slice(0, text.length)).toBe(text);
  });

  const override = fc.record(
    { enabled: fc.boolean(), action: fc.constantFrom("log", "block", "managed_challenge") },
    { requiredKeys: [] },
  );
  const overrides = fc
    .record({
      all: override,
      categories: fc.array(fc.tuple(fc.constantFrom(...tags), override), { maxLength: 6 }),
      single: fc.array(fc.tuple(fc.constantFrom(...rules.map(({ id }) => id)), override), { maxLength: 6 }),
    })
    .map(({ all, categories, single }): Overrides => ({
      ...all,
      categories: categories.map(([category, change]) => ({ category, ...change })),
      rules: single.map(([id, change]) => ({ id, ...change })),
    }));

  it("agrees with a model that applies the overrides one by one", () => {
    fc.assert(
      fc.property(overrides, (given) => {
        const live = layered(managed, given);
        for (const rule of rules) {
          const { enabled, action } = live.get(rule.id) ?? {};
          expect(overridden(rule, given)).toEqual({ enabled, action });
        }
        const after = { id: "d", action: "execute", action_parameters: { id: managed.id, overrides: given } };
        const { turnedOn, on } = owaspEffect(undefined, after, managed);
        const expected = rules.slice(0, -1).filter(({ id }) => live.get(id)?.enabled);
        expect(turnedOn).toEqual(expected);
        expect(on).toBe(expected.length);
      }),
    );
  });

  it.each([1, 2, 3, 4])(
    "turns on the rules of level %i and below, whatever the threshold and the action, which read back as written",
    (paranoiaLevel) => {
      const expected = rules.filter(({ categories }) =>
        categories?.some((tag) => Number(/^paranoia-level-(\d)$/.exec(tag)?.[1] ?? 9) <= paranoiaLevel),
      );
      for (const scoreThreshold of [1, 25, 40, 60, 1000, "low", "medium", "high"] as const) {
        for (const action of ["block", "challenge", "js_challenge", "managed_challenge", "log"] as const) {
          const written = args({ paranoiaLevel, scoreThreshold, action });
          const { rule, problems } = owaspRule(written, managed);
          expect(problems).toEqual([]);
          expect(owaspEffect(undefined, rule, managed).turnedOn).toEqual(expected);
          expect({ zoneId: ZONE, ...owaspFromRule({ ...rule, id: "d" }, managed, written) }).toEqual(written);
        }
      }
    },
  );
});

/** A slow model: applies every override, in order, to every rule that it names. */
function layered({ rules: all }: Ruleset, given: Overrides): Map<string, Pick<Rule, "enabled" | "action">> {
  const live = new Map((all ?? []).map(({ id, enabled, action }) => [id, { enabled, action }]));
  const lay = (id: string, change: { enabled?: boolean | undefined; action?: string | undefined }) => {
    const rule = live.get(id)!;
    if (change.enabled !== undefined) rule.enabled = change.enabled;
    if (change.action !== undefined) rule.action = change.action;
  };
  for (const { id } of all ?? []) lay(id, given);
  for (const item of given.categories ?? []) {
    for (const rule of all ?? []) if (rule.categories?.includes(item.category)) lay(rule.id, item);
  }
  for (const item of given.rules ?? []) lay(item.id, item);
  return live;
}
