import { adoptLive, type LivePlaces } from "../../../adopt/adopt-live";
import { printPython } from "../../../adopt/print/python";
import { printTypeScript } from "../../../adopt/print/typescript";
import { printYaml } from "../../../adopt/print/yaml";
import { Interpolation, Reference, resourcesOf } from "../../../adopt/program";
import { everything } from "../../../adopt/selection";
import type { Rule } from "../../../provider/api";

const OFFICE = "2c0fc9fa937b11eaa1b71c4d701ab86e";
const ACCOUNTS = ["01a7362d577a6c3019a474fd6f485823", "699d98642c564d2e855e9661899b7252"] as const;
const ZONES = ["8792051aba8a6d2f17833905d155bcad", "023e105f4ecef8ad9ca31a8372d0c353"] as const;
const ENTRY_POINT = "0123456789abcdef0123456789abcdef";

/** Two accounts, of which the first has the list `office`, and a zone with these rules in each. */
function live(phase: string, rules: readonly Partial<Rule>[]): LivePlaces {
  const list = { id: OFFICE, name: "office", kind: "ip", num_items: 1 } as const;
  const zones = ZONES.map((id, index) => {
    const entrypoint = {
      id: ENTRY_POINT,
      name: "default",
      kind: "zone",
      phase,
      version: "1",
      rules: rules.map((rule, place) => ({
        id: `${place}`.repeat(32),
        action: "log",
        enabled: true,
        ...rule,
      })),
    };
    const account = { id: ACCOUNTS[index] ?? "", name: `Account ${index}` };
    return {
      zone: { id, name: `zone${index}.example`, account },
      listed: [entrypoint],
      rulesets: [entrypoint],
    };
  });
  const accounts = ACCOUNTS.map((id, index) => ({
    id,
    name: `Account ${index}`,
    listed: [],
    rulesets: [],
    tokens: { tokens: [], groups: [] },
    lists: index === 0 ? [{ list, items: [{ id: ENTRY_POINT, ip: "192.0.2.1" }] }] : [],
  }));
  return { zones, accounts, owasp: undefined, vendor: "cloudflare", now: new Date(0) };
}

const CUSTOM = "http_request_firewall_custom";
const program = (rules: readonly Partial<Rule>[], phase = CUSTOM) =>
  adoptLive(live(phase, rules), everything());
const rulesOf = (rules: readonly Partial<Rule>[], phase?: string) =>
  resourcesOf(program(rules, phase)).flatMap(({ args }) => (args["rules"] as object[] | undefined) ?? []);
const NAME = new Reference("office", "name");

describe("the expression of a rule that names a list", () => {
  it("refers to the list that the program declares, and only to one of the account of the zone", () => {
    const text = "not ip.src in $office";
    expect(rulesOf([{ ref: "office", expression: text }])).toEqual([
      { ref: "office", action: "log", expression: new Interpolation(text, ["not ip.src in $", NAME]) },
      { ref: "office", action: "log", expression: text },
    ]);
  });

  it("keeps what is no name of such a list: texts, managed lists and other lists", () => {
    const text =
      'http.user_agent contains "$office" and not ip.src in $cf.vpn and ip.src in $office and not ip.src in $other';
    const [rule] = rulesOf([{ ref: "a", expression: text }]);
    const parts = [text.slice(0, text.lastIndexOf("office")), NAME, " and not ip.src in $other"];
    expect(rule).toMatchObject({ expression: new Interpolation(text, parts) });
  });

  it("is shared between rules of the same account, behind the list and before the rules", () => {
    const expression = 'not ip.src in $office and http.host eq "example.com"';
    const { sections } = program([
      { ref: "a", expression },
      { ref: "b", expression },
    ]);
    expect(sections.map(({ title, resources }) => [title, resources.map(({ kind }) => kind)])).toEqual([
      ["Lists of account Account 0", ["List"]],
      ["Expressions that several rules have", ["ValidatedFilter", "ValidatedFilter"]],
      ["Zone zone0.example", ["ZoneEntrypointRuleset"]],
      ["Zone zone1.example", ["ZoneEntrypointRuleset"]],
    ]);
    expect(sections[1]?.resources.map(({ args }) => args["expression"])).toEqual([
      new Interpolation(expression, ["not ip.src in $", NAME, ' and http.host eq "example.com"']),
      expression,
    ]);
  });
});

it("a counting expression refers to the list, too", () => {
  const text = "not ip.src in $office";
  const ratelimit = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requests_per_period: 10 };
  const rule = {
    action: "block",
    ratelimit: { ...ratelimit, mitigation_timeout: 60, counting_expression: text },
  };
  expect(rulesOf([{ ...rule, ref: "a", expression: "ssl" }], "http_ratelimit")[0]).toMatchObject({
    ratelimit: { countingExpression: new Interpolation(text, ["not ip.src in $", NAME]) },
  });
});

describe("a program with a rule that names a list", () => {
  const printed = program([{ ref: "a", expression: 'ip.src in $office and http.host eq "`${x}`\\\\$"' }]);

  it("interpolates the name in TypeScript", () => {
    expect(printTypeScript(printed, "pulumi-edge-platform")).toContain(
      'expression: pulumi.interpolate`ip.src in $${officeList.name} and http.host eq "\\`\\${x}\\`\\\\\\\\$"`,\n',
    );
  });

  it("interpolates the name in YAML", () => {
    expect(printYaml(printed, "")).toContain(
      'expression: "ip.src in $$${officeList.name} and http.host eq \\"`$${x}`\\\\\\\\$$\\""\n',
    );
  });

  it("concatenates the name in Python", () => {
    expect(printPython(printed)).toContain(`            expression=pulumi.Output.concat(
                "ip.src in $",
                office_list.name,
                ' and http.host eq "\`\${x}\`\\\\\\\\$"',
            ),
`);
  });
});
