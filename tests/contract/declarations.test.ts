import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { ensureBuilt, ROOT } from "../../scripts/prepare";
import { temporaryFolder, writeFiles } from "../support/fake-commands";

/** The compiler that programs of `pulumi new typescript` install. The one of this repository is newer. */
const TSC = path.join(ROOT, "tests/typescript-5.9/node_modules/typescript/bin/tsc");

/** The tsconfig.json of `pulumi new typescript`. It does not have skipLibCheck. */
const PULUMI_NEW = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  module: "commonjs",
  moduleResolution: "node",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

/** The declarations are the same for each way to find them, so the settings above check them for all. */
const FEWER_CHECKS = { skipLibCheck: true };

/** Uses every entry point. The last line has an error, which the compiler finds only with the types. */
const PROGRAM = `import * as edge from "pulumi-edge-platform";
import { load } from "pulumi-edge-platform/dynamic";
import { configs } from "pulumi-edge-platform/eslint";
import * as native from "pulumi-edge-platform/native";
import { startPlatform } from "pulumi-edge-platform/platform";
import { edgePolicies } from "pulumi-edge-platform/policy";
new edge.ValidatedFilter("filter", { expression: "ssl" });
new native.ValidatedFilter("native", { expression: "ssl" });
export const used = [load("ApiToken").check, edgePolicies, configs.recommended];
export const port = async (): Promise<number> => (await startPlatform()).baseUrl;
`;

describe("the declarations of the package", () => {
  beforeAll(() => ensureBuilt(() => undefined), 600_000);

  it.each(entryPoints())("of %s do not import zod", (_, types) => {
    const importing = [...reachable(path.join(ROOT, types))]
      .filter(([, imported]) => imported.some((name) => /^zod(\/|$)/.test(name)))
      .map(([file]) => path.relative(ROOT, file));
    expect(importing).toEqual([]);
  });

  it("have the same names for native resources, so that a program only changes its import", () => {
    const [dynamic, native] = exportsOf("dist/provider/index.d.ts", "dist/provider/native/index.d.ts");
    expect(dynamic).toContain("RuleArgs");
    expect(native).toEqual(expect.arrayContaining(dynamic ?? []));
  });

  it("explain every name that programs can import, also those of the namespace `filter`", () => {
    const files = entryPoints().map(([, types]) => types);
    expect(unexplained(...files)).toEqual([]);
  });

  it.each([
    ["the settings of `pulumi new typescript`", {}],
    ["module: node16", { ...FEWER_CHECKS, module: "node16", moduleResolution: "node16" }],
    ["module: nodenext", { ...FEWER_CHECKS, module: "nodenext", moduleResolution: "nodenext" }],
    ["moduleResolution: bundler", { ...FEWER_CHECKS, module: "esnext", moduleResolution: "bundler" }],
  ])(
    "compile with TypeScript 5.9 and %s",
    async (_, settings) => {
      expect(await errorsOf({ ...PULUMI_NEW, ...settings, pretty: false })).toEqual([
        "index.ts(10,50): error TS2322: Type 'string' is not assignable to type 'number'.",
      ]);
    },
    300_000,
  );
});

function entryPoints(): [name: string, types: string][] {
  // The manifest of this repository.
  const { exports } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === "string" ? [] : [[name, target.types]],
  );
}

/** Returns the names of the values and types that each of the declaration files exports. */
function exportsOf(...files: string[]): string[][] {
  const { checker, modules } = modulesOf(files);
  return modules.map((module) => checker.getExportsOfModule(module).map(({ name }) => name));
}

/** Returns the exports of the declaration files, and of the namespaces among them, that have no comment. */
function unexplained(...files: string[]): string[] {
  const { checker, modules } = modulesOf(files);
  const found = new Set<string>();
  const visit = (module: ts.Symbol): void => {
    for (const exported of checker.getExportsOfModule(module)) {
      const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (target.flags & ts.SymbolFlags.ValueModule) visit(target);
      else if (target.getDocumentationComment(checker).length === 0) found.add(nameAndFile(target));
    }
  };
  modules.forEach(visit);
  return [...found].sort();
}

function nameAndFile({ name, declarations = [] }: ts.Symbol): string {
  return `${name} (${declarations.map((node) => path.relative(ROOT, node.getSourceFile().fileName)).join(", ")})`;
}

function modulesOf(files: readonly string[]): { checker: ts.TypeChecker; modules: ts.Symbol[] } {
  const program = ts.createProgram(
    files.map((file) => path.join(ROOT, file)),
    {},
  );
  const checker = program.getTypeChecker();
  const modules = files.map((file) => {
    const source = program.getSourceFile(path.join(ROOT, file));
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} is no module`);
    return module;
  });
  return { checker, modules };
}

/** Returns the modules that each declaration file imports, for every file of the package that is reachable from one of them. */
function reachable(entry: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const imported = ts
      .preProcessFile(fs.readFileSync(file, "utf8"))
      .importedFiles.map(({ fileName }) => fileName);
    found.set(file, imported);
    for (const name of imported.filter((one) => one.startsWith("."))) waiting.push(declarationOf(file, name));
  }
  return found;
}

function declarationOf(importer: string, name: string): string {
  const base = path.join(path.dirname(importer), name);
  return [`${base}.d.ts`, path.join(base, "index.d.ts")].find((file) => fs.existsSync(file)) ?? base;
}

/** Compiles the program beside an installation of the package. Returns the errors, except those of the declarations of the policy SDK. */
async function errorsOf(compilerOptions: object): Promise<string[]> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "index.ts": PROGRAM,
    "package.json": JSON.stringify({ name: "app", main: "index.ts" }),
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["index.ts"] }),
  });
  fs.mkdirSync(path.join(folder, "node_modules"));
  fs.symlinkSync(ROOT, path.join(folder, "node_modules", "pulumi-edge-platform"), "junction");
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [TSC, "--noEmit", "-p", folder], { cwd: folder }, (_, stdout) =>
      resolve(stdout),
    );
  });
  fs.rmSync(folder, { recursive: true });
  return output
    .split("\n")
    .filter((line) => line.includes("error TS"))
    .filter((line) => !line.includes("node_modules/@pulumi/policy/"));
}
