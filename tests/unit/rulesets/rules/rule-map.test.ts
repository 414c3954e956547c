import fc from "fast-check";
import { rulesFromMap, rulesToMap, type RuleState } from "../../../../provider/rulesets";

const args = { action: "block", expression: "ssl" };

describe("rulesToMap", () => {
  it("keys rules by ref and names the rule before each", () => {
    expect(
      rulesToMap([
        { ref: "b", ...args },
        { ref: "a", ...args, enabled: false },
      ]),
    ).toEqual({
      b: args,
      a: { ...args, enabled: false, after: "b" },
    });
  });

  it("is the inverse of rulesFromMap, for any order of keys", () => {
    const refs = fc.uniqueArray(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("__proto__", "10", "9")),
    );
    const twice = refs.chain((chosen) =>
      fc.tuple(fc.constant(chosen), fc.shuffledSubarray(chosen, { minLength: chosen.length })),
    );
    fc.assert(
      fc.property(twice, ([chosen, arriving]) => {
        const rules = chosen.map((ref, index): RuleState => ({ ref, ...args, description: String(index) }));
        const map = new Map(Object.entries(rulesToMap(rules)));
        expect(rulesFromMap(Object.fromEntries(arriving.map((ref) => [ref, map.get(ref)!])))).toEqual(rules);
      }),
    );
  });
});

describe("rulesFromMap", () => {
  it("takes the ref of a rule from its key, whatever its members are", () => {
    const forged = { a: { ...args, ref: "b" }, b: { ...args, after: "a" } };
    expect(rulesFromMap(forged).map(({ ref }) => ref)).toEqual(["a", "b"]);
  });

  it.each([
    [{ a: args, b: args }, '"a" and "b" both stand first'],
    [{ a: args, b: { ...args, after: "a" }, c: { ...args, after: "a" } }, '"b" and "c" both stand after "a"'],
    [{ a: args, b: { ...args, after: "gone" } }, '"b" stands after "gone", which does not exist'],
    [{ a: { ...args, after: "b" }, b: { ...args, after: "a" } }, "form a cycle"],
    [{ a: args, b: { ...args, after: "b" } }, "form a cycle"],
  ])("rejects %j", (map, message) => {
    expect(() => rulesFromMap(map)).toThrow(message);
  });
});
