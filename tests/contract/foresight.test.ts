import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { missedOf, type Results } from "../foresight/results";

const ROOT = path.resolve(__dirname, "../..");

/** `npm run foresight`, in a process that may collect what programs throw and print. */
function play(...options: string[]): Promise<Results> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/run.js", "foresight", "--json", ...options], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (text === "")
        reject(new Error(`npm run foresight ended with ${code ?? signal ?? ""} before its results`));
      // Written by tests/foresight/main.ts from the same type.
      else resolve(JSON.parse(text) as Results);
    });
  });
}

describe.each([
  ["the dynamic provider", []],
  ["the plugin", ["--plugin"]],
])("by %s, the previews of programs with a known fault, and of programs without one", (_, options) => {
  let results: Results;
  beforeAll(async () => {
    results = await play(...options);
  }, 600_000);

  it("report each fault, and no other, but for a list of programs", () => {
    const listed: unknown = JSON.parse(
      fs.readFileSync(path.join(ROOT, "tests", "foresight", "missed.json"), "utf8"),
    );
    // `npm run foresight -- --write` writes the list. A change that makes it longer is a step back.
    expect(missedOf(results)).toEqual(listed);
  });

  it("write nothing", () => {
    const writing = [
      ...results.faulty.filter(({ verdict }) => verdict.writes > 0),
      ...results.correct.filter(({ writes }) => writes.length > 0),
    ];
    expect(writing).toEqual([]);
  });

  it("have titles that name one program each", () => {
    const titles = results.faulty.map((one) => `${one.class}/${one.title}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
