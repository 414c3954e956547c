// @ts-check
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { runStep } = require("../processes");

const WINDOWS = process.platform === "win32";
const PULUMI = WINDOWS ? "pulumi.exe" : "pulumi";
const LANGUAGE_HOST = WINDOWS ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";
/** Starts the process that runs dynamic resources. */
const DYNAMIC_PROVIDER = WINDOWS ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";
const MIN_MINOR = 150;
const VERSION_TIMEOUT = 20_000;

/** @typedef {import("../pulumi-cli").PulumiCli} PulumiCli */
/** @typedef {{ found: PulumiCli, reason?: undefined } | { found?: undefined, reason: string }} Search */

/**
 * Looks for a compatible CLI on PATH.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Search>}
 */
async function findOnPath(env) {
  const folders = (env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const binDir = folders.find((folder) => isCli(path.join(folder, PULUMI)));
  if (binDir === undefined) return { reason: "there is no `pulumi`" };

  const bin = path.join(binDir, PULUMI);
  const version = await versionOf(bin, env);
  if (version === undefined) return { reason: `\`pulumi version\` fails for ${bin}` };
  if (!isCompatible(version)) return { reason: `${bin} is version ${version}` };

  const homes = [path.dirname(fs.realpathSync(bin)), ...folders];
  const host = homes.find((folder) => isExecutable(path.join(folder, LANGUAGE_HOST)));
  if (host === undefined) return { reason: `${bin} has no ${LANGUAGE_HOST} in its folder or on PATH` };
  // A language host from elsewhere may be too old to run policy packs; the start script always works.
  const isBundled = host === homes[0] || host === binDir;
  return { found: { bin, binDir, version, source: "path", policyRuntime: isBundled ? "native" : "script" } };
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
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | undefined>} "3.250.0"
 */
async function versionOf(bin, env) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "edge-pulumi-version-"));
  try {
    const { code, stdout } = await runStep(bin, ["version"], {
      env: { ...env, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
      timeoutMs: VERSION_TIMEOUT,
    });
    const match = /^v?(\d+\.\d+\.\d+\S*)$/m.exec(stdout.trim());
    return code === 0 ? match?.[1] : undefined;
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** @param {string} version */
function isCompatible(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major === 3 && minor >= MIN_MINOR;
}

/**
 * Lists the executables that a folder lacks to be a complete CLI for Node programs.
 * @param {string} binDir
 * @returns {string[]} their names
 */
function missingIn(binDir) {
  return [PULUMI, LANGUAGE_HOST, DYNAMIC_PROVIDER].filter((name) => !isExecutable(path.join(binDir, name)));
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
  LANGUAGE_HOST,
  PULUMI,
  findOnPath,
  isExecutable,
  missingIn,
  versionOf,
};
