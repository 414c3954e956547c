import { deployingRuleOf, findManagedRuleset } from "../../../../provider/rulesets";
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
