import { orderForRoom, roomText } from "../../../../provider/rulesets";

const add = (ref: string) => ({ kind: "add", rule: { ref, action: "block", expression: "ssl" } }) as const;
const remove = (ref: string) => ({ kind: "remove", ruleId: `id-${ref}`, ref }) as const;

describe("orderForRoom", () => {
  it("keeps the order if all new rules fit beside the old ones", () => {
    const steps = [add("b"), remove("a")];
    expect(orderForRoom(steps, { added: 5, kept: 4 }, 5)).toBe(steps);
  });

  it("removes rules first if the new ones only fit then", () => {
    expect(orderForRoom([add("b"), remove("a")], { added: 6, kept: 5 }, 5)).toEqual([remove("a"), add("b")]);
  });

  it("has no order for a result that does not fit", () => {
    expect(orderForRoom([add("b"), add("c")], { added: 6, kept: 6 }, 5)).toBeUndefined();
  });
});

describe("roomText", () => {
  const limit = { max: 5, plan: "the plan free of example.com" };

  it("says who has how many rules", () => {
    expect(roomText({ own: 3, foreign: 2, siblings: 1 }, limit)).toBe(
      "the entry point would have 6 rules (3 of this resource, 2 of other owners, 1 of other resources of this stack), and the " +
        "plan free of example.com allows 5 in this phase: join expressions with `or`, remove rules, or upgrade the plan",
    );
    expect(roomText({ own: 6, foreign: 0, siblings: 0 }, limit)).toMatch(
      /^the entry point would have 6 rules, and/,
    );
  });

  it("says nothing if there is room", () => {
    expect(roomText({ own: 3, foreign: 2, siblings: 0 }, limit)).toBeUndefined();
  });
});
