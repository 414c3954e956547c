import { parse } from "yaml";
import { printImportFile } from "../../../cli/adopt/project-files";
import { printYaml } from "../../../adopt/print/yaml";
import {
  Reference,
  type AdoptedArgs,
  type AdoptedProgram,
  type AdoptedResource,
} from "../../../adopt/program";
import { HOSTILE } from "../../support/odd-zones";

const left = HOSTILE.map((subject) => ({ subject, why: subject }));
const named = { notes: [...HOSTILE], left } as const;
const filter: AdoptedResource = {
  ...named,
  kind: "ValidatedFilter",
  name: "admin-filter",
  args: { expression: "${x} $$ $y" },
  importId: undefined,
};
const token: AdoptedResource = {
  ...named,
  kind: "ApiToken",
  name: "class",
  importId: "user/0123",
  args: {
    hostile: [...HOSTILE],
    keys: Object.fromEntries(HOSTILE.map((name) => [name, true])),
    empty: [[], {}],
    expression: new Reference("admin-filter", "expression"),
  },
};
const program: AdoptedProgram = {
  sections: [{ title: HOSTILE.join(), left, resources: [filter, token] }],
};

const PLUGINS = "plugins: {}\n";

describe("a program in YAML", () => {
  it("contains every text unchanged except for doubled dollar signs, and refers to other resources", () => {
    const doubled = HOSTILE.map((text) => text.replaceAll("$", "$$$$"));
    expect(parse(printYaml(program, PLUGINS), { uniqueKeys: false })).toEqual({
      name: "adopted",
      runtime: "yaml",
      plugins: {},
      resources: {
        adminFilter: {
          type: "edge:index:ValidatedFilter",
          name: "admin-filter",
          properties: { expression: "$${x} $$$$ $$y" },
        },
        classToken: {
          type: "edge:index:ApiToken",
          name: "class",
          properties: {
            hostile: doubled,
            keys: Object.fromEntries(doubled.map((name) => [name, true])),
            empty: [[], {}],
            expression: "${adminFilter.expression}",
          },
          options: { protect: true },
        },
      },
    });
  });

  it("shows hidden characters of names, also in comments", () => {
    expect(printYaml(program, PLUGINS)).not.toMatch(/[\u202A-\u202E\u2028\u2029\u200B\0\r\t]/);
  });

  it("writes directives by their names in the schema, and names that are data unchanged", () => {
    const rule = (actionParameters: AdoptedArgs): AdoptedResource => ({
      kind: "Ruleset",
      name: "cache",
      notes: [],
      left: [],
      importId: undefined,
      args: { rules: [{ action: "set_cache_control", actionParameters }] },
    });
    const printed = (actionParameters: AdoptedArgs) =>
      printYaml({ sections: [{ title: "", left: [], resources: [rule(actionParameters)] }] }, PLUGINS);
    expect(
      parse(printed({ "max-age": { operation: "set", value: 5 }, "s-maxage": { operation: "remove" } })),
    ).toMatchObject({
      resources: {
        cacheRuleset: {
          properties: {
            rules: [
              {
                action: "set_cache_control",
                actionParameters: {
                  maxAge: { operation: "set", value: 5 },
                  sMaxage: { operation: "remove" },
                },
              },
            ],
          },
        },
      },
    });
    expect(printed({ headers: { "max-age": { operation: "remove" } } })).toContain('"max-age":');
  });
});

it("the import file lists the live objects that can be imported, with the ids of `pulumi import`", () => {
  const [section] = program.sections;
  const notImported = { ...token, name: "other", notImported: "it cannot be" };
  const resources = [...(section?.resources ?? []), notImported];
  expect(JSON.parse(printImportFile({ sections: [{ title: "", left: [], resources }] }))).toEqual({
    resources: [{ type: "edge:index:ApiToken", name: "class", id: "user/0123" }],
  });
});
