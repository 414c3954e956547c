import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { EXAMPLES, generateExamples } from "../../scripts/sdk/examples";
import { ensureSdk } from "../../scripts/sdk/generate";
import { ensureLanguageHost } from "../../scripts/sdk/go-programs";
import schema from "../../plugin/schema.json";
import { createEdgeStack, outputOf } from "../support/edge-stack";

jest.setTimeout(900_000);

const QUIET = (): void => undefined;
/** The zones that the examples name: the baseline has one of its own, since it deploys what other examples deploy, too. */
const DOCUMENTED_ZONES = ["023e105f4ecef8ad9ca31a8372d0c353", "9f1839b6152d298aca64c4e906b6d074"];
const textOf = (name: string): string => fs.readFileSync(path.join(EXAMPLES, name), "utf8");
const filesOf = (ending: string): string[] =>
  fs.readdirSync(EXAMPLES).filter((name) => name.endsWith(ending));

describe("the examples in the schema", () => {
  it("are those that `npm run examples` generates from the YAML programs", async () => {
    const generated = await generateExamples(QUIET);
    const byHand = ["ApiToken.cs", "ApiToken.go"];
    const present = [".cs", ".go", ".py"].flatMap(filesOf).filter((name) => !byHand.includes(name));
    expect(Object.keys(generated).sort()).toEqual(present.sort());
    for (const [name, text] of Object.entries(generated)) expect([name, textOf(name)]).toEqual([name, text]);
  });

  it("compile in Go", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-go-examples-"));
    try {
      for (const name of ["go.mod", "go.sum"])
        fs.copyFileSync(path.join(ROOT, "examples", "native-go", name), path.join(folder, name));
      fs.cpSync(await ensureSdk("go", QUIET), path.join(folder, "sdks", "go"), { recursive: true });
      for (const name of filesOf(".go")) {
        const program = path.join(folder, path.basename(name, ".go"));
        fs.mkdirSync(program);
        fs.copyFileSync(path.join(EXAMPLES, name), path.join(program, "main.go"));
      }
      const packages = execFileSync("go", ["list", "./..."], { cwd: folder, encoding: "utf8" });
      expect(packages.trim().split("\n")).toHaveLength(Object.keys(schema.resources).length);
      execFileSync("go", ["vet", "./..."], { cwd: folder, stdio: "pipe" });
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it("run in YAML", async () => {
    const host = await ensureLanguageHost("yaml", QUIET);
    const programs = filesOf(".yaml").map((name) => textOf(name).split(/^outputs:\n/m));
    const sectionOf = (index: number) =>
      programs.map((parts) => (parts[index] ?? "").replace("resources:\n", ""));
    const stack = await createEdgeStack({
      program: { "Pulumi.yaml": "name: engine-test\nruntime: yaml\n" },
      env: { PATH: [host, process.env["PATH"] ?? ""].join(path.delimiter) },
    });
    try {
      const zones = await stack.api.zones();
      const project = [
        "name: engine-test\nruntime: yaml\nplugins:\n  providers:\n    - name: edge\n",
        `      path: ${path.join(ROOT, "plugin")}\nresources:\n`,
        ...sectionOf(0),
        "outputs:\n",
        ...sectionOf(1),
      ];
      const written = DOCUMENTED_ZONES.reduce(
        (text, documented, index) => text.replaceAll(documented, zones[index]!.id),
        project.join(""),
      );
      stack.write("Pulumi.yaml", written);
      await stack.setConfig("edge:accountId", stack.ready.accountId);
      outputOf(await stack.up());
      const { resources = [] } = (await stack.exportState()).deployment;
      const types = new Set(resources.map(({ type }) => type).filter((type) => type.startsWith("edge:")));
      expect([...types].sort()).toEqual(Object.keys(schema.resources).sort());
      const outputs = Object.keys(await stack.outputs()).sort();
      expect(outputs).toEqual(["fields", "listId", "rulesetId", "url", "value"]);
      outputOf(await stack.destroy());
      expect(await stack.api.leftovers()).toEqual([]);
    } finally {
      await stack.dispose();
    }
  });
});
