import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Command } from "commander";
import { processIo, type CommandIo } from "../command-io";
import { packageVersion } from "../../plugin/package-version";
import { answerQuestion, exitAsQuestion, type QuestionAnswer } from "../question";
import { UsageError } from "../usage-error";
import { createRequire } from "node:module";

/** Adds `plugin install` and `plugin path`, which let the engine find the native plugin. */
export function registerPlugin(program: Command, io: CommandIo = processIo()): void {
  const plugin = program
    .command("plugin")
    .description("install the native plugin `edge`, or print where it is");
  // Subcommands inherit this.
  exitAsQuestion(plugin, io);
  plugin
    .command("install")
    .description(
      "install the plugin of this package for all projects of this user, by `pulumi plugin install`",
    )
    .action(() => answerQuestion(io, "plugin install", {}, () => installPlugin()));
  plugin
    .command("path")
    .description("print the plugin's folder, for `plugins: providers: - name: edge, path: …` in Pulumi.yaml")
    .action(() => answerQuestion(io, "plugin path", {}, () => answer(pluginFolder())));
}

function installPlugin(): QuestionAnswer {
  const staging = fs.mkdtempSync(path.join(os.tmpdir(), "edge-plugin-"));
  try {
    stagePlugin(staging);
    const args = [
      "plugin",
      "install",
      "resource",
      "edge",
      packageVersion(),
      "--reinstall",
      "--file",
      staging,
    ];
    const { status, error, stderr } = spawnSync("pulumi", args, { encoding: "utf8" });
    if (error)
      throw new UsageError(
        "the Pulumi CLI cannot be started: install it, so that `pulumi version` works, then try again.",
      );
    if (status === 0) return answer(`The plugin edge ${packageVersion()} is installed.`);
    throw new UsageError(`pulumi ${args.slice(0, -2).join(" ")} failed: ${stderr.trim()}`);
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

function answer(line: string): QuestionAnswer {
  return { lines: [line], json: {} };
}

/** How the engine names the executable of the plugin: the second one on Windows. */
const EXECUTABLES = ["pulumi-resource-edge", "pulumi-resource-edge.cmd"];

/** What the build makes for an installed plugin. */
const BUILT = ["bundle.js", "schema.json", "start.js"];

/**
 * Copies the plugin into a folder, where it needs nothing else of this package. It leaves out PulumiPlugin.yaml, for which the engine
 * would install dependencies. Returns the names of the files, sorted.
 */
export function stagePlugin(folder: string): string[] {
  for (const name of EXECUTABLES) {
    fs.copyFileSync(path.join(pluginFolder(), name), path.join(folder, name));
    fs.chmodSync(path.join(folder, name), 0o755);
  }
  for (const name of BUILT)
    fs.copyFileSync(path.join(packageRoot(), "dist", "plugin", name), path.join(folder, name));
  return [...BUILT, ...EXECUTABLES].sort();
}

/** Returns the folder of the plugin in the package, which Pulumi.yaml can name. */
function pluginFolder(): string {
  return path.join(packageRoot(), "plugin");
}

/** By the package's name, since source and compiled files are at different depths. */
function packageRoot(): string {
  return path.dirname(createRequire(__filename).resolve("pulumi-edge-platform/package.json"));
}
