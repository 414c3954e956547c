import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { missedOf, type Results } from "../foresight/results";
import { IS_NIGHTLY } from "../support/nightly";

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

/** In CI, each program is previewed by one of the two providers. */
const shareOf = (share: string) => (IS_NIGHTLY ? [] : ["--share", share]);

describe.each([
  ["the dynamic provider", shareOf("1/2")],
  ["the plugin", ["--plugin", ...shareOf("2/2")]],
])("by %s, the previews of programs with a known fault, and of programs without one", (_, options) => {
  let results: Results;
  beforeAll(async () => {
    results = await play(...options);
  }, 600_000);

  it("report each fault, and no other, but for a list of programs", () => {
    // `npm run foresight -- --write` writes the list, from the same type. A change that makes it longer is a step back.
    const listed = JSON.parse(
      fs.readFileSync(path.join(ROOT, "tests", "foresight", "missed.json"), "utf8"),
    ) as Record<string, string>;
    const played = new Set([
      ...results.faulty.map((one) => `${one.class}/${one.title}`),
      ...results.correct.map(({ title }) => `correct/${title}`),
    ]);
    expect(missedOf(results)).toEqual(
      Object.fromEntries(Object.entries(listed).filter(([name]) => played.has(name))),
    );
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
