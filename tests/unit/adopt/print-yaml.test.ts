import { parse } from "yaml";
import { printImportFile } from "../../../adopt/print/import-file";
import { printYaml } from "../../../adopt/print/yaml";
import { Reference, type AdoptedProgram, type AdoptedResource } from "../../../adopt/program";
import { HOSTILE } from "../../support/odd-zones";

const left = HOSTILE.map((subject) => ({ subject, why: subject }));
const named = { notes: [...HOSTILE], left, isProtected: false } as const;
const filter: AdoptedResource = {
  ...named,
  ...{
    kind: "ValidatedFilter",
    name: "admin-filter",
    args: { expression: "${x} $$ $y" },
    importId: undefined,
  },
};
const token: AdoptedResource = {
  ...named,
  ...{ kind: "ApiToken", name: "class", isProtected: true, importId: "user/0123" },
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

describe("a program in YAML", () => {
  it("has every text as it is, with each dollar sign doubled, and refers to other resources", () => {
    const doubled = HOSTILE.map((text) => text.replaceAll("$", "$$$$"));
    expect(parse(printYaml(program), { uniqueKeys: false })).toEqual({
      name: "adopted",
      runtime: "yaml",
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
    expect(printYaml(program)).not.toMatch(/[\u202A-\u202E\u2028\u2029\u200B\0\r\t]/);
  });
});

it("the import file names what is live, with the ids of `pulumi import`", () => {
  expect(JSON.parse(printImportFile(program))).toEqual({
    resources: [{ type: "edge:index:ApiToken", name: "class", id: "user/0123" }],
  });
});
