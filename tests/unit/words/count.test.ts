import { counted, joinFirst, withThousands } from "../../../provider/words";

describe("counted", () => {
  it.each([
    [0, "0 rules"],
    [1, "1 rule"],
    [2000, "2,000 rules"],
  ])("formats %p with its noun as %p", (count, text) => {
    expect(counted(count, "rule")).toBe(text);
  });

  it("takes a plural without s", () => {
    expect([counted(1, "policy", "policies"), counted(2, "policy", "policies")]).toEqual([
      "1 policy",
      "2 policies",
    ]);
  });

  it("separates thousands also where a list leaves out words", () => {
    const words = Array.from({ length: 1235 }, () => "a");
    expect(joinFirst(words, 1)).toBe(`a and ${withThousands(1234)} more`);
    expect(withThousands(1234)).toBe("1,234");
  });
});
