import fc from "fast-check";
import { longestIncreasing } from "../../../../provider/rulesets/rules/longest-increasing";

// Tries every subsequence.
function longestByTrying(values: readonly number[]): number {
  let longest = 0;
  for (let mask = 0; mask < 2 ** values.length; mask++) {
    const part = values.filter((_, index) => mask & (1 << index));
    if (part.every((value, index) => index === 0 || value > part[index - 1]!))
      longest = Math.max(longest, part.length);
  }
  return longest;
}

describe("longestIncreasing", () => {
  it("returns an increasing subsequence of maximum length", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12), { maxLength: 9 }), (values) => {
        const indexes = longestIncreasing(values);
        const part = indexes.map((index) => values[index]!);
        expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b));
        expect(part).toEqual([...new Set(part)].sort((a, b) => a - b));
        expect(indexes).toHaveLength(longestByTrying(values));
      }),
    );
  });
});
