// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { privatePulumiEnv } = require("../engine-env");
const { endEngineProcesses } = require("../engine-processes");
const { runStep } = require("../processes");

/**
 * Creates a stack with its own folder and a private Pulumi. The folder is inside the repository, so that the program finds the
 * package.
 * @param {object} options
 * @param {import("../pulumi-cli").PulumiCli} options.cli
 * @param {string} options.directory
 * @param {Record<string, string>} options.files of the program, by name
 * @param {Record<string, string>} options.env added to the private Pulumi's environment
 */
async function createBenchStack({ cli, directory, files, env: own }) {
  const program = path.join(directory, "program");
  fs.mkdirSync(program, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(program, name), text);
  const env = {
    ...privatePulumiEnv({ cli, directory }),
    ...own,
    // TypeScript's type check costs the same whatever the package does, so it is not measured.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };

  /** @param {string[]} args @returns {Promise<string>} its stdout; throws with its whole output if it fails */
  async function pulumi(...args) {
    const { code, stdout, stderr } = await runStep(
      cli.bin,
      ["--non-interactive", "--color", "never", ...args],
      { cwd: program, env },
    );
    if (code !== 0)
      throw new Error(`pulumi ${args.join(" ")} ended with exit code ${code}:\n${stdout}${stderr}`);
    return stdout;
  }

  await pulumi("stack", "init", "bench");
  return {
    pulumi,
    /** @param {string} key @param {string} value */
    async setConfig(key, value) {
      await pulumi("config", "set", key, "--", value);
    },
    /** Ends its remaining processes. */
    stop: () => endEngineProcesses(directory),
  };
}

module.exports = { createBenchStack };
