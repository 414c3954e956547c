import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { lines, parsedLines, runFilter } from "./run-filter";

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "edge-test-"));
  file = path.join(folder, "fields.json");
  writeFileSync(file, '{"cf.new.score": "Int", "new_fn": {"params": ["Bytes"], "returns": "Int"}}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const EXPRESSION = "cf.new.score lt 20 and new_fn(http.host) eq 1";

describe("edge-platform filter with declared names", () => {
  it("checks an expression with the names of --fields", async () => {
    expect(await runFilter(["check", "--fields", file, EXPRESSION], [])).toEqual({
      output: "The filter expression is valid. It reads cf.new.score, http.host.\n",
      exitCode: 0,
    });
    expect(await runFilter(["check", "--fields", file, 'cf.new.score eq "a"'], [])).toMatchObject({
      exitCode: 1,
    });
    expect(await runFilter(["check", EXPRESSION], [])).toMatchObject({ exitCode: 1 });
  });

  it("takes the names of the environment", async () => {
    process.env["EDGE_UNKNOWN_NAMES"] = "warn";
    try {
      const { output, exitCode } = await runFilter(["check", "cf.new.score lt 20"], []);
      expect(output).toContain("Warning: cf.new.score is not a field of the language of 2026-10-09");
      expect(exitCode).toBe(0);
    } finally {
      delete process.env["EDGE_UNKNOWN_NAMES"];
    }
  });

  it("answers a stream with warnings about unknown names", async () => {
    const run = await runFilter(
      ["check", "--json", "--unknown-names", "warn"],
      lines({ expression: "cf.new.score lt 20" }),
    );
    expect(parsedLines(run)).toMatchObject([
      { valid: true, warnings: [{ id: "unknown-name", severity: "warning", start: 0, length: 12 }] },
    ]);
  });

  it("checks fields of packets with the phase, in a stream too", async () => {
    const flags = ["check", "--json", "--phase", "magic_transit"];
    const run = await runFilter(flags, lines({ expression: "tcp.dstport eq 443" }));
    expect(parsedLines(run)).toMatchObject([{ valid: true }]);
    expect(await runFilter(["check", "--phase", "ddos_l4", "udp.dstport eq 53"], [])).toMatchObject({
      exitCode: 0,
    });
  });

  it("prints the syntax tree", async () => {
    const { output, exitCode } = await runFilter(["ast", "--fields", file, EXPRESSION], []);
    expect(output).toContain("cf.new.score");
    expect(exitCode).toBe(0);
  });

  it("evaluates with --declare, and says which value is not known", async () => {
    const evaluate = (request: string, expression: string) =>
      runFilter(["eval", "--declare", file, "--fields", request, expression], []);
    expect(await evaluate('{"cf.new.score": 3}', "cf.new.score lt 20")).toEqual({
      output: "The request matches.\n",
      exitCode: 0,
    });
    expect((await evaluate("{}", "cf.new.score lt 20")).output).toBe(
      "The value of cf.new.score is not known: name it among the fields of the request.\n",
    );
    expect((await evaluate('{"http.host": "a"}', EXPRESSION)).output).toMatch(
      /^new_fn\(\) cannot be computed here/,
    );
  });

  describe("in commands that rewrite expressions", () => {
    const written = "not  not (cf.new.score eq 1)";
    const fixed = "(cf.new.score eq 1)";

    it.each([
      ["a declared field", () => ["--fields", file]],
      ["an unknown field", () => ["--unknown-names", "warn"]],
    ])("fixes and formats an expression with %s", async (_what, flags) => {
      expect(await runFilter(["fix", ...flags(), written], [])).toEqual({
        output: `${fixed}\n`,
        exitCode: 0,
      });
      expect(await runFilter(["format", ...flags(), written], [])).toEqual({
        output: "not not (cf.new.score eq 1)\n",
        exitCode: 0,
      });
      expect((await runFilter(["format", written], [])).output).toContain("unknown identifier");
    });

    it("fixes streams and files", async () => {
      const run = await runFilter(["fix", "--json", "--fields", file], lines({ expression: written }));
      expect(parsedLines(run)).toMatchObject([{ fixed, changed: true }]);
      const rules = path.join(folder, "rules.json");
      writeFileSync(rules, JSON.stringify([{ action: "block", expression: written }]));
      expect((await runFilter(["fix", "--file", rules], [])).output).toContain("0 expressions would change.");
      expect((await runFilter(["fix", "--fields", file, "--file", rules], [])).output).toContain(
        `+ ${fixed}`,
      );
    });

    it("rejects a file that declares no types", async () => {
      const wrong = path.join(folder, "wrong-fix.json");
      writeFileSync(wrong, "[]");
      await expect(runFilter(["fix", "--fields", wrong, "ssl"], [])).rejects.toThrow("exit 2");
    });
  });

  it("rejects a file that declares no types", async () => {
    const wrong = path.join(folder, "wrong.json");
    writeFileSync(wrong, '{"cf.new.score": "Number"}');
    await expect(runFilter(["check", "--fields", wrong, "ssl"], [])).rejects.toThrow("exit 2");
    await expect(runFilter(["check", "--fields", path.join(folder, "none.json"), "ssl"], [])).rejects.toThrow(
      "exit 2",
    );
  });
});
