import { managedRulesets, OWASP_ID } from "../../../../emulator/catalogue";
import { serializeRuleset } from "../../../../emulator/rulesets/serialize";
import type { Overrides, Rule, Ruleset } from "../../../../provider/api";
import { lostOverrides, owaspDefeats, owaspRule, type OwaspArgs } from "../../../../provider/rulesets";

const versions = managedRulesets().find(([first]) => first?.id === OWASP_ID) ?? [];
const managed = serializeRuleset(versions.at(-1)!);
const SCORING = managed.rules?.at(-1)?.id ?? "";
const ARGS: OwaspArgs = { zoneId: "0".repeat(32), paranoiaLevel: 2, scoreThreshold: 40 };

const deploying = (others: Overrides = {}, args = ARGS): Rule => {
  const { rule } = owaspRule(args, managed);
  const { categories = [], rules = [], ...rest } = rule.action_parameters?.["overrides"] as Overrides;
  const overrides = {
    ...rest,
    ...others,
    categories: [...categories, ...(others.categories ?? [])],
    rules: [...(others.rules ?? []), ...rules],
  };
  return { ...rule, id: "d", action_parameters: { ...rule.action_parameters, overrides } };
};
const skip = (parameters: Record<string, unknown>, over: Partial<Rule> = {}): Rule => ({
  id: "s",
  ref: "office",
  action: "skip",
  expression: "ip.src eq 192.0.2.1",
  action_parameters: parameters,
  ...over,
});
const entrypoint = (...rules: Rule[]): Ruleset => ({
  id: "e",
  name: "default",
  kind: "zone",
  version: "1",
  phase: "http_request_firewall_managed",
  rules,
});
const defeats = (rule: Rule, ...before: Rule[]) =>
  owaspDefeats(ARGS, managed, entrypoint(...before, rule), rule);

describe("owaspDefeats", () => {
  it("returns nothing for a single deployment, or for foreign exceptions", () => {
    expect(defeats(deploying())).toEqual([]);
    const single = managed.rules?.[0]?.id ?? "";
    expect(defeats(deploying({ rules: [{ id: single, enabled: false }] }))).toEqual([]);
    expect(defeats(deploying(), skip({ rules: { [managed.id]: [single] } }))).toEqual([]);
    expect(defeats(deploying(), skip({ phases: ["http_ratelimit"] }))).toEqual([]);
    expect(defeats(deploying(), skip({ rulesets: ["f".repeat(32)] }))).toEqual([]);
  });

  it("reports an action of the whole ruleset, which does not apply to the scoring rule", () => {
    expect(defeats(deploying({ action: "log" }))).toEqual([
      'the override of the whole ruleset with action "log" does not apply to the scoring rule, whose action is "block": ' +
        "set action of this resource, and remove that override from the deploying rule",
    ]);
    expect(defeats(deploying({ action: "block" }))).toEqual([]);
  });

  it("reports an override of the whole ruleset that turns off the scoring rule", () => {
    expect(defeats(deploying({ enabled: false }))).toEqual([
      expect.stringContaining("turns off the scoring rule, so no request is acted upon"),
    ]);
  });

  it("reports foreign overrides that turn on rules above the level, or turn off a level below it", () => {
    expect(defeats(deploying({ categories: [{ category: "attack-sqli", enabled: true }] }))).toEqual([
      expect.stringMatching(/^foreign overrides turn on 4 managed rules above level 2: /),
    ]);
    expect(defeats(deploying({ categories: [{ category: "paranoia-level-1", enabled: false }] }))).toEqual([
      expect.stringMatching(
        /turns off the rules of level 1, although paranoiaLevel is 2: remove the override of tag "paranoia-level-1"/,
      ),
    ]);
  });

  it("ignores a rule above the level that the program itself turns on", () => {
    const args = { ...ARGS, rules: [{ number: "942251", enabled: true }] };
    const rule = deploying({}, args);
    expect(owaspDefeats(args, managed, entrypoint(rule), rule)).toEqual([]);
  });

  it("reports a second deployment of the same managed ruleset", () => {
    const other: Rule = { ...deploying(), id: "o", ref: "by-hand" };
    expect(defeats(deploying(), other)).toEqual([
      'the rule "by-hand" also deploys this managed ruleset, at level 2 and threshold 40: remove one of the two',
    ]);
    expect(defeats(deploying(), { ...other, enabled: false })).toEqual([]);
  });

  it.each([
    ["the rest of the ruleset", { ruleset: "current" }],
    ["the phase", { phase: "current" }],
    ["the phase by name", { phases: ["http_request_firewall_managed"] }],
    ["the managed ruleset", { rulesets: [managed.id] }],
    ["the scoring rule", { rules: { [managed.id]: [SCORING] } }],
  ])("reports a preceding rule that skips %s", (_, parameters) => {
    expect(defeats(deploying(), skip(parameters))).toEqual([
      expect.stringMatching(/^the skip rule "office" precedes the deploying rule, so /),
    ]);
    expect(defeats(deploying(), skip(parameters, { enabled: false }))).toEqual([]);
    const rule = deploying();
    expect(owaspDefeats(ARGS, managed, entrypoint(rule, skip(parameters)), rule)).toEqual([]);
  });

  it("treats a rule that does not exist yet as the last one", () => {
    const { rule } = owaspRule(ARGS, managed);
    expect(owaspDefeats(ARGS, managed, entrypoint(skip({ phase: "current" })), rule)).toHaveLength(1);
  });

  it("returns nothing for a disabled deployment", () => {
    const args = { ...ARGS, enabled: false };
    const rule = deploying({ action: "log" }, args);
    expect(owaspDefeats(args, managed, entrypoint(skip({ phase: "current" }), rule), rule)).toEqual([]);
  });
});

describe("lostOverrides", () => {
  const older = { ...managed, rules: managed.rules?.filter((_, index) => index !== 0) ?? [] };
  const first = managed.rules?.[0]?.id ?? "";
  const rule = deploying({
    rules: [{ id: first, enabled: false }],
    categories: [{ category: "gone", action: "log" }],
  });

  it("names rules by number if the older version is known, else by id, and tags by name", () => {
    expect(lostOverrides(rule, older, managed)).toEqual(["rule 911100", 'tag "gone"']);
    expect(lostOverrides(rule, older)).toEqual([`rule ${first}`, 'tag "gone"']);
    expect(lostOverrides(deploying(), managed)).toEqual([]);
  });

  it("are dropped by the next write, because the API rejects them", () => {
    const overrides = owaspRule(ARGS, older, rule).rule.action_parameters?.["overrides"] as Overrides;
    expect(overrides.rules?.map(({ id }) => id)).toEqual([SCORING]);
    expect(overrides.categories?.map(({ category }) => category)).toEqual([
      "paranoia-level-3",
      "paranoia-level-4",
    ]);
  });

  it("are kept if the deploying rule executes a fixed version", () => {
    const pinned = { ...rule, action_parameters: { ...rule.action_parameters, version: "35" } };
    const overrides = owaspRule(ARGS, older, pinned).rule.action_parameters?.["overrides"] as Overrides;
    expect(overrides.rules?.map(({ id }) => id)).toEqual([first, SCORING]);
  });
});
