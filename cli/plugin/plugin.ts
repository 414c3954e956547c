import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Command } from "commander";
import { processIo, type CommandIo } from "../command-io";
import { packageVersion } from "../../plugin/package-version";
import { answerQuestion, exitAsQuestion, type QuestionAnswer } from "../question";
import { UsageError } from "../usage-error";
import { pluginFolder, stagePlugin } from "./stage-plugin";

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
