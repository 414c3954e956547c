import fs from "node:fs";
import path from "node:path";
import { BUNDLE } from "../../../scripts/plugin-bundle";
import { ensureBuilt, ROOT } from "../../../scripts/prepare";

jest.setTimeout(120_000);
beforeAll(() => ensureBuilt(() => undefined));

describe("the bundle of the plugin", () => {
  it("has only ASCII characters, so that Node.js keeps it in one byte a character", () => {
    const text = fs.readFileSync(path.join(ROOT, "dist", BUNDLE), "utf8");
    // Every other character, once.
    expect([...new Set(text.match(/[^\x00-\x7f]/g))]).toEqual([]);
  });
});
