import fs from "node:fs";
import path from "node:path";
import { diagnosticsOf } from "../../support/compile";

const FILE = path.join(__dirname, "rule-args.types.ts");

describe("the types of rules", () => {
  it("accept what fits an action, and reject what does not", () => {
    const source = fs.readFileSync(FILE, "utf8");
    expect(diagnosticsOf([{ name: "tests/unit/resources/rules.ts", source }])).toEqual([]);
  });
});
