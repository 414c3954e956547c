import { type ESLint, type Rule, RuleTester } from "eslint";
import { parser } from "typescript-eslint";
import { configs, rules } from "../../../eslint";

const tester = new RuleTester({ languageOptions: { parser } });
const IMPORT = 'import { ZoneEntrypointRuleset } from "pulumi-edge-platform";\n';

/** A program with one custom rule. */
function program(expression: string, phase = "http_request_firewall_custom"): string {
  const rule = `{ ref: "a", action: "block", expression: ${expression} }`;
  return `${IMPORT}new ZoneEntrypointRuleset("a", { phase: "${phase}", rules: [${rule}] });`;
}

/** A program with the same rule in two rulesets. */
const twice = (expression: string) => program(expression).replace(/new .*$/, "$&\n$&");

const COLUMN = program("").split("\n")[1]!.indexOf("expression: ") + "expression: ".length + 1;

/** ESLint gives its rules more than the plugin's own type says. */
const ruleOf = (name: keyof typeof rules) => rules[name] as unknown as Rule.RuleModule;

describe("the rules in ESLint's own tester", () => {
  const plugins = configs.filterFiles.plugins as unknown as Record<string, ESLint.Plugin>;
  new RuleTester({ plugins, language: configs.filterFiles.language }).run("files", ruleOf("expression"), {
    valid: [{ name: "takes a file with an expression", code: 'http.host eq "a"\n' }],
    invalid: [
      {
        name: "suggests a change of a file",
        code: '\nssl and http.hots eq "a"\n',
        errors: [
          {
            messageId: "found",
            line: 2,
            column: 9,
            suggestions: [{ messageId: "change", output: '\nssl and http.host eq "a"\n' }],
          },
        ],
      },
    ],
  });

  tester.run("expression", ruleOf("expression"), {
    valid: [
      { name: "takes a valid expression", code: program(`'http.host eq "a"'`) },
      {
        name: "takes a field in a phase that has it",
        code: program("'http.response.code eq 200'", "http_response_headers_transform"),
      },
      { name: "leaves warnings to the other rule", code: program(`'http.request.method eq "get"'`) },
    ],
    invalid: [
      {
        name: "suggests the name that was probably meant",
        code: program(`'ssl and http.hots eq "a"'`),
        errors: [
          {
            messageId: "found",
            data: {
              message:
                'The filter expression is not valid: unknown identifier. Expected the name of a field or function; found "http.hots". Did you mean http.host?',
              id: "UnknownIdentifier",
            },
            line: 2,
            column: COLUMN + 9,
            endLine: 2,
            endColumn: COLUMN + 18,
            suggestions: [
              {
                messageId: "change",
                data: { change: "write http.host" },
                output: program(`'ssl and http.host eq "a"'`),
              },
            ],
          },
        ],
      },
      {
        name: "underlines each of two errors in lines of a template literal",
        code: program('`http.hots eq "a"\n  and ip.src in {10.0.0.1/8}`'),
        errors: [
          {
            messageId: "found",
            line: 2,
            column: COLUMN + 1,
            endColumn: COLUMN + 10,
            suggestions: [
              { messageId: "change", output: program('`http.host eq "a"\n  and ip.src in {10.0.0.1/8}`') },
            ],
          },
          { messageId: "found", line: 3, column: 18, endLine: 3, endColumn: 26 },
        ],
      },
      {
        name: "changes only a constant part of a template",
        code: program('`ip.src in {${office}} and http.hots eq "${host}"`'),
        errors: [
          {
            messageId: "found",
            column: COLUMN + 27,
            suggestions: [
              {
                messageId: "change",
                output: program('`ip.src in {${office}} and http.host eq "${host}"`'),
              },
            ],
          },
        ],
      },
      {
        name: "changes the constant that two rules use",
        code: `const E = 'http.hots eq "a"';\n${twice("E")}`,
        errors: [
          {
            messageId: "found",
            line: 1,
            column: 12,
            suggestions: [{ messageId: "change", output: `const E = 'http.host eq "a"';\n${twice("E")}` }],
          },
        ],
      },
    ],
  });

  tester.run("warning", ruleOf("warning"), {
    valid: [
      { name: "leaves out information", code: program(`'not not ssl'`) },
      { name: "takes a valid expression", code: program(`'http.host eq "a"'`) },
      { name: "leaves errors to the other rule", code: program("'nonsense'") },
    ],
    invalid: [
      {
        name: "reports information if the option asks for it",
        code: program(`'ssl and not not http.host eq "a"'`),
        options: [{ information: true }],
        errors: [
          {
            messageId: "found",
            line: 2,
            column: COLUMN + 9,
            suggestions: [{ messageId: "change", output: program(`'ssl and http.host eq "a"'`) }],
          },
        ],
      },
      {
        name: "reports a suspicious value",
        code: program(`'http.request.method eq "get"'`),
        errors: [
          {
            message: /^http\.request\.method .*\(edge-platform explain impossible-value\)$/s,
            line: 2,
            column: COLUMN + 24,
            endLine: 2,
            endColumn: COLUMN + 29,
          },
        ],
      },
    ],
  });
});
