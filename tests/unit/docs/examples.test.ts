import fs from "node:fs";
import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(__dirname, "../../..");

/** What is compiled stands as if it were a program beside the package. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node", "jest"],
  paths: {
    "pulumi-edge-platform": [path.join(ROOT, "provider/index.ts")],
    "pulumi-edge-platform/platform": [path.join(ROOT, "emulator/index.ts")],
    "pulumi-edge-platform/policy": [path.join(ROOT, "policy/index.ts")],
  },
};

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

interface Example {
  readonly name: string;
  readonly source: string;
}

function documentedFiles(): string[] {
  const folders = ["provider", "policy", "emulator", "cli", "docs", "examples"];
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.join(folder, file)),
  );
  return ["README.md", ...files].filter(
    (file) => /\.(ts|md)$/.test(file) && !file.includes("node_modules") && !file.startsWith("docs/reference"),
  );
}

/** Fenced `ts` blocks; in a doc comment each line stands behind an asterisk. */
function examplesIn(file: string): Example[] {
  const text = fs.readFileSync(path.join(ROOT, file), "utf8");
  const plain = file.endsWith(".ts") ? text.replace(/^ *\* ?/gm, "") : text;
  const blocks = [...plain.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
  return blocks.map((source, index) => ({ name: `${file.replace(/\W/g, "-")}-${index}.ts`, source }));
}

function diagnosticsOf(examples: readonly Example[]): string[] {
  const sources = new Map(examples.map(({ name, source }) => [path.join(ROOT, name), source]));
  const host = ts.createCompilerHost(OPTIONS);
  const compilerHost = { ...host };
  host.fileExists = (name) => sources.has(name) || compilerHost.fileExists(name);
  host.readFile = (name) => sources.get(name) ?? compilerHost.readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const source = sources.get(name);
    // A module each, so that examples do not see each other's names.
    if (source !== undefined) return ts.createSourceFile(name, `${source}\nexport {};\n`, version);
    return compilerHost.getSourceFile(name, version, ...rest);
  };
  const program = ts.createProgram([...sources.keys()], OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || sources.has(file.fileName))
    .map(({ file, start, messageText }) => {
      const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${path.basename(file?.fileName ?? "")}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
}
