import { Linter } from "eslint";
import { parser } from "typescript-eslint";
import { configs } from "../../../eslint";

const linter = new Linter();
const IMPORT = 'import * as edge from "pulumi-edge-platform";\n';
const PHASE = 'phase: "http_request_firewall_custom"';

/** Returns the rule and the source text of each finding in a program. */
function reported(program: string): string[] {
  // The plugin has no types of ESLint; the linter itself checks its form.
  const plugin = configs.recommended as unknown as Linter.Config;
  const config = { ...plugin, files: ["**/*.ts"], languageOptions: { parser } };
  return linter.verify(IMPORT + program, [config], "index.ts").map((found) => {
    const { line, column, endLine, endColumn } = found;
    const lines = (IMPORT + program).split("\n").slice(line - 1, endLine);
    const end = (lines.pop() ?? "").slice(0, (endColumn ?? column) - 1);
    const text = [...lines, end].join("\n").slice(column - 1);
    return `${String(found.ruleId).replace("edge/", "")}: ${text}`;
  });
}

const ruleset = (rules: string, more = "") =>
  `new edge.ZoneEntrypointRuleset("a", { ${PHASE}, rules: ${rules}${more} });`;
const HOTS = `'http.hots eq "a"'`;

describe("the ESLint plugin finds an expression", () => {
  it.each([
    [
      "in a constant",
      `const expression = ${HOTS};\n${ruleset('[{ ref: "a", action: "block", expression }]')}`,
    ],
    [
      "in a constant of another one, with a type assertion",
      `const a = ${HOTS} as const; const B = a;\n${ruleset('[{ ref: "a", action: "block", expression: B satisfies string }]')}`,
    ],
    [
      "in an object of constants",
      `const FILTERS = { admin: ${HOTS} } as const;\n${ruleset('[{ ref: "a", action: "block", expression: FILTERS.admin }]')}`,
    ],
    ["in a constant list of rules", `const rules = [{ expression: ${HOTS} }];\n${ruleset("rules")}`],
    ["in a constant rule", `const rule = { expression: ${HOTS} };\n${ruleset("[rule]")}`],
    ["in rules that are spread", `const rules = [{ expression: ${HOTS} }];\n${ruleset("[...rules]")}`],
    [
      "in a rule that is spread",
      `const rule = { expression: ${HOTS} };\n${ruleset('[{ ...rule, ref: "a" }]')}`,
    ],
    [
      "in constant arguments",
      `const args = { rules: [{ expression: ${HOTS} }] };\nnew edge.Ruleset("a", args);`,
    ],
    [
      "in the rules of a custom ruleset of a zone",
      `new edge.ZoneCustomRuleset("a", { zoneId: "z", rules: [{ expression: ${HOTS} }] });`,
    ],
    [
      "in arguments that are spread",
      `const args = { rules: [{ expression: ${HOTS} }] };\nnew edge.Ruleset("a", { ...args, ...common });`,
    ],
    ["in rules for each item", ruleset(`hosts.map((host) => ({ ref: host, expression: ${HOTS} }))`)],
    [
      "in rules that a callback returns",
      ruleset(`hosts.flatMap(function (host) { if (host) return []; return [{ expression: ${HOTS} }]; })`),
    ],
    ["in filtered rules", ruleset(`[isOn && { expression: ${HOTS} }].filter(Boolean)`)],
    ["in one branch of a choice", ruleset(`[{ expression: isOn ? ${HOTS} : "ssl" }]`)],
    ["that is the default of another one", ruleset(`[{ expression: args.expression ?? ${HOTS} }]`)],
    [
      "of a filter of a baseline",
      `new edge.ZoneBaseline("a", { filters: { login: ${HOTS}, office: "ssl" } });`,
    ],
    [
      "of a custom rule of a baseline",
      `new edge.ZoneBaseline("a", { customRules: ({ login }) => [{ expression: ${HOTS} }] });`,
    ],
    [
      "of a rate limit of a baseline",
      `new edge.ZoneBaseline("a", { rateLimits: [{ expression: ${HOTS} }] });`,
    ],
    [
      "of the managed rules of a baseline",
      `new edge.ZoneBaseline("a", { managedRules: { expression: ${HOTS} } });`,
    ],
    ["of OWASP of a baseline", `new edge.ZoneBaseline("a", { owasp: { expression: ${HOTS} } });`],
    ["of OWASP", `new edge.OwaspConfig("a", { expression: ${HOTS} });`],
    [
      "in what a function of the file returns",
      `function rules(zone: string) { return [{ expression: ${HOTS} }]; }\n${ruleset("rules(zone)")}`,
    ],
    [
      "in what an arrow function of the file returns",
      `const rules = () => [{ expression: ${HOTS} }];\n${ruleset("[...rules()]")}`,
    ],
    ["in rules with a type", `export const rules: readonly edge.RuleArgs[] = [{ expression: ${HOTS} }];`],
    [
      "in rules that satisfy a type",
      `export default [{ expression: ${HOTS} }] satisfies Array<edge.RuleArgs>;`,
    ],
    [
      "in a rule that a function with a type returns",
      `export const f = (): edge.RuleArgs => ({ expression: ${HOTS} });`,
    ],
    [
      "in rate limits with a type",
      `export function f(): edge.BaselineRateLimitArgs[] { return [{ expression: ${HOTS} }]; }`,
    ],
    [
      "in arguments with a type",
      `export const args: edge.ZoneEntrypointRulesetArgs = { ${PHASE}, rules: [{ expression: 'http.hots eq "a"' }] };`,
    ],
    [
      "that a rate limit counts by",
      ruleset(`[{ action: "block", expression: "ssl", ratelimit: { countingExpression: ${HOTS} } }]`),
    ],
  ])("%s", (_, program) => {
    expect(reported(program)).toEqual(["expression: http.hots"]);
  });

  it("that computes a value, if the action is a constant", () => {
    const rewrite = `const action = "rewrite";\n${ruleset(
      `[{ action, expression: "ssl", actionParameters: { uri: { path: { expression: 'lower("a"' } } } }]`,
    )}`;
    expect(reported(rewrite)).toHaveLength(1);
    expect(reported(rewrite.replace("const action", "let action"))).toEqual([]);
  });
});

