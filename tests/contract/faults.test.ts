import { spawn } from "node:child_process";
import path from "node:path";
import type { CellResult } from "../faults/report";

const ROOT = path.resolve(__dirname, "../..");

/** `npm run test:faults` and `npm run soak`, in processes of their own: a test's process has other modules and other time. */
function play(...args: readonly string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/run.js", ...args], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, text }));
  });
}

describe("a fault at a request, and `up` again", () => {
  it("reach the same result as without the fault, for each operation of each kind of resource", async () => {
    const { text } = await play("faults", "--sample", "--json");
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
    const { code, text } = await play("soak", "--replay");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
  }, 1_800_000);

  it("leave nothing wrong in a thousand steps, with renames, moves, imports, deleted zones and faults among them", async () => {
    const { code, text } = await play("soak", "--seed", "1", "--episodes", "84");
    expect({ code, text: code === 0 ? "" : text }).toEqual({ code: 0, text: "" });
    expect(text).toMatch(/ 1008 steps, 0 failed/);
  }, 1_800_000);
});
