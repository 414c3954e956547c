import type { Rule, Ruleset } from "../../../../provider/api";
import { sameDeployment } from "../../../../provider/rulesets";

const managed: Ruleset = {
  id: "core",
  name: "OWASP",
  kind: "managed",
  phase: "http_request_firewall_managed",
  version: "1",
  rules: [
    { id: "one", version: "1", enabled: true, action: "block", categories: ["paranoia-level-1", "php"] },
    { id: "two", version: "1", enabled: true, action: "block", categories: ["paranoia-level-2"] },
    { id: "score", version: "1", enabled: true, action: "block", score_threshold: 40 },
  ],
};
const deploying = (overrides: object, more: object = {}): Rule => ({
  id: "rule",
  version: "1",
  action: "execute",
  expression: "true",
  action_parameters: { id: "core", overrides },
  ...more,
});
const off = (category: string) => ({ category, enabled: false });
const log = (id: string) => ({ id, action: "log" });

describe("two deployments", () => {
  it.each([
    [
      "the order of tags",
      { categories: [off("php"), off("paranoia-level-2")] },
      { categories: [off("paranoia-level-2"), off("php")] },
    ],
    ["the order of rules", { rules: [log("one"), log("two")] }, { rules: [log("two"), log("one")] }],
    ["what is on anyway", { rules: [{ ...log("score"), enabled: true }] }, { rules: [log("score")] }],
    [
      "the threshold that the rule has anyway",
      { rules: [{ ...log("score"), score_threshold: 40 }] },
      { rules: [log("score")] },
    ],
    ["a list that is missing", {}, { enabled: true }],
  ])("are the same if they differ in %s", (_, one, other) => {
    expect(sameDeployment(deploying(one), deploying(other), managed)).toBe(true);
  });

  it.each([
    ["which rule is on", { categories: [off("paranoia-level-2")] }, { categories: [off("php")] }],
    [
      "the order of two tags of a rule",
      { categories: [off("php"), { category: "paranoia-level-1", enabled: true }] },
      { categories: [{ category: "paranoia-level-1", enabled: true }, off("php")] },
    ],
    ["an action", { rules: [log("one")] }, {}],
    ["the threshold", { rules: [{ id: "score", score_threshold: 60 }] }, {}],
    ["whether the scoring rule is on", { rules: [{ id: "score", enabled: false }] }, {}],
    ["the sensitivity", { sensitivity_level: "low" }, {}],
  ])("are not the same if they differ in %s", (_, one, other) => {
    expect(sameDeployment(deploying(one), deploying(other), managed)).toBe(false);
  });

  it("are not the same if anything but their overrides differs", () => {
    expect(sameDeployment(deploying({}), deploying({}, { expression: "ssl" }), managed)).toBe(false);
    expect(sameDeployment(deploying({}), deploying({}, { enabled: false }), managed)).toBe(false);
    const pinned = { action_parameters: { id: "core", version: "2" } };
    expect(sameDeployment(deploying({}), deploying({}, pinned), managed)).toBe(false);
  });
});
