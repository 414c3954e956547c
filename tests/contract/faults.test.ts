import type { CellResult } from "../faults/report";
import { IS_NIGHTLY } from "../support/nightly";
import { runScript } from "../support/run-script";

const PLAYED = IS_NIGHTLY
  ? { cells: "--sample", least: 1000, episodes: 84, steps: 1008 }
  : { cells: "--slice", least: 900, episodes: 21, steps: 252 };

describe("a fault at a request, and `up` again", () => {
  it("reach the same result as without the fault, for each operation of each kind of resource", async () => {
    const { text } = await runScript("faults", PLAYED.cells, "--json");
    const lines = text.trim().split("\n").filter(Boolean);
    // Written by tests/faults/main.ts from the same type.
    const results = lines.map((line) => JSON.parse(line) as CellResult);
    const failed = results.filter(({ problems }) => problems.length > 0);
    expect(failed.map(({ cell, problems, story }) => [cell, ...problems, ...story].join("\n"))).toEqual([]);
    expect(results.length).toBeGreaterThan(PLAYED.least);
  }, 1_800_000);
});

describe("three stacks and a person who share zones", () => {
  it("leave nothing wrong in the episodes that failed once", async () => {
    const { code, text } = await runScript("soak", "--replay");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  }, 1_800_000);

  it("leave nothing wrong in hundreds of steps, with renames, moves, imports, deleted zones and faults among them", async () => {
    const { code, text } = await runScript("soak", "--seed", "1", "--episodes", String(PLAYED.episodes));
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    expect(text).toContain(` ${PLAYED.steps} steps, 0 failed`);
  }, 1_800_000);
});
