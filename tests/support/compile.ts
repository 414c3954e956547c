import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(__dirname, "../..");

/** Programs are compiled as if they were in a folder beside the package. */
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
    "pulumi-edge-platform/platform": [path.join(ROOT, "cli/local-platform/index.ts")],
    "pulumi-edge-platform/policy": [path.join(ROOT, "policy/index.ts")],
  },
};

/** A file that exists only in memory. */
export interface Source {
  readonly name: string;
  readonly source: string;
}

/** Files of packages and of this one, which several programs import. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Returns the compiler's errors in programs of a user, one line each: `name:line text`. */
export function diagnosticsOf(programs: readonly Source[]): string[] {
  const sources = new Map(programs.map(({ name, source }) => [path.join(ROOT, name), source]));
  const host = ts.createCompilerHost(OPTIONS);
  const compilerHost = { ...host };
  host.fileExists = (name) => sources.has(name) || compilerHost.fileExists(name);
  host.readFile = (name) => sources.get(name) ?? compilerHost.readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const source = sources.get(name);
    // Each is a module, so that examples do not share names.
    if (source !== undefined) return ts.createSourceFile(name, `${source}\nexport {};\n`, version);
    if (!parsed.has(name)) parsed.set(name, compilerHost.getSourceFile(name, version, ...rest));
    return parsed.get(name);
  };
  const program = ts.createProgram([...sources.keys()], OPTIONS, host);
  // The compiler checks only what these files use of the package.
  const ofPrograms = [...sources.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...ofPrograms].map(
    ({ file, start, messageText }) => {
      const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${path.basename(file?.fileName ?? "")}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    },
  );
}

/** One for all calls, so that the files of the package are parsed once. */
const DOCUMENTS = ts.createDocumentRegistry();

/** Returns what an editor completes at the `|` of a program. */
export function completionsOf({ name, source }: Source): string[] {
  const file = path.join(ROOT, name);
  const offset = source.indexOf("|");
  const text = source.slice(0, offset) + source.slice(offset + 1);
  const service = ts.createLanguageService(
    {
      getCompilationSettings: () => OPTIONS,
      getScriptFileNames: () => [file],
      getScriptVersion: (one) => (one === file ? text : ""),
      getScriptSnapshot: (one) => {
        const content = one === file ? text : ts.sys.readFile(one);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => ROOT,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      fileExists: (one) => one === file || ts.sys.fileExists(one),
      readFile: (one) => ts.sys.readFile(one),
    },
    DOCUMENTS,
  );
  const completed = service.getCompletionsAtPosition(file, offset, {});
  return completed?.entries.map((entry) => entry.name) ?? [];
}