describe("the ESLint plugin reports a literal once", () => {
  const RESPONSE = "'http.response.code eq 200'";

  it("for all rules that use it", () => {
    const rules = ["a", "b", "c"].map((ref) => `{ ref: "${ref}", expression: BAD }`).join(", ");
    expect(
      reported(`const BAD = ${HOTS};\n${ruleset(`[${rules}]`)}\n${ruleset("[{ expression: BAD }]")}`),
    ).toEqual(["expression: http.hots"]);
  });

  it("and knows the phase if all uses agree on it", () => {
    const use = (phase: string) =>
      `new edge.ZoneEntrypointRuleset("a", { phase: "${phase}", rules: [{ expression: E }] });`;
    const both = (other: string) =>
      `const E = ${RESPONSE};\n${use("http_request_firewall_custom")}\n${use(other)}`;
    expect(reported(both("http_request_firewall_custom"))).toEqual(["expression: http.response.code"]);
    expect(reported(both("http_response_headers_transform"))).toEqual([]);
  });

  it("and not what is right as a condition and wrong as a value", () => {
    const rule =
      '{ action: "rewrite", expression: E, actionParameters: { uri: { path: { expression: E } } } }';
    expect(reported(`const E = "ssl";\n${ruleset(`[${rule}]`)}`)).toEqual([]);
  });

  it("of rules with a type, where they are used", () => {
    const rules = `const rules: edge.RuleArgs[] = [{ expression: ${RESPONSE} }];\n`;
    expect(reported(rules)).toEqual([]);
    expect(reported(rules + ruleset("rules"))).toEqual(["expression: http.response.code"]);
  });

  it("without a phase that an unknown spread may replace", () => {
    const rules = `rules: [{ expression: ${RESPONSE} }]`;
    expect(reported(`new edge.ZoneEntrypointRuleset("a", { ...args, ${PHASE}, ${rules} });`)).toHaveLength(1);
    expect(reported(`new edge.ZoneEntrypointRuleset("a", { ${PHASE}, ${rules}, ...args });`)).toEqual([]);
  });
});

