import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { printPython } from "../../adopt/print/python";
import { printTypeScript, type TypeScriptPackage } from "../../adopt/print/typescript";
import { printYaml } from "../../adopt/print/yaml";
import { type AdoptedProgram, resourcesOf } from "../../adopt/program";
import { fileError, UsageError } from "../usage-error";

/** The languages of a program. `typescript` uses the dynamic classes, the others the native provider. */
export const LANGUAGES = ["typescript", "typescript-native", "python", "yaml"] as const;
export type Language = (typeof LANGUAGES)[number];

interface ProjectFile {
  readonly name: string;
  readonly text: string;
}

/** The program, and what a project needs beside it. */
interface ProjectFiles {
  readonly program: ProjectFile;
  readonly others: readonly ProjectFile[];
}

export function projectFiles(program: AdoptedProgram, language: Language): ProjectFiles {
  const imports = { name: "import.json", text: printImportFile(program) };
  switch (language) {
    case "typescript":
      return {
        program: nodeProgram(program, "pulumi-edge-platform"),
        others: [pulumiYaml(""), ...NODE_PROJECT],
      };
    case "typescript-native":
      return {
        program: nodeProgram(program, "pulumi-edge-platform/native"),
        others: [pulumiYaml(PLUGIN), ...NODE_PROJECT, imports],
      };
    case "python":
      return {
        program: { name: "__main__.py", text: printPython(program) },
        others: [PYTHON_PROJECT, PYTHON_REQUIREMENTS, imports],
      };
    case "yaml":
      return { program: { name: "Pulumi.yaml", text: printYaml(program, PLUGIN) }, others: [imports] };
  }
}

function nodeProgram(program: AdoptedProgram, packageName: TypeScriptPackage): ProjectFile {
  return { name: "index.ts", text: printTypeScript(program, packageName) };
}

/** Where the engine finds the native plugin. */
const PLUGIN = `plugins:
  providers:
    - name: edge
      path: node_modules/pulumi-edge-platform/plugin
`;

function pulumiYaml(plugins: string): ProjectFile {
  const head = "name: adopted\nruntime: nodejs\ndescription: Adopted from what is live.\n";
  return { name: "Pulumi.yaml", text: head + plugins };
}

const PYTHON_PROJECT: ProjectFile = {
  name: "Pulumi.yaml",
  text: `name: adopted
runtime:
  name: python
  options:
    virtualenv: venv
description: Adopted from what is live.
${PLUGIN}`,
};

const PYTHON_REQUIREMENTS: ProjectFile = {
  name: "requirements.txt",
  text: `pulumi>=3.231,<4
# The SDK, which this command generates:
# pulumi package gen-sdk node_modules/pulumi-edge-platform/plugin/pulumi-resource-edge --language python --out sdks
./sdks/python
`,
};

const NODE_PROJECT: readonly ProjectFile[] = [
  {
    name: "package.json",
    text: json({
      name: "adopted",
      private: true,
      dependencies: { "@pulumi/pulumi": "^3.143.0", "pulumi-edge-platform": "*" },
      devDependencies: { "@types/node": "^20", typescript: "^5" },
    }),
  },
  {
    name: "tsconfig.json",
    text: json({
      compilerOptions: {
        strict: true,
        target: "es2022",
        module: "node16",
        moduleResolution: "node16",
        skipLibCheck: true,
      },
      files: ["index.ts"],
    }),
  },
];

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

interface Target {
  readonly path: string;
  readonly isFolder: boolean;
}

/**
 * Finds out before the first request whether the target can be written. A name with an extension that does not exist yet is a file.
 * @throws UsageError for what exists already: nothing is overwritten
 */
export function checkTarget(out: string): Target {
  if (!existsSync(out)) {
    const parent = path.dirname(path.resolve(out));
    if (!existsSync(parent))
      throw new UsageError(`The folder ${parent} does not exist. Make it first, or choose another --out.`);
    return { path: out, isFolder: path.extname(out) === "" };
  }
  if (!statSync(out).isDirectory())
    throw new UsageError(`${out} exists already, and nothing is overwritten. Choose another --out.`);
  const [first] = readdirSync(out);
  if (first === undefined) return { path: out, isFolder: true };
  throw new UsageError(
    `The folder ${out} is not empty (it contains ${first}), and nothing is overwritten. Name a file in it, or an empty folder.`,
  );
}

/** Writes the program to a file, or the whole project into a folder. Returns the paths of the files. @throws UsageError */
export function writeProject({ path: out, isFolder }: Target, { program, others }: ProjectFiles): string[] {
  try {
    if (isFolder) mkdirSync(out, { recursive: true });
    const files = isFolder ? [program, ...others] : [{ ...program, name: "" }];
    // `wx` fails for a file that has been made meanwhile.
    return files.map(({ name, text }) => {
      const file = path.join(out, name);
      writeFileSync(file, text, { flag: "wx" });
      return file;
    });
  } catch (error) {
    throw fileError(out, "written", error);
  }
}

/**
 * Prints the file of `pulumi import --file` for the native provider. It leaves out what has no remote object, and what cannot be
 * imported: one such object fails the whole import.
 */
export function printImportFile(program: AdoptedProgram): string {
  const resources = resourcesOf(program).flatMap(({ kind, name, importId, notImported }) =>
    importId === undefined || notImported !== undefined
      ? []
      : [{ type: `edge:index:${kind}`, name, id: importId }],
  );
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}
