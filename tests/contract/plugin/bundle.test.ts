import fs from "node:fs";
import path from "node:path";
import { ensureBuilt, ROOT } from "../../../scripts/prepare";

jest.setTimeout(120_000);
beforeAll(() => ensureBuilt(() => undefined));

describe("the plugin's bundle", () => {
  const folder = path.join(ROOT, "dist", "plugin");

  it("is ASCII, so that V8 keeps its text with one byte for each character", () => {
    const text = fs.readFileSync(path.join(folder, "bundle.js"), "latin1");
    // A regular expression of the filter language, which names typographic quotes.
    expect(text).toContain("\\u201c[^\\u201d\\n]*\\u201d");
    expect(text.match(/[^\0-\x7f]/g)).toBeNull();
  });

  it("has the schema beside it and not in it", () => {
    const schema = fs.readFileSync(path.join(ROOT, "plugin", "schema.json"), "utf8");
    expect(fs.readFileSync(path.join(folder, "schema.json"), "utf8")).toBe(schema);
    expect(fs.readFileSync(path.join(folder, "bundle.js"), "utf8")).not.toContain("requiredInputs");
  });
});
