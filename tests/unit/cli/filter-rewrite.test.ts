import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parseFilter, printFilter } from "../../../provider/filter";
import { validExpression } from "../filter/arbitrary";
import { lines, parsedLines, runFilter } from "./run-filter";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "edge-rewrite-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});
function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const OLD = 'not not ip.geoip.country eq "DE"';
const NEW = 'ip.src.country eq "DE"';

describe("edge-platform filter fix", () => {
  it("prints the expression with the remedies of its warnings", async () => {
    expect(await runFilter(["fix", OLD], [])).toEqual({ output: `${NEW}\n`, exitCode: 0 });
    expect(await runFilter(["fix", "--check", OLD], [])).toEqual({ output: `${NEW}\n`, exitCode: 1 });
    expect(await runFilter(["fix", "--check"], [NEW])).toEqual({ output: `${NEW}\n`, exitCode: 0 });
  });

  it("prints the errors of an expression that is not valid", async () => {
    const run = await runFilter(["fix", "http.hots eq 1"], []);
    expect(run).toEqual({ output: expect.stringContaining("unknown identifier") as string, exitCode: 1 });
  });

  it("answers each line with the changes", async () => {
    const run = await runFilter(
      ["fix", "--json"],
      lines({ expression: OLD }, { expression: "ssl" }, { expression: "(" }),
    );
    expect(parsedLines(run)).toEqual([
      {
        expression: OLD,
        fixed: NEW,
        changed: true,
        applied: [
          { rule: "double-negation", text: "remove both negations" },
          { rule: "deprecated-field", text: "write ip.src.country" },
        ],
      },
      { expression: "ssl", fixed: "ssl", changed: false, applied: [] },
      { expression: "(", message: expect.any(String) as string },
    ]);
    expect(run.exitCode).toBe(1);
    expect((await runFilter(["fix", "--json", "--check"], lines({ expression: OLD }))).exitCode).toBe(1);
    expect((await runFilter(["fix", "--json"], lines({ expression: OLD }))).exitCode).toBe(0);
  });

  it("writes a JSON file and keeps its layout", async () => {
    const text = (expression: string) =>
      `{ "rules": [\n\t{"action":"block",   "expression": ${JSON.stringify(expression)}, "n": 1.50 },\n  {"expression": "not not ssl"} ] }\n`;
    const file = write("rules.json", text(OLD));
    const shown = `${file}:2\n- ${OLD}\n+ ${NEW}\n`;
    expect(await runFilter(["fix", "--file", file], [])).toEqual({
      output: `${shown}1 expression would change.\n`,
      exitCode: 0,
    });
    expect((await runFilter(["fix", "--file", file, "--check"], [])).exitCode).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(text(OLD));
    expect(await runFilter(["fix", "--file", file, "--write"], [])).toEqual({
      output: `${shown}1 expression changed.\n`,
      exitCode: 0,
    });
    expect(readFileSync(file, "utf8")).toBe(text(NEW));
  });

  it.each([
    [
      "program.ts",
      `const a = {\n  expression: '${OLD}',\n  other: 1 };\nconst b = { expression: \`not not \${x}\` };`,
    ],
    ["config.yaml", `rules:\n  - expression: ${OLD}  # why\n    action: block\n`],
    ["more.yml", `rules:\n  - expression: '${OLD}'\n`],
    ["main.tf", `resource {\n  expression = "${OLD.replaceAll('"', String.raw`\"`)}"\n}`],
  ])("shows the changes of %s, and does not write it", async (name, text) => {
    const file = write(name, text);
    expect(await runFilter(["fix", "--file", file, "--write"], [])).toEqual({
      output: `${file}:2\n- ${OLD}\n+ ${NEW}\n1 expression would change.\n`,
      exitCode: 0,
    });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it.each([
    [["fix", "--file", "missing.json"], "missing.json cannot be read: "],
    [["fix", "--file", "DEEP"], "more than 100 levels of objects and arrays"],
  ])("explains what it cannot read: %j", async (args, text) => {
    const deep = write("deep.json", "[".repeat(101) + "]".repeat(101));
    const run = await runFilter(
      args.map((arg) => (arg === "DEEP" ? deep : arg)),
      [],
    );
    expect(run).toEqual({ output: expect.stringContaining(text) as string, exitCode: 2 });
  });

  it.each([
    ["fix", "ssl", "--json"],
    ["fix", "--write"],
    ["fix", "--file", "a", "--json"],
    ["format", "--file", "a", "--write", "--check"],
  ])("refuses options that exclude each other: %j", async (...args) => {
    await expect(runFilter(args, [])).rejects.toThrow("exit 2");
  });
});

describe("edge-platform filter format", () => {
  it("prints the normal form", async () => {
    const run = await runFilter(["format", '(http.host=="a")&&!ssl'], []);
    expect(run).toEqual({ output: '(http.host eq "a") and not ssl\n', exitCode: 0 });
    expect((await runFilter(["format", "--check", "!ssl"], [])).exitCode).toBe(1);
    expect((await runFilter(["format", "--check", "not ssl"], [])).exitCode).toBe(0);
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(validExpression, (expression) => {
        const parsed = parseFilter(expression);
        const once = parsed.valid ? printFilter(parsed.ast) : "";
        const again = parseFilter(once);
        expect(again.valid && printFilter(again.ast)).toBe(once);
      }),
      { numRuns: 100 },
    );
  });
});
