import { rateShare, stacksAtATime } from "../../../fleet/stacks-at-a-time";

describe("the number of stacks at a time", () => {
  it.each([
    { cores: 2, freeBytes: 24e9, stacks: 2 },
    { cores: 8, freeBytes: 1.2e9, stacks: 2 },
    { cores: 8, freeBytes: 1e8, stacks: 1 },
  ])("is $stacks with $cores cores and $freeBytes bytes", ({ stacks, ...machine }) => {
    expect(stacksAtATime(machine)).toBe(stacks);
  });
});

describe("the share of the rate limit", () => {
  it.each([
    [1, undefined, "1/1"],
    [4, undefined, "1/4"],
    [2, "1/8", "1/16"],
    [2, "1", "1/2"],
  ])("of each of %d stacks on a machine with %s is %s", (stacks, own, share) => {
    expect(rateShare(stacks, own)).toBe(share);
  });
});
