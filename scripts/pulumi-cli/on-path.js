// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { runStep } = require("../processes");

const WINDOWS = process.platform === "win32";
const PULUMI = WINDOWS ? "pulumi.exe" : "pulumi";
/** Starts the process that runs dynamic resources. */
const DYNAMIC_PROVIDER = WINDOWS ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";
const VERSION_TIMEOUT = 20_000;
const WHOLE_CLI = [PULUMI, languageHost("nodejs"), DYNAMIC_PROVIDER];

/** @typedef {import("../pulumi-cli").PulumiCli} PulumiCli */
/** @typedef {{ found: PulumiCli, reason?: undefined } | { found?: undefined, reason: string }} Search */

/**
 * Looks for a CLI of the wanted release on PATH, with its own language host. Another one would run the tests with parts that nobody
 * installs together.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} release
 * @returns {Promise<Search>}
 */
async function findOnPath(env, release) {
  const searched = (env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const binDir = searched.find((folder) => isCli(path.join(folder, PULUMI)));
  if (binDir === undefined) return { reason: "there is no `pulumi`" };

  const bin = path.join(binDir, PULUMI);
  const version = await versionOf(bin, ["version"], env);
  if (version === undefined) return { reason: `\`pulumi version\` fails for ${bin}` };
  if (version !== release) return { reason: `${bin} is version ${version}` };

  const folders = [binDir, path.dirname(fs.realpathSync(bin))];
  const host = languageHost("nodejs");
  if (folders.every((folder) => missingIn(folder, [host]).length > 0))
    return { reason: `${bin} has no ${host} in its folder` };
  return { found: { bin, binDir, version, source: "path" } };
}

/**
 * Returns whether a file is a CLI. The npm package `pulumi` has a script with the same name, which `npm run` puts on PATH and which
 * downloads a CLI into the user's Pulumi folder.
 * @param {string} file
 */
function isCli(file) {
  if (!isExecutable(file)) return false;
  const places = [file, fs.realpathSync(file)];
  return !places.some((place) => place.split(path.sep).includes("node_modules"));
}

/**
 * @param {string} bin
 * @param {readonly string[]} args that let it print its version
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string | undefined>} "3.276.0"
 */
async function versionOf(bin, args, env = process.env) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "edge-pulumi-version-"));
  try {
    const { code, stdout } = await runStep(bin, [...args], {
      env: { ...env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
      timeoutMs: VERSION_TIMEOUT,
    });
    const match = /^v?(\d+\.\d+\.\d+\S*)$/m.exec(stdout.trim());
    return code === 0 ? match?.[1] : undefined;
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** @param {string} runtime "nodejs" */
function languageHost(runtime) {
  return `pulumi-language-${runtime}${WINDOWS ? ".exe" : ""}`;
}

/**
 * Lists the executables that a folder lacks.
 * @param {string} binDir
 * @param {readonly string[]} [names] those of a complete CLI for Node programs, unless said
 * @returns {string[]} their names
 */
function missingIn(binDir, names = WHOLE_CLI) {
  return names.filter((name) => !isExecutable(path.join(binDir, name)));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    const stat = fs.statSync(file);
    return stat.isFile() && stat.size > 0;
  } catch {
    return false;
  }
}

module.exports = {
  DYNAMIC_PROVIDER,
  PULUMI,
  findOnPath,
  isExecutable,
  languageHost,
  missingIn,
  versionOf,
};
