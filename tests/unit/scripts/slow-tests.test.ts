import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../../scripts/prepare";
import { LONG_TESTS, NIGHTLY_PARTS, NIGHTLY_TESTS, SLOW_TESTS } from "../../slow-tests";

describe("the list of slow unit tests", () => {
  it("names each file by a name that no other file has", () => {
    const files = fs.readdirSync(path.join(ROOT, "tests", "unit"), { recursive: true, encoding: "utf8" });
    const found = files.map((file) => path.basename(file)).filter((name) => Object.hasOwn(SLOW_TESTS, name));
    expect(found.sort()).toEqual(Object.keys(SLOW_TESTS).sort());
  });
});

it("names files that exist as long tests", () => {
  const missing = Object.keys({ ...LONG_TESTS, ...NIGHTLY_TESTS }).filter(
    (file) => !fs.existsSync(path.join(ROOT, "tests", file)),
  );
  expect(missing).toEqual([]);
});

it("names each file that plays more in the nightly tier", () => {
  const asking = ["contract", "engine"].flatMap((tier) => {
    const folder = path.join(ROOT, "tests", tier);
    return fs
      .readdirSync(folder)
      .filter((file) => file.endsWith(".test.ts"))
      .filter((file) => fs.readFileSync(path.join(folder, file), "utf8").includes("/support/nightly"))
      .map((file) => `${tier}/${file}`);
  });
  expect(asking.sort()).toEqual(Object.keys(NIGHTLY_PARTS).sort());
});

it("leaves no file both to the nightly tier as a whole and in part", () => {
  const whole = new Set(Object.keys(NIGHTLY_TESTS));
  expect(Object.keys(NIGHTLY_PARTS).filter((file) => whole.has(file))).toEqual([]);
});
