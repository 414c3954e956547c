import fs from "node:fs";
import path from "node:path";
import { Linter } from "eslint";
import { parser } from "typescript-eslint";
import { configs } from "../../../eslint";
import * as findings from "../../../eslint/findings-of";
import { documentedExamples } from "../../support/documented-examples";

jest.mock("../../../eslint/findings-of", () => {
  const actual = jest.requireActual<typeof findings>("../../../eslint/findings-of");
  return { ...actual, findingsOf: jest.fn(actual.findingsOf) };
});

const linter = new Linter();
const IMPORT =
  'import { OwaspConfig, Ruleset, ValidatedFilter, ZoneBaseline, ZoneEntrypointRuleset } from "pulumi-edge-platform"; import * as pulumi from "@pulumi/pulumi";\n';

function lint(program: string, settings: object = {}) {
  // The plugin has no types of ESLint; the linter itself checks its form.
  const plugin = configs.recommended as unknown as Linter.Config;
  return linter.verify(
    program,
    [
      { files: ["**/*.ts"], languageOptions: { parser }, settings: { edge: settings } },
      { ...plugin, files: ["**/*.ts"] },
    ],
    "index.ts",
  );
}

function rule(expression: string, phase = "http_request_firewall_custom"): string {
  return `${IMPORT}new ZoneEntrypointRuleset("a", { phase: "${phase}", rules: [{ ref: "a", action: "block", expression: ${expression} }] });`;
}

const reported = (program: string) =>
  lint(program).map(({ ruleId, line, column, endColumn }) => [
    ruleId,
    program.split("\n")[line - 1]?.slice(column - 1, (endColumn ?? column) - 1),
  ]);

