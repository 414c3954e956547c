import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../../scripts/prepare";
import { LONG_TESTS, NIGHTLY_TESTS, SLOW_TESTS } from "../../slow-tests";

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
