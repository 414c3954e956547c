import { describeOrder } from "../../../../provider/rulesets";

const many = Array.from({ length: 20 }, (_, index) => `r${index}`);

describe("describeOrder", () => {
  it("lists the rules of a new resource in order", () => {
    expect(describeOrder([], ["office", "scanners", "admin-area"])).toBe("office, scanners, admin-area");
  });

  it("marks new rules", () => {
    expect(describeOrder(["office", "admin-area"], ["office", "old-php", "admin-area"])).toBe(
      "office, old-php (new), admin-area",
    );
  });

  it("marks as few rules as possible as moved", () => {
    expect(describeOrder(["a", "b", "c", "d"], ["d", "a", "b", "c"])).toBe("d (moved), a, b, c");
    expect(describeOrder(["a", "b"], ["b", "a"])).toMatch(/^(b, a \(moved\)|b \(moved\), a)$/);
  });

  it("counts rules that are far from a change", () => {
    const after = [...many.slice(0, 10), "new", ...many.slice(10)];
    expect(describeOrder(many, after)).toBe("… 8 rules …, r8, r9, new (new), r10, r11, … 8 rules …");
    const two = ["first", ...many, "last"];
    expect(describeOrder(many, two)).toBe("first (new), r0, r1, … 16 rules …, r18, r19, last (new)");
  });

  it("names a rule rather than count one alone", () => {
    const after = [...many.slice(0, 3), "new", ...many.slice(3, 6)];
    expect(describeOrder(many.slice(0, 6), after)).toBe("r0, r1, r2, new (new), r3, r4, r5");
  });

  it.each([
    ["nothing changes", many, many],
    ["rules are only removed", many, many.slice(5, 9)],
    ["one rule is alone", [], ["only"]],
    ["no rule is left", many, []],
  ])("returns nothing if %s", (_, before, after) => {
    expect(describeOrder(before, after)).toBeUndefined();
  });
});
