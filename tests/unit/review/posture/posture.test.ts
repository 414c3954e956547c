import { managedRulesets } from "../../../../emulator/catalogue";
import { serializeRuleset } from "../../../../emulator/rulesets/serialize";
import type { Rule, Ruleset } from "../../../../provider/api";
import type { Live, LiveZone } from "../../../../review/posture/posture";
import { postureOf } from "../../../../review/posture/posture-of";
import { OWASP } from "../../../support/platform";

const AT = new Date("2026-11-22T12:00:00Z");
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";

const owasp = managedRulesets()
  .flatMap((versions) => versions.slice(-1))
  .map(serializeRuleset)
  .find(({ id }) => id === OWASP);

function rule(ref: string, more: Partial<Rule> = {}): Rule {
  return { id: `id of ${ref}`, ref, action: "block", expression: 'http.host eq "x"', enabled: true, ...more };
}

function zone(name: string, ...rulesets: (readonly [phase: string, ...rules: Rule[]])[]): LiveZone {
  return {
    zone: { id: `id of ${name}`, name, account: { id: "acc" } },
    rulesets: rulesets.map(([phase, ...rules]) => ({
      id: phase,
      name: "default",
      kind: "zone",
      version: "1",
      phase,
      rules,
    })),
  };
}

function live(zones: readonly LiveZone[], accountRulesets: readonly Ruleset[] = []): Live {
  return {
    at: AT,
    vendor: "cloudflare",
    zones,
    tokens: [],
    groups: [],
    owasp,
    unread: [],
    accounts: [{ id: "acc", name: "Account", rulesets: accountRulesets }],
    managedNames: new Map([[OWASP, "OWASP"]]),
  };
}

const postures = (...zones: LiveZone[]) => postureOf(live(zones), []).zones;

function deployment(off: readonly number[], score: object, more: Partial<Rule> = {}): Rule {
  const categories = off.map((level) => ({ category: `paranoia-level-${level}`, enabled: false }));
  return rule("owasp", {
    action: "execute",
    expression: "true",
    action_parameters: { id: OWASP, overrides: { categories, rules: [{ id: SCORING, ...score }] } },
    ...more,
  });
}

describe("the posture of a zone's OWASP deployment", () => {
  it("has level, threshold, action, the rules that are on, and the age of the overrides", () => {
    const deploying = deployment(
      [3, 4],
      { score_threshold: 25, action: "block" },
      { last_updated: "2026-11-12T11:00:00Z" },
    );
    const [found] = postures(zone("a.example", [MANAGED, deploying]));
    expect(found?.owasp).toMatchObject({
      from: "zone",
      effect: "acts",
      level: 2,
      threshold: 25,
      action: "block",
      ageDays: 10,
    });
    expect(found?.owasp?.levels).toMatchObject([
      { level: 1, on: found?.owasp?.levels[0]?.of },
      { level: 2, on: found?.owasp?.levels[1]?.of },
      { level: 3, on: 0 },
      { level: 4, on: 0 },
    ]);
  });

  it("tells one that only logs, one that is disabled, and one that is missing", () => {
    const logging = zone("log.example", [MANAGED, deployment([], { action: "log" })]);
    const disabled = zone("off.example", [MANAGED, deployment([], {}, { enabled: false })]);
    expect(
      postures(logging, disabled, zone("none.example")).map(({ name, owasp: found }) => [
        name,
        found?.effect,
      ]),
    ).toEqual([
      ["none.example", undefined],
      ["off.example", "off"],
      ["log.example", "logs"],
    ]);
  });

  it("is that of the account if the zone has none", () => {
    const root = {
      id: "1",
      name: "root",
      kind: "root",
      version: "1",
      phase: MANAGED,
      rules: [deployment([], {})],
    };
    expect(postureOf(live([zone("a.example")], [root]), []).zones[0]?.owasp).toMatchObject({
      from: "account",
      level: 4,
    });
  });

  it("says what defeats it", () => {
    const skip = rule("skip", { action: "skip", action_parameters: { ruleset: "current" } });
    const [found] = postures(zone("a.example", [MANAGED, skip, deployment([], {})]));
    expect(found?.owasp?.defeats).toEqual([expect.stringContaining('the skip rule "skip" precedes')]);
  });
});

describe("the posture of a phase", () => {
  it("is its strongest rule", () => {
    const log = rule("log", { action: "log" });
    const off = rule("off", { enabled: false });
    const effects = postures(
      zone("a.example", [CUSTOM, off, log, rule("block")]),
      zone("b.example", [CUSTOM, off, log]),
      zone("c.example", [CUSTOM, off]),
      zone("d.example", [CUSTOM]),
    ).map(({ rulesets }) => rulesets[0]?.effect);
    expect(effects).toEqual(["acts", "logs", "off", "empty"]);
  });

  it("has the hazards of its rules, and puts such zones first", () => {
    const [first, second] = postures(
      zone("a.example", [CUSTOM, rule("ok")]),
      zone("b.example", [CUSTOM, rule("all", { expression: "true" })]),
    );
    expect(first).toMatchObject({ name: "b.example", hazards: 1 });
    expect(first?.rulesets[0]?.rules[0]?.hazards).toMatchObject([{ id: "blocks-everything" }]);
    expect(second).toMatchObject({ name: "a.example", hazards: 0 });
  });
});

describe("differences between zones", () => {
  const named = (name: string, more: Partial<Rule> = {}) =>
    rule("admin", { expression: `http.host eq "${name}"`, ...more });
  const differences = (...zones: LiveZone[]) => postureOf(live(zones), []).differences;

  it("count a rule as the same whatever its id, layout, description and its zone's own name", () => {
    const found = differences(
      zone("a.example", [CUSTOM, named("a.example")]),
      zone("b.example", [
        CUSTOM,
        named("b.example", { id: "other", expression: 'http.host  ==  "b.example"', description: "d" }),
      ]),
      zone("c.example", [CUSTOM, named("c.example", { logging: null })]),
      zone("d.example"),
    );
    expect(found).toMatchObject([
      {
        ref: "admin",
        expression: 'http.host eq "<zone>"',
        having: ["a.example", "b.example", "c.example"],
        missing: ["d.example"],
        differing: [],
      },
    ]);
  });

  it("tell a missing rule from one with the same ref and another content", () => {
    const found = differences(
      zone("a.example", [CUSTOM, rule("admin")]),
      zone("b.example", [CUSTOM, rule("admin")]),
      zone("c.example", [CUSTOM, rule("admin")]),
      zone("d.example", [CUSTOM, rule("admin", { action: "log", enabled: false })]),
      zone("e.example"),
    );
    expect(found).toMatchObject([
      { missing: ["e.example"], differing: [{ zone: "d.example", members: ["action", "enabled"] }] },
    ]);
  });

  it("leave out rules of all zones, of half of them, and of another phase", () => {
    const found = differences(
      zone("a.example", [CUSTOM, rule("all"), rule("half", { action: "log" })]),
      zone("b.example", [CUSTOM, rule("all")], [MANAGED, rule("half", { action: "log" })]),
    );
    expect(found).toEqual([]);
  });
});
