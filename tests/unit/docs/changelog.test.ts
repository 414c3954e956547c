import fs from "node:fs";
import path from "node:path";

const LINES = fs.readFileSync(path.resolve(__dirname, "../../../CHANGELOG.md"), "utf8").split("\n");

describe("CHANGELOG.md", () => {
  it("indents each line that continues an item", () => {
    const isOfItem = (line = "") => /^(- | {2,}\S)/.test(line);
    const broken = LINES.filter(
      (line, index) => isOfItem(LINES[index - 1]) && line !== "" && !isOfItem(line),
    );
    expect(broken).toEqual([]);
  });

  it("has no heading inside an item", () => {
    expect(LINES.filter((line) => /^\s+\*\*[^*]+\*\*$/.test(line))).toEqual([]);
  });
});
