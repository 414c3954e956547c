import fs from "node:fs";
import path from "node:path";
import schema from "../../plugin/schema.json";
import { EXAMPLES } from "../../scripts/sdk/examples";
import { ensureSdk } from "../../scripts/sdk/generate";
import { describeNativeExample } from "../support/native-story";

describeNativeExample({
  name: "java",
  file: "src/main/java/example/App.java",
  action: ['.action("managed_challenge")', '.action("block")'],
  prepare: async (program) => {
    const sdk = await ensureSdk("java", () => undefined);
    fs.cpSync(sdk, path.join(program, "sdks", "java"), { recursive: true });
    addSchemaExamples(path.join(program, "src", "main", "java"));
  },
});

/** Maven compiles the examples of the schema with the program. */
function addSchemaExamples(sources: string): void {
  const examples = fs.readdirSync(EXAMPLES).filter((name) => name.endsWith(".java"));
  expect(examples).toHaveLength(Object.keys(schema.resources).length);
  for (const name of examples) {
    const kind = path.basename(name, ".java").toLowerCase();
    fs.mkdirSync(path.join(sources, kind));
    const text = fs.readFileSync(path.join(EXAMPLES, name), "utf8");
    fs.writeFileSync(path.join(sources, kind, "App.java"), `package ${kind};\n\n${text}`);
  }
}
