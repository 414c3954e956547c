import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { ROOT } from "../../../scripts/prepare";
import { compileFile } from "../../support/compile-file.cjs";

describe("compileFile", () => {
  let folder: string;
  beforeEach(() => {
    fs.mkdirSync(path.join(ROOT, ".platform"), { recursive: true });
    folder = fs.mkdtempSync(path.join(ROOT, ".platform", "compile-file-"));
  });
  afterEach(() => {
    for (const kind of ["plain", "inline"])
      fs.rmSync(path.join(ROOT, ".platform", "compiled", kind, path.relative(ROOT, folder)), {
        recursive: true,
        force: true,
      });
    fs.rmSync(folder, { recursive: true });
  });

  const write = (text: string): string => {
    const file = path.join(folder, "module.ts");
    fs.writeFileSync(file, text);
    return file;
  };
  const run = (code: string): unknown => {
    const exports = {};
    // A script that is one function expression evaluates to that function.
    const fill = vm.runInThisContext(`(function (exports) {${code}\n})`) as (exports: object) => void;
    fill(exports);
    return exports;
  };

  it("returns the same module at the second call", () => {
    const file = write("export const answer: number = 1;");
    expect(run(compileFile(file))).toEqual({ answer: 1 });
    expect(run(compileFile(file))).toEqual({ answer: 1 });
  });

  it("compiles a changed file again", () => {
    compileFile(write("export const answer: number = 1;"));
    expect(run(compileFile(write("export const answer: number = 2;")))).toEqual({ answer: 2 });
  });

  it("adds a source map only if it is asked to", () => {
    const file = write("export const answer: number = 1;");
    expect(compileFile(file)).not.toContain("sourceMappingURL");
    expect(compileFile(file, { sourceMaps: "inline" })).toContain("sourceMappingURL");
    expect(compileFile(file)).not.toContain("sourceMappingURL");
  });
});
