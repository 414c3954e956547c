import fs from "node:fs";
import path from "node:path";
import { Linter } from "eslint";
import { parser } from "typescript-eslint";
import { configs } from "../../../eslint";

const linter = new Linter();
const IMPORT = 'import { ValidatedFilter, ZoneEntrypointRuleset } from "pulumi-edge-platform";\n';

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

  it("suggests the name that was probably meant, and replaces only that", () => {
    const program = rule(String.raw`"http.hots eq \"a\""`);
    const [found] = lint(program);
    expect(found?.message).toMatch(
      /Did you mean http\.host\? \(UnknownIdentifier: docs\/reference\/UnknownIdentifier\.md\)$/,
    );
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
    expect(reported(rule("`nonsense ${1}`"))).toEqual([]);
  });

  it.each(["\\0", "\\ud800", "a".repeat(100_000), "\\\n", "("])("does not throw for hostile text", (text) => {
    expect(lint(rule(`"${text}"`)).every(({ fatal }) => fatal !== true)).toBe(true);
  });

  const examples = path.resolve(__dirname, "../../../examples");
  const programs = fs
    .readdirSync(examples)
    .filter((name) => fs.existsSync(path.join(examples, name, "index.ts")));
  it.each(programs)("finds nothing in the example %s", (name) => {
    expect(lint(fs.readFileSync(path.join(examples, name, "index.ts"), "utf8"))).toEqual([]);
  });
});
