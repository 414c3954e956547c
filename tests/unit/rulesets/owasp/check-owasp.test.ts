import { UNKNOWN } from "../../../../provider/api";
import { checkOwasp } from "../../../../provider/rulesets";
import { args } from "./owasp-fixture";

describe("checkOwasp", () => {
  it("accepts valid arguments", () => {
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

  it("accepts unknown values", () => {
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
  ])("reports %s", (_, change, path, message) => {
    expect(checkOwasp({ ...args(), ...change })).toEqual([
      { path, message: expect.stringMatching(message) as string },
    ]);
  });
});
