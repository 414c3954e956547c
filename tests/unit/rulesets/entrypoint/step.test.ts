import { identityText, markTextOf } from "../../../../provider/marks";
import { describeStep, resolveStep } from "../../../../provider/rulesets";
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

describe("describeStep", () => {
  const refOf = (stack: string, resource: string, nonce: string): string => {
    const identity = { organization: "organization", project: "shop", stack, urn: `urn::${resource}` };
    return `admin~${markTextOf(identityText(identity), nonce)}`;
  };
  const own = refOf("prod", "custom", "00000001");

  it.each([
    ["the same ref of an earlier resource", refOf("prod", "custom", "00000000"), 'the earlier rule "admin"'],
    ["that of another resource", refOf("prod", "other", "00000000"), 'the rule "admin" of another resource'],
    ["that of another stack", refOf("dev", "custom", "00000000"), 'the rule "admin" of shop/dev'],
    ["that of nobody", "admin", 'the rule "admin" without an owner\'s mark'],
    ["another ref", "login", '"login"'],
  ])("tells the rules apart beside %s", (_, after, text) => {
    const position = { after };
    const rule = { ref: own, action: "block", expression: "ssl", position };
    expect(describeStep({ kind: "add", rule })).toBe(`inserted rule "admin" after ${text}`);
    const moved = { kind: "move", ruleId: "one", ref: own, position: { before: after } } as const;
    expect(describeStep(moved)).toBe(`moved rule "admin" before ${text}`);
  });
});
