import ts from "typescript";
import { adoptedFiles, seedByHand } from "../support/adopted-stack";
import { outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";

describe.each(["typescript", "typescript-native"])("edge-platform adopt in %s", (language) => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createNativeStack("");
    await seedByHand(stack);
    const files = await adoptedFiles(stack, language, "--all-zones", "--user");
    useProgram(files["index.ts"] ?? "");
  });
  afterAll(() => stack.dispose());

  function useProgram(program: string): void {
    const compilerOptions = { module: ts.ModuleKind.CommonJS };
    stack.write("index.js", ts.transpileModule(program, { compilerOptions }).outputText);
  }

  it("writes a program whose first update writes nothing, and the next is unchanged", async () => {
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).toMatch(/\+ 6 created/);
    expect(writes).toEqual([]);
    const again = await stack.watch(() => stack.up());
    expect(outputOf(again.result)).toMatch(/6 unchanged/);
    expect(again.writes).toEqual([]);
  });

  if (language === "typescript-native")
    it("writes the file of `pulumi import`, after which a program of the imported inputs is unchanged", async () => {
      outputOf(await stack.pulumi(["state", "delete", "--all", "--force", "--yes"]));
      const files = await adoptedFiles(stack, language, "--all-zones");
      stack.write("import.json", files["import.json"] ?? "");
      const options = ["--yes", "--skip-preview", "--protect=false", "--generate-code=false"];
      const { result, writes } = await stack.watch(() =>
        stack.pulumi(["import", "--file", "import.json", ...options]),
      );
      expect(outputOf(result)).toMatch(/= 3 imported/);
      expect(writes).toEqual([]);
      const { deployment } = await stack.exportState();
      const imported = (deployment.resources ?? []).filter(({ type }) => type.startsWith("edge:index:"));
      expect(imported.length).toBe(3);
      const declarations = imported.map(
        ({ type, urn, inputs }) =>
          `new edge.${type.replace("edge:index:", "")}(${JSON.stringify(urn.split("::").at(-1))}, ${JSON.stringify(inputs)});`,
      );
      useProgram(['import * as edge from "pulumi-edge-platform/native";', ...declarations].join("\n"));
      expect(outputOf(await stack.preview())).toMatch(/4 unchanged/);
      useProgram(files["index.ts"] ?? "");
      const adopted = await stack.watch(() => stack.up());
      outputOf(adopted.result);
      expect(adopted.writes).toEqual([]);
    });
});
