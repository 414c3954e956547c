import { spawn } from "node:child_process";
import path from "node:path";
import type { CellResult } from "../faults/report";

const ROOT = path.resolve(__dirname, "../..");

/** `npm run test:faults -- --sample`: processes of their own, since what a provider process remembers is the point. */
function playSample(): Promise<CellResult[]> {
  return new Promise((resolve, reject) => {
    const args = ["scripts/faults.js", "main", "--sample", "--json"];
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.on("error", reject);
    child.on("close", () => {
      const lines = text.trim().split("\n").filter(Boolean);
      // Written by tests/faults/main.ts from the same type.
      resolve(lines.map((line) => JSON.parse(line) as CellResult));
    });
  });
}

describe("a fault at a request, and `up` again", () => {
  it("come to what there is without the fault, for each operation of each kind of resource", async () => {
    const results = await playSample();
    const failed = results.filter(({ problems }) => problems.length > 0);
    expect(failed.map(({ cell, problems, story }) => [cell, ...problems, ...story].join("\n"))).toEqual([]);
    expect(results.length).toBeGreaterThan(1000);
  }, 600_000);
});
