import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { writtenExpressions } from "../../../cli/filter/written-expressions";
import { format, rewritten } from "../../../cli/filter/rewrite-written";
import {
  compileFilter,
  fixFilter,
  parseFilter,
  parseValueExpression,
  printFilter,
  printValueExpression,
  readRequestFields,
} from "../../../provider/filter";
import { bytesValue, validExpression } from "../filter/arbitrary";
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

  it("rewrites a value expression", async () => {
    const value = 'concat("/",ip.geoip.country)';
    expect(await runFilter(["fix", "--value", "path", value], [])).toEqual({
      output: 'concat("/",ip.src.country)\n',
      exitCode: 0,
    });
    expect((await runFilter(["fix", "--value", "path", "ssl"], [])).exitCode).toBe(1);
    await expect(runFilter(["fix", "--value", "path", "--json"], [])).rejects.toThrow("exit 2");
  });

  it("writes the value expressions of a JSON file", async () => {
    const rule = (field: string, old: string) => ({
      action: "rewrite",
      expression: old,
      action_parameters: {
        uri: { path: { expression: `concat("/", ${field})` }, query: { value: "not not ssl" } },
        headers: { "x-country": { operation: "set", expression: field } },
      },
    });
    const file = write("values.json", JSON.stringify([rule("ip.geoip.country", OLD)]));
    expect((await runFilter(["fix", "--file", file, "--write"], [])).output).toMatch(
      /3 expressions changed\.\n$/,
    );
    expect(readFileSync(file, "utf8")).toBe(JSON.stringify([rule("ip.src.country", NEW)]));
  });

  const shownAs = (text: string) => text.replaceAll("\n", "␊");

  it.each<[name: string, line: number, text: string, old: string, fixed: string]>([
    [
      "value.ts",
      1,
      "const a = { expression: 'concat(\"/\", ip.geoip.country)' };",
      'concat("/", ip.geoip.country)',
      'concat("/", ip.src.country)',
    ],
    [
      "template.ts",
      2,
      'const a = {\n expression: `http.host eq "${host}" and not not ip.src in {${a} ${b}} and len(http.host) gt ${n}` };',
      'http.host eq "${host}" and not not ip.src in {${a} ${b}} and len(http.host) gt ${n}',
      "",
    ],
    [
      "parts.ts",
      1,
      'expression: `ip.geoip.country eq "${land}" and http.host ne ${host} and not not ssl`',
      'ip.geoip.country eq "${land}" and http.host ne ${host} and not not ssl',
      'ip.src.country eq "${land}" and http.host ne ${host} and ssl',
    ],
    [
      "path.ts",
      1,
      'expression: `concat("/${locale}/", ip.geoip.country)`',
      'concat("/${locale}/", ip.geoip.country)',
      'concat("/${locale}/", ip.src.country)',
    ],
    [
      "literal.yaml",
      2,
      'rules:\n  - expression: |-  # why\n      not not\n        ip.geoip.country eq\n\n      "DE"\n    action: block\n',
      'not not\n  ip.geoip.country eq\n\n"DE"',
      'ip.src.country eq\n\n"DE"',
    ],
    ["folded.yml", 1, 'expression: >\n  not not\n  ip.geoip.country eq\n  "DE"\nother: 1\n', OLD, NEW],
  ])("shows the changes of %s", async (name, line, text, old, fixed) => {
    const file = write(name, text);
    const shown = `${file}:${line}\n- ${shownAs(old)}\n+ ${shownAs(fixed)}\n1 expression would change.\n`;
    const none = "0 expressions would change.\n";
    expect(await runFilter(["fix", "--file", file], [])).toEqual({
      output: fixed === "" ? none : shown,
      exitCode: 0,
    });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("reads a block of YAML as a parser does, or leaves it out", () => {
    const part = fc.constantFrom("ssl", "and", 'http.host eq "a"', "or", "(", ")", "# no", "- b", "");
    const line = fc.tuple(fc.constantFrom("", "  ", " "), part).map(([indent, text]) => indent + text);
    const block = fc.record({
      head: fc.constantFrom("expression: |", "expression: >-", "- expression: |+", "  - expression: >"),
      first: fc.constantFrom("ssl or", "not not", "(ssl) or"),
      lines: fc.array(line, { maxLength: 5 }),
      indent: fc.integer({ min: 1, max: 6 }),
    });
    let read = 0;
    fc.assert(
      fc.property(block, ({ head, first, lines: more, indent }) => {
        const column = head.indexOf("expression");
        const rows = [first, ...more, "ssl"].map((row) =>
          row === "" ? "" : " ".repeat(column + indent) + row,
        );
        const text = `${head}\n${rows.join("\n")}\n${" ".repeat(column)}other: 1\n`;
        const parsed = parse(text) as object;
        const { expression } = (Array.isArray(parsed) ? parsed[0] : parsed) as { expression: string };
        const found = writtenExpressions("a.yaml", text).map((one) => one.expression);
        if (found.length > 0) expect(found).toEqual([expression.trimEnd()]);
        read += found.length;
      }),
      { numRuns: 300 },
    );
    expect(read).toBeGreaterThan(5);
  });

  it.each([
    ["a condition.ts", "expression: `${condition} and not not ssl`"],
    ["a call.ts", 'expression: `not not http.host eq "${host({})}"`'],
    ["a repeated item.ts", 'expression: `http.host in {"a" "${b}" "${b}"}`'],
    ["alternatives.ts", 'expression: `http.host eq "a" or http.host eq "b" or http.host eq "${c}"`'],
    ["more indented.yaml", "expression: >\n  not not\n    ssl\n"],
    ["an indicator.yaml", "expression: |2\n  not not ssl\n"],
    ["not the value.yaml", "expression: |\nother: not not ssl\n"],
  ])("leaves out what depends on %s", async (name, text) => {
    const run = await runFilter(["fix", "--file", write(name.replaceAll(" ", "-"), text)], []);
    expect(run.output).toBe("0 expressions would change.\n");
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

  it("prints the normal form of values and around placeholders", async () => {
    expect((await runFilter(["format", "--value", "target", 'concat( "a",http.host )'], [])).output).toBe(
      'concat("a", http.host)\n',
    );
    const file = write("format.ts", 'a({ expression: `(http.host=="${h}")&&!ssl` });');
    expect((await runFilter(["format", "--file", file], [])).output).toContain(
      '\n+ (http.host eq "${h}") and not ssl\n',
    );
    const raw = write("raw.ts", 'a({ expression: `http.host==r#"${h}"#` });');
    expect((await runFilter(["format", "--file", raw], [])).output).toBe("0 expressions would change.\n");
  });

  it("keeps the meaning of a template for any value of its placeholders", () => {
    const template = fc
      .tuple(
        fc.constantFrom("eq", "==", "ne", "contains"),
        fc.constantFrom("ip.geoip.country", "http.host"),
        fc.constantFrom('"${x}"', '"${x}a"', '"a${x}"'),
        fc.constantFrom(
          "not not ssl",
          'ip.geoip.country in {"a" "a"}',
          'http.host eq "a"||ssl',
          'not (http.host eq "${y}" or http.host eq "a" or http.host eq "b")',
        ),
      )
      .map(([operator, field, text, rest]) => `${field} ${operator} ${text} and ${rest}`);
    const value = fc.constantFrom("a", "b", "ab", "", "10.0.0.1", "ip.geoip.country", "%2e");
    const filled = (text: string, x: string, y: string) => text.replaceAll("${x}", x).replaceAll("${y}", y);
    const run = (expression: string, fields: object) => {
      const parsed = parseFilter(expression);
      if (!parsed.valid) throw new Error(expression);
      return compileFilter(parsed.ast).run(readRequestFields(fields));
    };
    fc.assert(
      fc.property(template, value, value, value, fc.boolean(), (text, x, y, found, ssl) => {
        const fields = { ssl, "http.host": found, "ip.geoip.country": found, "ip.src.country": found };
        for (const rewrite of [fixFilter, format]) {
          const result = rewritten({ start: 0, end: 0, expression: text, isTemplate: true }, rewrite);
          expect(run(filled(result, x, y), fields)).toBe(run(filled(text, x, y), fields));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("is idempotent for values", () => {
    fc.assert(
      fc.property(bytesValue, (expression) => {
        const parsed = parseValueExpression(expression, "text");
        if (!parsed.valid) return;
        const once = printValueExpression(parsed.ast);
        const again = parseValueExpression(once, "text");
        expect(again.valid && printValueExpression(again.ast)).toBe(once);
      }),
      { numRuns: 100 },
    );
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
