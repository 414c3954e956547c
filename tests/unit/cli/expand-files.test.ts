import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expandFiles } from "../../../cli/rulesets/expand-files";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "edge-expand-"));
  mkdirSync(join(folder, "a/b"), { recursive: true });
  mkdirSync(join(folder, "a/.hidden"));
  symlinkSync(folder, join(folder, "a/loop"));
  for (const name of ["x.json", "y.json", "z.txt", "a/x.json", "a/b/x.json", "a/.hidden/x.json", "[*].json"])
    writeFileSync(join(folder, name), "[]");
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("expandFiles", () => {
  it.each([
    [["*.json"], ["[*].json", "x.json", "y.json"]],
    [
      ["?.json", "x.json"],
      ["x.json", "y.json"],
    ],
    [["**/x.json"], ["a/b/x.json", "a/x.json", "x.json"]],
    [["a/**/*.json"], ["a/b/x.json", "a/x.json"]],
    [["*/x*n"], ["a/x.json"]],
    [["[*].json"], ["[*].json"]],
    [["missing.json"], ["missing.json"]],
  ])("finds %j", (names, files) => {
    const here = (name: string) => join(folder, name);
    expect(expandFiles(names.map(here))).toEqual(files.map(here));
  });

  it("keeps stdin, and refuses a pattern that matches nothing", () => {
    expect(expandFiles(["-"])).toEqual(["-"]);
    expect(() => expandFiles([join(folder, "*.yaml")])).toThrow("*.yaml matches no file");
  });
});
