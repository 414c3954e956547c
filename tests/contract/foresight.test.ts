import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Results } from "../foresight/play";

const ROOT = path.resolve(__dirname, "../..");

/** `npm run foresight`, in a process that may collect what programs throw and print. */
function play(): Promise<Results> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/foresight.js", "--json"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.on("error", reject);
    // Written by tests/foresight/main.ts from the same type.
    child.on("close", () => resolve(JSON.parse(text) as Results));
  });
}

describe("the previews of programs with a known fault, and of programs without one", () => {
  let results: Results;
  beforeAll(async () => {
    results = await play();
  }, 120_000);

  it("report each fault, but for the list of missed ones", () => {
    const missed = results.faulty.flatMap((one) =>
      one.miss === undefined ? [] : [[`${one.class}/${one.title}`, one.miss]],
    );
    const listed: unknown = JSON.parse(
      fs.readFileSync(path.join(ROOT, "tests", "foresight", "missed.json"), "utf8"),
    );
    // `npm run foresight -- --write` writes the list. Shorten it, or explain why a program is missed from now on.
    expect(Object.fromEntries(missed)).toEqual(listed);
  });

  it("raise no false alarm", () => {
    expect(results.correct.filter(({ alarms }) => alarms.length > 0)).toEqual([]);
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
