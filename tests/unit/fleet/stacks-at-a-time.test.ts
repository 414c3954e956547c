import { stacksAtATime } from "../../../fleet/stacks-at-a-time";

describe("the number of stacks at a time", () => {
  it.each([
    { cores: 2, freeBytes: 24e9, stacks: 2 },
    { cores: 8, freeBytes: 1.2e9, stacks: 2 },
    { cores: 8, freeBytes: 1e8, stacks: 1 },
  ])("is $stacks with $cores cores and $freeBytes bytes", ({ stacks, ...machine }) => {
    expect(stacksAtATime(machine)).toBe(stacks);
  });
});
