import { claimConflict, type Claim } from "../../../../provider/rulesets";

const claim = (name: string, refs: string[], rest: Partial<Claim> = {}): Claim => ({
  name,
  ownership: "shared",
  refs,
  ...rest,
});

describe("claimConflict", () => {
  it.each<[string, Claim[]]>([
    ["one owner", [claim("a", ["a1", "a2"], { ownership: "exclusive" })]],
    ["several shared owners", [claim("a", ["a1"]), claim("b", ["b1"]), claim("c", [])]],
    ["a position beside a rule of somebody else", [claim("a", ["a1"], { placement: { before: "theirs" } })]],
    [
      "positions of both that agree",
      [
        claim("a", ["a1", "a2"], { placement: { before: "b2" } }),
        claim("b", ["b1", "b2"], { placement: { after: "a1" } }),
      ],
    ],
  ])("accepts %s", (_, claims) => {
    expect(claimConflict(claims)).toBeUndefined();
  });

  it("reports an exclusive owner beside another one, in any order", () => {
    const two = [claim("mine", ["a1"], { ownership: "exclusive" }), claim("other", ["b1"])];
    for (const claims of [two, two.toReversed()]) {
      expect(claimConflict(claims)).toMatch(
        /^"mine" has ownership: "exclusive" and would remove the rules of "other".*use ownership: "shared" for each$/,
      );
    }
  });

  it("reports a ref that two resources declare", () => {
    expect(claimConflict([claim("a", ["one", "two"]), claim("b", ["two"])])).toBe(
      '"a" and "b" both declare a rule with ref "two": give one of them another ref',
    );
  });

  it.each<[string, Claim[], RegExp]>([
    [
      "each before the other",
      [
        claim("a", ["a1"], { placement: { before: "b1" } }),
        claim("b", ["b1"], { placement: { before: "a1" } }),
        claim("c", ["c1"]),
      ],
      /each of the rules "a1", "b1" would have to precede itself; .* of "a" or "b"$/,
    ],
    [
      "between rules of which the order is the other",
      [
        claim("a", ["a1", "a2"], { placement: { after: "b2" } }),
        claim("b", ["b1", "b2"], { placement: { after: "a2" } }),
      ],
      /form a cycle/,
    ],
    [
      "over three",
      [
        claim("a", ["a1"], { placement: { after: "c1" } }),
        claim("b", ["b1"], { placement: { after: "a1" } }),
        claim("c", ["c1"], { placement: { after: "b1" } }),
      ],
      /"a1", "b1", "c1"/,
    ],
    ["beside a rule of its own", [claim("a", ["a1", "a2"], { placement: { before: "a1" } })], /of "a"$/],
  ])("reports positions that form a cycle: %s", (_, claims, message) => {
    expect(claimConflict(claims)).toMatch(message);
  });
});