describe("the ESLint plugin", () => {
  it("knows the names that the settings declare", () => {
    const program = rule(`"cf.new.score gt 5"`);
    expect(lint(program)).toHaveLength(1);
    expect(lint(program, { fields: { "cf.new.score": "Int" } })).toEqual([]);
    expect(lint(program, { unknownNames: "warn" }).map(({ ruleId }) => ruleId)).toEqual(["edge/warning"]);
  });

  it.each([
    ["a string", `'http.hots eq "a"'`, "http.hots"],
    ["escapes", String.raw`"\u{1F600} eq \"a\" and ssl"`, String.raw`\u{1F600}`],
    ["a template literal", '`http.hots eq "a"`', "http.hots"],
  ])("underlines an error in %s", (_, literal, word) => {
    expect(reported(rule(literal))).toEqual([["edge/expression", word]]);
  });

  it("reads JavaScript with ESLint's own parser", () => {
    const program = rule('`ssl and ${a} and http.hots eq "a"`');
    const plugin = configs.recommended as unknown as Linter.Config;
    const [found, ...others] = linter.verify(program, [plugin], "index.js");
    expect(others).toEqual([]);
    expect(program.split("\n")[1]?.slice((found?.column ?? 0) - 1)).toMatch(/^http\.hots/);
  });

  it.each([
    ['const edge = require("pulumi-edge-platform");', "edge.ValidatedFilter"],
    ['const { ValidatedFilter: Filter } = require("pulumi-edge-platform/native");', "Filter"],
  ])("knows what `require` returns: %s", (line, name) => {
    const program = `${line}\nnew ${name}("a", { expression: "nonsense" });`;
    const { plugins, rules } = configs.recommended as unknown as Linter.Config;
    const config = { plugins: plugins!, rules: rules!, languageOptions: { sourceType: "commonjs" as const } };
    expect(linter.verify(program, [config], "index.js")).toHaveLength(1);
    expect(linter.verify(program.replace("edge-platform", "other"), [config], "index.js")).toEqual([]);
  });

  it("judges a literal once for both rules", () => {
    const find = jest.mocked(findings.findingsOf);
    find.mockClear();
    lint(rule('"ssl"') + rule('"not ssl"').split("\n")[1]!);
    expect(find.mock.calls.map(([text]) => text)).toEqual(["ssl", "not ssl"]);
  });

  it("suggests the name that was probably meant, and replaces only that", () => {
    const program = rule(String.raw`"http.hots eq \"a\""`);
    const [found] = lint(program);
    expect(found?.message).toMatch(/Did you mean http\.host\? \(edge-platform explain UnknownIdentifier\)$/);
    const { range = [0, 0], text = "" } = found?.suggestions?.[0]?.fix ?? {};
    expect(program.slice(0, range[0]) + text + program.slice(range[1])).toBe(
      rule(String.raw`"http.host eq \"a\""`),
    );
  });

  it("reports a lint warning as a warning", () => {
    expect(reported(rule(`'http.request.method eq "get"'`))).toEqual([["edge/warning", '"get"']]);
  });

  it("knows the phase", () => {
    expect(reported(rule("'http.response.code eq 200'"))).toEqual([
      ["edge/expression", "http.response.code"],
    ]);
    expect(reported(rule("'http.response.code eq 200'", "http_response_headers_transform"))).toEqual([]);
  });

  it("says nothing about foreign classes, foreign properties and computed texts", () => {
    expect(
      reported(
        'class ValidatedFilter { constructor(a, b) {} }\nnew ValidatedFilter("a", { expression: "nonsense" });',
      ),
    ).toEqual([]);
    expect(reported(`${IMPORT}export const a = { action: "a", expression: "nonsense" };`)).toEqual([]);
    expect(reported(rule("makeFilter(`nonsense`)"))).toEqual([]);
  });

  it.each(["\\0", "\\ud800", "a".repeat(100_000), "\\\n", "("])("does not throw for hostile text", (text) => {
    expect(lint(rule(`"${text}"`)).every(({ fatal }) => fatal !== true)).toBe(true);
  });

  describe("in the constant parts of templates", () => {
    it.each([
      ['`http.hots eq "${host}" and ssl`', "http.hots"],
      ['`ip.src in {${office}} and http.hots eq "a"`', "http.hots"],
      ["`ip.src in {${office} ${home} 10.0.0.1/8} and ssl`", "10.0.0.1"],
      ['`http.host eq "${host}" and ip.src in {10.${a}.${b}.0/24 10.0.0.1/8}`', "10.0.0.1"],
      ['`(http.host equals "a") and ${rest}`', "equals"],
      ['pulumi.interpolate`not ip.src in $${list.name} and http.hots eq "a"`', "http.hots"],
      ['String.raw`http.host matches "\\.${end}" and http.hots eq "\\x61"`', "http.hots"],
      ['office.apply((ip) => `ip.src eq ${ip} and http.hots eq "a"`)', "http.hots"],
      ["'http.host eq \"' + host + '\" and http.hots eq \"a\"'", "http.hots"],
      ["'ssl and ' +\n  'http.hots eq \"a\"'", "http.hots"],
      ['`${condition} and not http.hots eq "a"`', "http.hots"],
      ['`http.request.method eq "get" and ${condition}`', '"get"'],
      ['`starts_with(http.host, "${name}") or http.request.method eq "get"`', '"get"'],
      ['`http.response.code eq 200 and http.host eq "${host}"`', "http.response.code"],
    ])("reports what is wrong in %s", (literal, word) => {
      expect(reported(rule(literal)).map(([, found]) => found)).toEqual([word]);
    });

    it.each([
      "`nonsense${1}`",
      '`${field} eq "a"`',
      "`${field} in {1 2}`",
      "`${field} in {10.0.0.0/8} and ${field} gt 1`",
      '`http.host ${operator} "a"`',
      '`http.host ${operator} "\\\\.example"`',
      "`ip.src in ${set} and ssl`",
      "`ssl ${rest}`",
      "`${prefix}ssl`",
      '`(http.host eq "a" ${more}) or ssl`',
      '`(http.host eq "a"${end} and ssl`',
      '`http.host matches "(www${end}"`',
      "`ip.src in {192.0.2.0/${bits}}`",
      "`ip.src in {${network}/24 ${network}/16}`",
      '`http.request.method eq "get${more}"`',
      '`http.request.method eq "get" ${more}`',
      '`http.request.method in {"get"${more}}`',
      '`http.request.uri.path ${is} eq "GET"`',
      "`${a}${b}${c}`",
      "`${a} ${b}`",
      '`any(${field}[*] eq "a")`',
      '`${quantifier}(http.request.headers.names[*] eq "a")`',
      '`http.request.headers["a"][${index}] eq "b"`',
      'sql`http.hots eq "${a}"`',
      "`http.hots eq \\unicode`",
    ])("says nothing about what depends on a placeholder: %s", (literal) => {
      expect(reported(rule(literal)).filter(([id]) => id !== null)).toEqual([]);
    });

    it("suggests a change inside one literal", () => {
      const program = rule('\'ssl and \' + `http.hots eq "${a}" and http.host eq "\\""`');
      const [suggestion] = lint(program)[0]?.suggestions ?? [];
      const { range = [0, 0], text = "" } = suggestion?.fix ?? {};
      expect(program.slice(0, range[0]) + text + program.slice(range[1])).toBe(
        program.replace("http.hots", "http.host"),
      );
    });
  });

  it("finds only what the documentation shows as an error in its programs and the examples", () => {
    const examples = path.resolve(__dirname, "../../../examples");
    const programs = fs
      .readdirSync(examples)
      .map((name) => path.join(examples, name, "index.ts"))
      .filter((file) => fs.existsSync(file))
      .map((file) => ({ source: fs.readFileSync(file, "utf8") }));
    expect(programs.length).toBeGreaterThan(5);
    const found = [...programs, ...documentedExamples()].flatMap(({ source }) =>
      lint(source).map(({ line }) => source.split("\n")[line - 1]?.trim()),
    );
    expect(found).toEqual([expect.stringContaining("ip.src eqq 192.0.2.1")]);
  });
});
