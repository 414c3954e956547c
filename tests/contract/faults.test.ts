import type { CellResult } from "../faults/report";
import { runScript } from "../support/run-script";

describe("a fault at a request, and `up` again", () => {
  it("reach the same result as without the fault, for each operation of each kind of resource", async () => {
    const { text } = await runScript("faults", "--sample", "--json");
    const lines = text.trim().split("\n").filter(Boolean);
    // Written by tests/faults/main.ts from the same type.
    const results = lines.map((line) => JSON.parse(line) as CellResult);
    const failed = results.filter(({ problems }) => problems.length > 0);
    expect(failed.map(({ cell, problems, story }) => [cell, ...problems, ...story].join("\n"))).toEqual([]);
    expect(results.length).toBeGreaterThan(1000);
  }, 1_800_000);
});

describe("three stacks and a person who share zones", () => {
  it("leave nothing wrong in the episodes that failed once", async () => {
    const { code, text } = await runScript("soak", "--replay");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  }, 1_800_000);

  it("leave nothing wrong in a thousand steps, with renames, moves, imports, deleted zones and faults among them", async () => {
    const { code, text } = await runScript("soak", "--seed", "1", "--episodes", "84");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    expect(text).toMatch(/ 1008 steps, 0 failed/);
  }, 1_800_000);
});
