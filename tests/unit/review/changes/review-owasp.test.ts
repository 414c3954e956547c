import { managedRulesets, OWASP_ID } from "../../../../emulator/catalogue";
import { serializeRuleset } from "../../../../emulator/rulesets/serialize";
import { UNKNOWN } from "../../../../provider/api";
import { reviewOwasp } from "../../../../review/changes/review-owasp";
import { owaspRows } from "../../../../review/rows/resource-rows";
import { owasp } from "../../../support/reviewed";

const [latest] = (managedRulesets().find(([first]) => first?.id === OWASP_ID) ?? []).slice(-1);
if (!latest) throw new Error("The catalogue has no OWASP ruleset.");
const managed = serializeRuleset(latest);

const before = { paranoiaLevel: 2, scoreThreshold: 40 };
const effectOf = (change: object) =>
  reviewOwasp("update", owasp(before), owasp({ ...before, ...change }), managed).effect;

describe("reviewOwasp", () => {
  it("names the managed rules that an override turns off", () => {
    const effect = effectOf({ rules: [{ number: "911100", enabled: false }] });
    expect(effect?.turnedOff.map(({ description }) => description)).toEqual([
      expect.stringContaining("911100"),
    ]);
    expect(effect?.turnedOn).toEqual([]);
  });

  it("ignores the members of an override that have another type", () => {
    expect(effectOf({ rules: [{ number: "911100", enabled: "no", action: "explode" }] })?.turnedOff).toEqual(
      [],
    );
  });

  it.each([
    ["the level", { paranoiaLevel: UNKNOWN }],
    ["the action", { action: UNKNOWN }],
    ["the overrides", { rules: UNKNOWN }],
    ["a part of an override", { rules: [{ number: "911100", action: UNKNOWN }] }],
  ])("leaves the effect open if %s is not known yet", (_what, change) => {
    expect(effectOf(change)).toBeNull();
  });
});

describe("the rows beside the settings of a deployment", () => {
  const rowsOf = (...[operation, from, to]: Parameters<typeof reviewOwasp>) =>
    owaspRows(reviewOwasp(operation, from, to, managed)).map((row) => ("text" in row ? row.text : row));

  it("say what the settings do not show: a removal, and what the update repairs", () => {
    expect(rowsOf("delete", owasp(before), undefined, undefined)).toEqual([
      "OWASP is removed: no managed OWASP rule inspects requests any more.",
    ]);
    const drifted = owasp({ ...before, drift: ["rule 911100 is off"] });
    expect(rowsOf("update", drifted, owasp(before), undefined)).toEqual(["Repaired: rule 911100 is off."]);
  });

  it("do not repeat the settings", () => {
    const changed = owasp({ paranoiaLevel: 1, scoreThreshold: 60, enabled: false });
    expect(rowsOf("update", owasp(before), changed, undefined)).toEqual([]);
    expect(rowsOf("create", undefined, changed, undefined)).toEqual([]);
  });
});
