import type { Command } from "commander";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { checkConfig } from "../../review/policies/check-config";
import {
  type DescribedPolicy,
  type DescribedSetting,
  describePolicies,
} from "../../review/policies/describe-policies";
import { type CommandIo, processIo } from "../command-io";
import { readJsonFile } from "../read-text";
import { answerQuestion, CommandError, exitAsQuestion, type QuestionAnswer, runJob } from "../question";
import { alignColumns, wrapText } from "../text-layout";
import { fileError } from "../usage-error";
import { counted } from "../../provider/words";

/** The folder of a new pack. */
const DEFAULT_FOLDER = "policy";

/** Adds `policy list`, `policy init` and `policy check`, which work offline. */
export function registerPolicy(program: Command, io: CommandIo = processIo()): void {
  const policy = program.command("policy").description("list policies, and set up and check a policy pack");
  // Subcommands inherit this.
  exitAsQuestion(policy, io);
  policy
    .command("list")
    .description("list the policies with level, severity and description")
    .option("--json", "print one JSON document, with settings and steps to take", false)
    .action((flags: { json: boolean }) => answerQuestion(io, "policy list", flags, () => listPolicies()));
  policy
    .command("init [folder]")
    .description(`write a policy pack with its configuration (default folder: ${DEFAULT_FOLDER})`)
    .action((folder: string = DEFAULT_FOLDER) => runJob(io, "policy init", () => initPack(io, folder)));
  policy
    .command("check <file>")
    .description("check a JSON file for --policy-pack-config (- is stdin): the engine ignores unknown names")
    .option("--json", "print one JSON document", false)
    .action((file: string, flags: { json: boolean }) =>
      answerQuestion(io, "policy check", flags, () => checkFile(file)),
    );
}

function listPolicies(): QuestionAnswer {
  const policies = describePolicies();
  const lines = alignColumns(
    policies.map(({ name, enforcementLevel, severity }) => [name, enforcementLevel, severity]),
  );
  return {
    lines: policies.flatMap(({ description }, index) => [
      lines[index] ?? "",
      ...wrapText(description, "    "),
    ]),
    json: policies,
  };
}

function checkFile(file: string): QuestionAnswer {
  const problems = checkConfig(readJsonFile(z.unknown(), file));
  const lines =
    problems.length === 0
      ? [`${file}: valid`]
      : [`${file}: ${counted(problems.length, "problem")}`, ...problems];
  return { yes: problems.length === 0, lines, json: { valid: problems.length === 0, problems } };
}

const Manifest = z.object({
  version: z.string(),
  peerDependencies: z.object({ "@pulumi/policy": z.string() }),
});

/** Writes a policy pack into a folder, and prints what to run next. Overwrites nothing. */
function initPack(io: CommandIo, folder: string): void {
  const files = packFiles(versionsToUse());
  const taken = Object.keys(files).filter((name) => fs.existsSync(path.join(folder, name)));
  if (taken.length > 0)
    throw new CommandError(
      `nothing was written, because these files exist already: ${taken.map((name) => path.join(folder, name)).join(", ")}. Choose another folder, or remove the files first.`,
    );
  try {
    fs.mkdirSync(folder, { recursive: true });
    // `wx` also refuses a file that somebody has created meanwhile.
    for (const [name, text] of Object.entries(files))
      fs.writeFileSync(path.join(folder, name), text, { flag: "wx" });
  } catch (error) {
    throw new CommandError(fileError(folder, "written", error).message);
  }
  const written = Object.keys(files).map((name) => `  ${path.join(folder, name)}`);
  io.output.write(`${["Written:", ...written, "Next:", ...nextCommands(folder)].join("\n")}\n`);
}

function nextCommands(folder: string): string[] {
  const quoted = /^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder);
  return [...installCommand(folder, quoted), `  pulumi preview --policy-pack ${quoted}`];
}

/** Installs what the pack lacks. A repository that has this package gets no second copy of the package. */
function installCommand(folder: string, quoted: string): string[] {
  if (!isInstalled("pulumi-edge-platform/policy", folder)) return [`  npm install --prefix ${quoted}`];
  return isInstalled("@pulumi/policy", folder) ? [] : ["  npm install --save-dev @pulumi/policy"];
}

/** Whether Node finds a module from the pack, for example in the folder above. */
function isInstalled(name: string, folder: string): boolean {
  try {
    return createRequire(path.resolve(folder, "index.js")).resolve(name) !== "";
  } catch {
    return false;
  }
}

function versionsToUse(): PackVersions {
  const manifest: unknown = createRequire(__filename)("pulumi-edge-platform/package.json");
  const { version, peerDependencies } = Manifest.parse(manifest);
  return { package: `^${version}`, policy: peerDependencies["@pulumi/policy"] };
}

/** The versions that a new pack depends on. */
interface PackVersions {
  readonly package: string;
  /** The range of `@pulumi/policy` that the package works with. */
  readonly policy: string;
}

function packFiles(versions: PackVersions): Readonly<Record<string, string>> {
  return {
    "PulumiPolicy.yaml":
      "description: Our rules for zones, rules and API tokens.\nruntime: nodejs\nmain: index.js\n",
    "package.json": `${JSON.stringify(manifest(versions), undefined, 2)}\n`,
    "index.js": INDEX,
    "config.js": configFile(describePolicies()),
  };
}

const INDEX = `"use strict";

const { PolicyPack } = require("@pulumi/policy");
const { edgePolicies, policyConfig } = require("pulumi-edge-platform/policy");

// Add policies of your own to the list. report-unjudged must stay the last one.
new PolicyPack("edge-policies", { policies: edgePolicies }, policyConfig(require("./config")));
`;

function manifest(versions: PackVersions): object {
  return {
    name: "edge-policies",
    version: "0.0.1",
    private: true,
    main: "index.js",
    dependencies: {
      "@pulumi/policy": versions.policy,
      "pulumi-edge-platform": versions.package,
    },
  };
}

function configFile(policies: readonly DescribedPolicy[]): string {
  const head = [
    '"use strict";',
    "",
    ...comment(
      "Levels: mandatory stops a preview, advisory prints a warning, disabled turns the policy off, and remediate changes the inputs " +
        "if the policy can. All values are the defaults. A file that is passed with --policy-pack-config takes precedence.",
      "",
    ),
    "module.exports = {",
  ];
  return `${[...head, ...policies.flatMap(policyLines), "};"].join("\n")}\n`;
}

function policyLines({
  name,
  description,
  enforcementLevel,
  canRemediate,
  settings,
}: DescribedPolicy): string[] {
  const levels = canRemediate ? " Can remediate." : "";
  const level = `enforcementLevel: ${JSON.stringify(enforcementLevel)}`;
  const about = comment(`${description}${levels}`, "  ");
  const key = JSON.stringify(name);
  if (settings.length === 0) return [...about, `  ${key}: { ${level} },`];
  return [...about, `  ${key}: {`, `    ${level},`, ...settings.flatMap(settingLines), "  },"];
}

function settingLines({ name, type, description, default: preset }: DescribedSetting): string[] {
  const about = comment(description === "" ? type : `${description} Type: ${type}.`, "    ");
  const value = preset === undefined ? `// ${name}: …` : `${name}: ${literal(preset)}`;
  return [...about, `    ${value},`];
}

function literal(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : JSON.stringify(value);
}

function comment(text: string, indent: string): string[] {
  return wrapText(text, `${indent}// `).map((line) =>
    line.trimStart().startsWith("//") ? line : `${indent}// ${line.trimStart()}`,
  );
}
