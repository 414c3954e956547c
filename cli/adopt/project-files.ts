import { printImportFile } from "../../adopt/print/import-file";
import { printPython } from "../../adopt/print/python";
import { printTypeScript, type TypeScriptPackage } from "../../adopt/print/typescript";
import { printYaml } from "../../adopt/print/yaml";
import type { AdoptedProgram } from "../../adopt/program";

/** The languages of a program. `typescript` uses the dynamic classes, the others the native provider. */
export const LANGUAGES = ["typescript", "typescript-native", "python", "yaml"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A file of a project. */
export interface ProjectFile {
  readonly name: string;
  readonly text: string;
}

/** The program, and what a project needs beside it. */
export interface ProjectFiles {
  readonly program: ProjectFile;
  readonly others: readonly ProjectFile[];
}

/** Returns the files of a project with the program. */
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
