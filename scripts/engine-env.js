// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { runStep } = require("./processes");

/** Environment variables that could lead a private Pulumi to the user's login, stacks, keys or account. */
const FOREIGN = /^(PULUMI|EDGE|CLOUDFLARE|VAULT)_/;

/** @typedef {import("./pulumi-cli").PulumiCli} PulumiCli */

/**
 * Returns the environment of a Pulumi that shares nothing with the user's own. Its home and backend are in `directory`, it downloads
 * no plugins, and it gets none of the user's PULUMI_*, EDGE_*, CLOUDFLARE_* and VAULT_* variables.
 * @param {{ cli: PulumiCli, directory: string, env?: NodeJS.ProcessEnv }} options
 * @returns {NodeJS.ProcessEnv}
 */
function privatePulumiEnv({ cli, directory, env = process.env }) {
  const backend = backendOf(directory);
  for (const folder of [backend, homeOf(directory)]) fs.mkdirSync(folder, { recursive: true });
  const kept = Object.entries(env).filter(([name]) => !FOREIGN.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: [cli.binDir, env["PATH"] ?? ""].join(path.delimiter),
    PULUMI_HOME: homeOf(directory),
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_CONFIG_PASSPHRASE: "a passphrase of a stack that does not last",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/**
 * Returns a function that runs a private Pulumi for a program.
 * @param {{ cli: PulumiCli, directory: string, program: string, env: Record<string, string>, timeoutMs?: number }} options `directory`
 *   for its home and backend, `program` the folder of the program, `env` what is added to its environment, `timeoutMs` after which a
 *   command is killed
 * @returns {(...args: string[]) => Promise<{ code: number, stdout: string, output: string }>} `output` is stdout and stderr
 */
function privatePulumi({ cli, directory, program, env, timeoutMs }) {
  const environment = { ...privatePulumiEnv({ cli, directory }), ...env };
  return async (...args) => {
    const all = ["--non-interactive", "--color", "never", ...args];
    const limit = timeoutMs === undefined ? {} : { timeoutMs };
    const { code, stdout, stderr } = await runStep(cli.bin, all, {
      cwd: program,
      env: environment,
      ...limit,
    });
    return { code, stdout, output: stdout + stderr };
  };
}

/** @param {string} directory */
function backendOf(directory) {
  return path.join(directory, "backend");
}

/** @param {string} directory */
function homeOf(directory) {
  return path.join(directory, "home");
}

module.exports = { backendOf, privatePulumi, privatePulumiEnv };
