import path from "node:path";
import ts from "typescript";
import { IDLE_PROGRAM } from "../../../scripts/bench/idle-program";
import { PROGRAM } from "../../../scripts/bench/program";
import { ROOT } from "../../../scripts/prepare";

describe("the bench's program", () => {
  // The bench runs it without a type check.
  it("compiles, strictly, against the package as it is", () => {
    const file = path.join(ROOT, "bench-program.ts");
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
      paths: { "pulumi-edge-platform": [path.join(ROOT, "provider/index.ts")] },
    };
    const disk = ts.createCompilerHost(options);
    const source = ts.createSourceFile(file, PROGRAM["index.ts"], ts.ScriptTarget.ES2022);
    const program = ts.createProgram([file], options, {
      ...disk,
      fileExists: (name) => name === file || disk.fileExists(name),
      getSourceFile: (name, ...how) => (name === file ? source : disk.getSourceFile(name, ...how)),
    });
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });

  it("has a twin of resources that do nothing, which differs in one import", () => {
    expect(
      IDLE_PROGRAM["index.ts"].split("\n").filter((line) => !PROGRAM["index.ts"].includes(line)),
    ).toEqual(['import * as edge from "./idle-resources.js";']);
  });
});
