// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { packageVersion } = require("./prepare");
const { runStep } = require("./processes");

/** An unknown runtime: for these, Pulumi looks for a start script with the runtime's name on PATH. */
const POLICY_RUNTIME = "edge-node";

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
  for (const folder of [backend, homeOf(directory), startScriptsOf(directory)]) {
    fs.mkdirSync(folder, { recursive: true });
  }
  const kept = Object.entries(env).filter(([name]) => !FOREIGN.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: [cli.binDir, startScriptsOf(directory), env["PATH"] ?? ""].join(path.delimiter),
    PULUMI_HOME: homeOf(directory),
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_CONFIG_PASSPHRASE: "a passphrase of a stack that does not last",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/**
 * Returns a function that runs a private Pulumi for a program.
 * @param {{ cli: PulumiCli, directory: string, program: string, env: Record<string, string> }} options `directory` for its home and
 *   backend, `program` the folder of the program, `env` what is added to its environment
 * @returns {(...args: string[]) => Promise<{ code: number, stdout: string, output: string }>} `output` is stdout and stderr
 */
function privatePulumi({ cli, directory, program, env }) {
  const environment = { ...privatePulumiEnv({ cli, directory }), ...env };
  return async (...args) => {
    const all = ["--non-interactive", "--color", "never", ...args];
    const { code, stdout, stderr } = await runStep(cli.bin, all, { cwd: program, env: environment });
    return { code, stdout, output: stdout + stderr };
  };
}

/**
 * Prepares a policy pack for `--policy-pack`.
 * @param {{ cli: PulumiCli, directory: string, pack: string }} options `directory` as given to `privatePulumiEnv`;
 *   `pack` the folder with PulumiPolicy.yaml
 * @returns {string} the folder for `--policy-pack`: `pack` itself, or a stand-in that a start script runs if the CLI's language host
 *   is too old to run packs
 */
function preparePolicyPack({ cli, directory, pack }) {
  if (cli.policyRuntime === "native") return pack;
  const folder = fs.mkdtempSync(path.join(directory, "policy-pack-"));
  const manifest = fs.readFileSync(path.join(pack, "PulumiPolicy.yaml"), "utf8");
  const main = /^main:\s*["']?([^"'\n]+?)["']?\s*$/m.exec(manifest)?.[1] ?? ".";
  const entry = path.resolve(pack, main);
  fs.mkdirSync(startScriptsOf(directory), { recursive: true });
  fs.writeFileSync(path.join(folder, "PulumiPolicy.yaml"), `runtime: ${POLICY_RUNTIME}\n`);
  fs.writeFileSync(path.join(folder, "index.js"), `module.exports = require(${JSON.stringify(entry)});\n`);
  // Pulumi reads the version of a pack from the package.json in its working folder.
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ version: versionFor(pack) }));
  writeStartScript(directory, pack);
  return folder;
}

/**
 * Replaces the folder of each `--policy-pack` by one that the CLI can run.
 * @param {{ cli: PulumiCli, directory: string, args: readonly string[], cwd: string }} options `args` of the CLI; relative folders
 *   in them refer to `cwd`
 * @returns {string[]}
 */
function withRunnablePacks({ cli, directory, args, cwd }) {
  const option = "--policy-pack";
  /** @param {string} pack */
  const prepared = (pack) => preparePolicyPack({ cli, directory, pack: path.resolve(cwd, pack) });
  return args.map((argument, index) => {
    if (argument.startsWith(`${option}=`)) return `${option}=${prepared(argument.slice(option.length + 1))}`;
    return args[index - 1] === option ? prepared(argument) : argument;
  });
}

/** @param {string} directory */
function backendOf(directory) {
  return path.join(directory, "backend");
}

/** @param {string} directory */
function homeOf(directory) {
  return path.join(directory, "home");
}

/** @param {string} directory */
function startScriptsOf(directory) {
  return path.join(directory, "start-scripts");
}

/** @param {string} folder */
function versionFor(folder) {
  const version = packageVersion(path.join(folder, "package.json"));
  const parent = path.dirname(folder);
  if (version !== undefined || parent === folder) return version ?? "0.0.0";
  return versionFor(parent);
}

/**
 * @param {string} directory
 * @param {string} pack
 */
function writeStartScript(directory, pack) {
  const runner = require.resolve("@pulumi/pulumi/cmd/run-policy-pack", { paths: [pack] });
  const script = [
    "#!/bin/sh",
    // The engine sets these variables only for the runtime `nodejs`.
    'export PULUMI_NODEJS_PROJECT="$PULUMI_PROJECT" PULUMI_NODEJS_STACK="$PULUMI_STACK"',
    'export PULUMI_NODEJS_ORGANIZATION="$PULUMI_ORGANIZATION" PULUMI_NODEJS_DRY_RUN="$PULUMI_DRY_RUN"',
    `exec '${process.execPath}' '${runner}' "$@"`,
    "",
  ].join("\n");
  const file = path.join(startScriptsOf(directory), `pulumi-analyzer-policy-${POLICY_RUNTIME}`);
  fs.writeFileSync(file, script, { mode: 0o755 });
}

module.exports = {
  backendOf,
  preparePolicyPack,
  privatePulumi,
  privatePulumiEnv,
  startScriptsOf,
  withRunnablePacks,
};
