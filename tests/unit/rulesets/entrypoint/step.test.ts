import { resolveStep } from "../../../../provider/rulesets";
import { live } from "./plan-fixture";

describe("resolveStep", () => {
  it("replaces refs with the ids of the latest response", () => {
    const step = { kind: "move", ruleId: "id-b", ref: "b", position: { after: "a" } } as const;
    expect(resolveStep(step, live([{ ref: "a" }]))).toEqual({ ...step, position: { after: "id-a" } });
  });

  it("finds a rule without a ref by its id", () => {
    const found = live([{}]);
    const step = { kind: "move", ruleId: "id-b", ref: "b", position: { before: "id-" } } as const;
    delete found.rules?.[0]?.ref;
    expect(resolveStep(step, found)).toEqual(step);
  });

  it("throws if the rule no longer exists", () => {
    const step = {
      kind: "add",
      rule: { action: "log", expression: "true", position: { after: "a" } },
    } as const;
    expect(() => resolveStep(step, live([]))).toThrow('no longer has the rule with ref "a"');
  });
});
