// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { missingIn, PULUMI } = require("./on-path");

/** The release of Pulumi that demo and tests run: CLI, engine and language host. The SDK in package.json is of the same one. */
const RELEASE = "3.276.0";
/** The Go module of the CLI, which also has the Node language host. */
const GO_MODULE = path.join("scripts", "pulumi-cli", "cli");
const UNFINISHED = "unfinished-";
const BUILT = "built-";

/**
 * A CLI in the cache. A rename puts the complete folder in place, so a folder that exists is complete.
 * @typedef {object} Entry
 * @property {string} folder
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
 * Returns the cache entry of the official CLI.
 * @param {string} directory of the cache
 * @returns {Entry}
 */
function officialEntry(directory) {
  return { folder: path.join(directory, `official-${RELEASE}-${platform()}`) };
}

/**
 * Returns the cache entry of the CLI that is built with Go. Its name depends on the files of its module.
 * @param {string} directory of the cache
 * @param {string} root of the repository
 * @returns {Entry}
 */
function builtEntry(directory, root) {
  const hash = createHash("sha256");
  const module = path.join(root, GO_MODULE);
  for (const file of fs.readdirSync(module, { recursive: true, encoding: "utf8" }).sort()) {
    if (/\.(?:go|mod|sum)$/.test(file)) hash.update(fs.readFileSync(path.join(module, file)));
  }
  const name = `${BUILT}${RELEASE}-${platform()}-${hash.digest("hex").slice(0, 12)}`;
  return { folder: path.join(directory, name) };
}

/**
 * Returns whether a CLI was built with Go, with the language host of this repository in place of Pulumi's own.
 * @param {import("../pulumi-cli").PulumiCli} cli
 */
function isBuilt({ binDir }) {
  return path.basename(path.dirname(binDir)).startsWith(BUILT);
}

/**
 * @param {readonly Entry[]} entries best first
 * @returns {import("../pulumi-cli").PulumiCli | undefined}
 */
function findCached(entries) {
  const entry = entries.find(({ folder }) => missingIn(path.join(folder, "bin")).length === 0);
  return entry === undefined ? undefined : cliOf(entry, "cache");
}

/**
 * @param {Entry} entry
 * @param {import("../pulumi-cli").PulumiCli["source"]} source
 * @returns {import("../pulumi-cli").PulumiCli}
 */
function cliOf({ folder }, source) {
  const binDir = path.join(folder, "bin");
  return { bin: path.join(binDir, PULUMI), binDir, version: RELEASE, source };
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
  GO_MODULE,
  RELEASE,
  builtEntry,
  cacheDirectory,
  cliOf,
  findCached,
  finish,
  isBuilt,
  officialEntry,
  removeLeftovers,
  unfinishedFolder,
};
