// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { packageVersion } = require("../prepare");
const { missingIn, PULUMI } = require("./on-path");

/** The version of the CLI in cli/go.mod. */
const BUILT_VERSION = "3.250.0";
const GO_FILES = ["cli", "language-nodejs"].flatMap((module) =>
  ["go.mod", "go.sum"].map((file) => path.join(module, file)),
);
const UNFINISHED = "unfinished-";

/**
 * A CLI in the cache. A rename puts the complete folder in place, so a folder that exists is complete.
 * @typedef {object} Entry
 * @property {string} folder
 * @property {string} version
 * @property {import("../pulumi-cli").PolicyRuntime} policyRuntime
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} this project's folder in the operating system's folder for caches
 */
function cacheDirectory(env) {
  return path.join(cachesOf(env), "pulumi-edge-platform", "pulumi-cli");
}

/** @param {NodeJS.ProcessEnv} env */
function cachesOf(env) {
  const home = env["HOME"] ?? os.homedir();
  const own = env["XDG_CACHE_HOME"];
  if (own !== undefined && path.isAbsolute(own)) return own;
  if (process.platform === "darwin") return path.join(home, "Library", "Caches");
  if (process.platform === "win32") return env["LOCALAPPDATA"] ?? path.join(home, "AppData", "Local");
  return path.join(home, ".cache");
}

/**
 * Returns the cache entry of the official CLI, in the version of the npm package `pulumi`.
 * @param {string} directory of the cache
 * @param {string} root of the repository
 * @returns {Entry | undefined} nothing if that package is not installed
 */
function officialEntry(directory, root) {
  const version = packageVersion(path.join(root, "node_modules", "pulumi", "package.json"));
  if (version === undefined) return undefined;
  return {
    folder: path.join(directory, `official-${version}-${platform()}`),
    version,
    policyRuntime: "native",
  };
}

/**
 * Returns the cache entry of the CLI that is built with Go. Its name depends on go.mod and go.sum.
 * @param {string} directory of the cache
 * @param {string} root of the repository
 * @returns {Entry}
 */
function builtEntry(directory, root) {
  const hash = createHash("sha256");
  for (const file of GO_FILES) hash.update(fs.readFileSync(path.join(root, "scripts", "pulumi-cli", file)));
  const name = `built-${BUILT_VERSION}-${platform()}-${hash.digest("hex").slice(0, 12)}`;
  return { folder: path.join(directory, name), version: BUILT_VERSION, policyRuntime: "script" };
}

/**
 * @param {readonly (Entry | undefined)[]} entries best first
 * @returns {import("../pulumi-cli").PulumiCli | undefined}
 */
function findCached(entries) {
  const entry = entries.find(
    (one) => one !== undefined && missingIn(path.join(one.folder, "bin")).length === 0,
  );
  return entry === undefined ? undefined : cliOf(entry, "cache");
}

/**
 * @param {Entry} entry
 * @param {import("../pulumi-cli").PulumiCli["source"]} source
 * @returns {import("../pulumi-cli").PulumiCli}
 */
function cliOf({ folder, version, policyRuntime }, source) {
  const binDir = path.join(folder, "bin");
  return { bin: path.join(binDir, PULUMI), binDir, version, source, policyRuntime };
}

/**
 * Creates a folder for an incomplete CLI, on the same file system as the entries, so that a rename can put it in place.
 * @param {string} directory of the cache
 */
function unfinishedFolder(directory) {
  return fs.mkdtempSync(path.join(directory, UNFINISHED));
}

/**
 * Moves a complete CLI to its place in the cache.
 * @param {string} folder that contains bin/
 * @param {Entry} entry
 */
function finish(folder, entry) {
  fs.rmSync(entry.folder, { recursive: true, force: true });
  fs.renameSync(folder, entry.folder);
}

/**
 * Removes what interrupted downloads and builds left. The caller must hold the cache's lock.
 * @param {string} directory of the cache
 */
function removeLeftovers(directory) {
  for (const name of fs.readdirSync(directory)) {
    if (name.startsWith(UNFINISHED)) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  }
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

module.exports = {
  BUILT_VERSION,
  builtEntry,
  cacheDirectory,
  cliOf,
  findCached,
  finish,
  officialEntry,
  removeLeftovers,
  unfinishedFolder,
};
