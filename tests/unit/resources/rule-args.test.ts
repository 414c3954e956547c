import fs from "node:fs";
import path from "node:path";
import { diagnosticsOf } from "../../support/compile";

describe("the types of rules", () => {
  it("accept what fits an action, and reject what does not", () => {
    const classes = sourceOf("classes.types.ts");
    const native = classes.replace("../../../provider/index", "../../../provider/native");
    const programs = { rules: sourceOf("rule-args.types.ts"), classes, native };
    expect(
      diagnosticsOf(
        Object.entries(programs).map(([name, source]) => ({
          name: `tests/unit/resources/${name}.ts`,
          source,
        })),
      ),
    ).toEqual([]);
    expect(native).not.toBe(classes);
  });
});

function sourceOf(file: string): string {
  return fs.readFileSync(path.join(__dirname, file), "utf8");
}
