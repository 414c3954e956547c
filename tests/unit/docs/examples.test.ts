import fs from "node:fs";
import path from "node:path";
import { diagnosticsOf, type Source as Example } from "../../support/compile";

const ROOT = path.resolve(__dirname, "../../..");

/** Every piece of TypeScript that a reader may copy: of the doc comments, the README, the guides and the examples' own pages. */
describe("the examples in the documentation", () => {
  const examples = documentedFiles().flatMap(examplesIn);

  it("are there for every resource", () => {
    const documented = examples.map(({ source }) => source).join("\n");
    const classes = [
      "AccountEntrypointRuleset",
      "ApiToken",
      "Ruleset",
      "ZoneEntrypointRuleset",
      "OwaspConfig",
      "ValidatedFilter",
      "GatewayEndpoint",
    ];
    expect(
      classes.filter((name) => !documented.includes(`new ${name}(`) && !documented.includes(`edge.${name}(`)),
    ).toEqual([]);
  });

  it("compile, strictly, as programs of a user; one with a misspelt argument does not", () => {
    const [first] = examples.filter(({ source }) => source.includes("paranoiaLevel"));
    const broken = { name: "broken.ts", source: first!.source.replace("paranoiaLevel", "paranoidLevel") };
    expect(diagnosticsOf([...examples, broken])).toEqual([
      expect.stringMatching(/^broken\.ts:.*paranoidLevel/s),
    ]);
  });
});

function documentedFiles(): string[] {
  const folders = ["provider", "policy", "emulator", "cli", "docs", "examples"];
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.join(folder, file)),
  );
  return ["README.md", ...files].filter(
    (file) =>
      /\.(ts|md)$/.test(file) && !file.includes("node_modules") && !/^docs\/(?:api|reference)\b/.test(file),
  );
}

/** Fenced `ts` blocks; in a doc comment each line stands behind an asterisk. */
function examplesIn(file: string): Example[] {
  const text = fs.readFileSync(path.join(ROOT, file), "utf8");
  const plain = file.endsWith(".ts") ? text.replace(/^ *\* ?/gm, "") : text;
  const blocks = [...plain.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
  return blocks.map((source, index) => {
    // A block that others import begins with its name.
    const [, name = `${file.replace(/\W/g, "-")}-${index}.ts`] = /^\/\/ (\w+\.ts)\n/.exec(source) ?? [];
    // Here, a module names the files that it imports; in a project that `pulumi new` has made, without an ending.
    return { name, source: source.replaceAll(/"(\.\/\w+)"/g, '"$1.js"') };
  });
}
