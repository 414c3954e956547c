import { checkScores, deployingRuleOf, findManagedRuleset } from "../../../../provider/rulesets";
import { MANAGED_ID, deployed, managed } from "./owasp-fixture";

describe("findManagedRuleset", () => {
  const other = { ...managed, id: "other", name: "Acme OWASP Core Ruleset" };

  it("finds it by name and kind", () => {
    expect(findManagedRuleset([{ ...managed, kind: "custom", id: "x" }, other, managed])?.id).toBe(
      MANAGED_ID,
    );
    expect(findManagedRuleset([managed, other], "Acme OWASP Core Ruleset")?.id).toBe("other");
    expect(findManagedRuleset([managed], "Gone")).toBeUndefined();
  });

  it("finds the ruleset of another vendor if there is only one", () => {
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

describe("checkScores", () => {
  const plain = {
    id: "r",
    version: "1",
    action: "block",
    description: "Something",
    categories: ["wordpress"],
  };

  it("reports a managed ruleset that has neither levels nor a score", () =>
    expect(checkScores({ ...managed, name: "Other Ruleset", rules: [plain] })).toEqual([
      {
        path: "rulesetName",
        message:
          'names "Other Ruleset", whose rules have no paranoia level and no score: leave rulesetName out to deploy "Cloudflare OWASP ' +
          'Core Ruleset", and deploy the other one by a rule with the action execute',
      },
    ]));

  it("passes levels without a score, a score without levels, and a ruleset whose rules are not known", () => {
    expect(checkScores(managed)).toEqual([]);
    expect(checkScores({ ...managed, rules: [{ ...plain, categories: ["paranoia-level-1"] }] })).toEqual([]);
    expect(checkScores({ ...managed, rules: [{ ...plain, score_threshold: 40 }] })).toEqual([]);
    expect(checkScores({ ...managed, rules: [] })).toEqual([]);
  });
});
