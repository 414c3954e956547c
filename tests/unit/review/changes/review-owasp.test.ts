import { managedRulesets, OWASP_ID } from "../../../../emulator/catalogue";
import { serializeRuleset } from "../../../../emulator/rulesets/serialize";
import { UNKNOWN } from "../../../../provider/api";
import { reviewOwasp } from "../../../../review/changes/review-owasp";
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
