import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureSdk, LANGUAGES } from "../../scripts/sdk/generate";
import { ensureGoProgram } from "../../scripts/sdk/go-programs";
import schema from "../../plugin/schema.json";

const QUIET = (): void => undefined;
/** Where each SDK declares the rules of a ruleset, and a member whose name on the wire has hyphens. */
const DECLARATIONS = {
  dotnet: ["Inputs/ActionParametersArgs.cs", 'Input("staleWhileRevalidate")'],
  go: ["edge/pulumiTypes.go", '`pulumi:"staleWhileRevalidate"`'],
  java: ["src/main/java/com/example/edge/inputs/ActionParametersArgs.java", 'name="staleWhileRevalidate"'],
  nodejs: ["types/input.ts", "staleWhileRevalidate?:"],
  python: ["pulumi_edge_platform/_inputs.py", '@pulumi.getter(name="staleWhileRevalidate")'],
} as const;

describe("the generated SDK", () => {
  let folder: string;

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-sdk-"));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it.each(LANGUAGES)(
    "of %s declares the parameters of actions",
    async (language) => {
      const [file, declaration] = DECLARATIONS[language];
      const sdk = await ensureSdk(language, QUIET);
      expect(fs.readFileSync(path.join(sdk, file), "utf8")).toContain(declaration);
    },
    900_000,
  );

  it.each([
    ["generator", "python"],
    ["generator-dotnet", "dotnet"],
    ["generator-java", "java"],
  ])(
    "is not made by %s from a schema with a problem",
    async (name, language) => {
      const broken = path.join(folder, "schema.json");
      const types = { ...schema.types, "edge:index:Rule": undefined };
      fs.writeFileSync(broken, JSON.stringify({ ...schema, types }));
      const { status, stderr, stdout } = spawnSync(await ensureGoProgram(name, QUIET), [broken, language], {
        encoding: "utf8",
      });
      expect(stderr).toContain("AccountEntrypointRuleset/inputProperties/rules/items/$ref");
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    },
    900_000,
  );
});
