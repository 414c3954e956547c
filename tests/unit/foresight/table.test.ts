import fs from "node:fs";
import path from "node:path";
import { summaryOf, withSummary } from "../../foresight/table";

const ROOT = path.resolve(__dirname, "../../..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");

describe("the figures of foresight in the README", () => {
  it("are those of docs/foresight.md", () => {
    const readme = read("README.md");
    expect(withSummary(readme, summaryOf(read("docs/foresight.md")))).toBe(readme);
  });
});