describe("the ESLint plugin leaves out", () => {
  it.each([
    ["a variable that changes", `let e = ${HOTS};\n${ruleset("[{ expression: e }]")}`],
    ["a parameter", `function f(e = ${HOTS}) { ${ruleset("[{ expression: e }]")} }`],
    [
      "a constant that is shadowed",
      `const e = ${HOTS};\nfunction f(e) { ${ruleset("[{ expression: e }]")} }`,
    ],
    [
      "a constant of itself",
      `const e = { ...e, ...e.f, f: e.f.f };\n${ruleset("[{ expression: e.f, ...e }, e]")}`,
    ],
  ])("%s", (_, program) => {
    expect(reported(program)).toEqual([]);
  });

  it("constants of thousands of lines, without an error", () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `const c${index + 1} = { ...c${index}.a };\n`);
    const program = `const c0 = { expression: ${HOTS} };\n${lines.join("")}${ruleset("[c3000, c3000.a]")}`;
    expect(reported(program)).toEqual([]);
  });

  it("constants that double with each line, without reading them twice", () => {
    const doubled = (of: (name: string) => string) =>
      Array.from({ length: 40 }, (_, index) => `const c${index + 1} = ${of(`c${index}`)};\n`).join("");
    for (const of of [
      (name: string) => `x ? ${name} : ${name}`,
      (name: string) => `({ a: ${name}, b: ${name}, ...${name}, ...${name} })`,
      (name: string) => `[...${name}, ...${name}]`,
    ])
      expect(
        reported(`const c0 = { expression: ${HOTS} };\n${doubled(of)}${ruleset("[c40]")}`).length,
      ).toBeLessThan(2);
  });
});

describe("what a resource allows", () => {
  const SUSPICIOUS = `'http.request.method eq "get"'`;
  const NEW_NAME = `'cf.new.score gt 5'`;
  const allowing = (allowances: string, expression = SUSPICIOUS) =>
    ruleset(`[{ ref: "a", action: "block", expression: ${expression} }]`, `, allowances: ${allowances}`);

  it.each([
    `[{ id: "impossible-value", reason: "CHG-1" }]`,
    `[{ id: "impossible-value", reason: "CHG-1", rule: "a" }]`,
    `[{ id: "impossible-value", reason: why(), until: "2999-12-31" }]`,
    `[{ id: "impossible-value", reason: "CHG-1", rule: name }]`,
    `[{ id: "impossible-value", reason: "CHG-1", until: end }]`,
    "allowed",
    "[...allowed]",
    "[{ id: someId, reason }]",
  ])("is not reported with %s", (allowances) => {
    expect(reported(allowing(allowances))).toEqual([]);
  });

  it.each([
    `[{ id: "impossible-value", reason: "CHG-1", rule: "b" }]`,
    `[{ id: "impossible-value", reason: "CHG-1", until: "2020-12-31" }]`,
    `[{ id: "impossible-value" }]`,
    `[{ id: "duplicate-item", reason: "CHG-1" }]`,
    "[]",
  ])("is reported with %s", (allowances) => {
    expect(reported(allowing(allowances))).toEqual(['warning: "get"']);
  });

  it("may be constant allowances, and those of a baseline's OWASP", () => {
    const allowed = `const allowed = [{ id: "impossible-value", reason: "CHG-1" }];\n`;
    expect(reported(allowed + allowing("allowed"))).toEqual([]);
    expect(
      reported(
        `${allowed}new edge.ZoneBaseline("a", { owasp: { expression: ${SUSPICIOUS}, allowances: allowed } });`,
      ),
    ).toEqual([]);
  });

  it("is reported if another resource does not allow it", () => {
    const allowed = allowing(`[{ id: "impossible-value", reason: "CHG-1" }]`, "E");
    expect(reported(`const E = ${SUSPICIOUS};\n${allowed}`)).toEqual([]);
    expect(reported(`const E = ${SUSPICIOUS};\n${allowed}\n${ruleset("[{ expression: E }]")}`)).toHaveLength(
      1,
    );
  });

  it("may be an unknown name, but no other error", () => {
    const unknown = `[{ id: "unknown-name", reason: "CHG-1" }]`;
    expect(reported(allowing(unknown, NEW_NAME))).toEqual([]);
    expect(reported(allowing("[]", NEW_NAME))).toEqual(["expression: cf.new.score"]);
    expect(reported(allowing("allowed", `'ip.src eq 1.2.3.4.5'`))).toHaveLength(1);
  });
});
