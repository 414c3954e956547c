import { nodeOptions, stacksAtATime } from "../../../fleet/stacks-at-a-time";

describe("the number of stacks at a time", () => {
  it.each([
    { cores: 2, freeBytes: 24e9, stacks: 2 },
    { cores: 8, freeBytes: 1.2e9, stacks: 2 },
    { cores: 8, freeBytes: 1e8, stacks: 1 },
  ])("is $stacks with $cores cores and $freeBytes bytes", ({ stacks, ...machine }) => {
    expect(stacksAtATime(machine)).toBe(stacks);
  });
});

describe("the options of Node for stacks", () => {
  it.each([
    [undefined, "--max-semi-space-size=8"],
    ["--require ./trace.js", "--require ./trace.js --max-semi-space-size=8"],
    ["--max-semi-space-size=32", "--max-semi-space-size=32"],
  ])("limit the memory for new objects, unless %p does", (given, options) => {
    expect(nodeOptions(given)).toBe(options);
  });
});
