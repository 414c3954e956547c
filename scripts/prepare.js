// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { withLock } = require("./lock");
const { bundlePlugin } = require("./plugin-bundle");
const { longStep, runStep } = require("./processes");

const ROOT = path.resolve(__dirname, "..");
const MIN_NODE = [20, 19];

/** In a folder that git ignores and that neither an installation nor a build removes. */
const LOCKS = path.join(".platform", "locks");
const INSTALL_STAMP = path.join("node_modules", ".edge-install-stamp");
const BUILD_STAMP = path.join("dist", ".build-stamp");
const BUILD_CONFIG = "tsconfig.build.json";
/** What the compiler writes, before its imports become lazy. Git ignores the folder. */
const COMPILED = path.join(".platform", "build");
const BUILD_INFO = ".tsbuildinfo";

/** @typedef {import("./processes").Progress} Progress */

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 */

// npm and this repository write these files themselves, so their shape is not checked.
/** @type {(text: string) => { packages?: Record<string, LockedPackage> }} */
const parseLock = JSON.parse;
/** @type {(text: string) => { include: string[] }} */
const parseBuildConfig = JSON.parse;

/**
 * Installs the dependencies with `npm ci` and the user's npm settings, unless the lock file's packages are already installed.
 * @param {Progress} progress
 * @param {{ root?: string, env?: NodeJS.ProcessEnv }} [options] `root` of the repository
 * @throws {Error} if Node is too old or npm failed; the message says what to do
 */
async function ensureInstalled(progress, { root = ROOT, env = process.env } = {}) {
  const problem = checkNodeVersion(process.versions.node);
  if (problem !== undefined) throw new Error(problem);
  if (isInstalled(root)) return;
  await withLock(path.join(root, LOCKS, "install"), progress, async () => {
    if (isInstalled(root)) return;
    await longStep(progress, "installing the dependencies (npm ci)", () => install(root, env, progress));
    fs.writeFileSync(path.join(root, INSTALL_STAMP), lockHash(root));
  });
}

/**
 * Compiles the package into dist/, unless dist/ was compiled from the same sources, settings and dependencies. If the sources do
 * not compile, dist/ does not change.
 * @param {Progress} progress
 * @param {{ root?: string }} [options] `root` of the repository
 * @throws {Error} with the compiler's output if the sources do not compile
 */
async function ensureBuilt(progress, { root = ROOT } = {}) {
  if (isBuilt(root)) return;
  await withLock(path.join(root, LOCKS, "build"), progress, async () => {
    if (isBuilt(root)) return;
    const hash = sourceHash(root);
    await longStep(progress, "compiling the package", () => compile(root));
    for (const folder of [COMPILED, "dist"]) removeStaleOutputs(root, folder);
    writeOutputs(root);
    await bundlePlugin(root);
    fs.writeFileSync(path.join(root, BUILD_STAMP), hash);
  });
}

/**
 * @param {string} version as in process.versions.node
 * @returns {string | undefined} an error message, or nothing if the version is supported
 */
function checkNodeVersion(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantMajor = 0, wantMinor = 0] = MIN_NODE;
  if (major > wantMajor || (major === wantMajor && minor >= wantMinor)) return undefined;
  return `Node ${version} is too old: install Node ${wantMajor}.${wantMinor} or later (https://nodejs.org/). Nothing was installed.`;
}

/** @param {string} root */
function isInstalled(root) {
  const stamp = readIfThere(path.join(root, INSTALL_STAMP));
  if (stamp !== undefined) return stamp === lockHash(root);
  return npmInstalledTheSame(root);
}

/**
 * Returns whether the user's own `npm ci` or `npm install` installed exactly the lock file's packages, by the list that npm keeps
 * of what it installed. Packages for other platforms are in the lock file only.
 * @param {string} root
 */
function npmInstalledTheSame(root) {
  const installed = lockedPackages(path.join(root, "node_modules", ".package-lock.json"));
  const wanted = lockedPackages(path.join(root, "package-lock.json"));
  if (installed === undefined || wanted === undefined) return false;
  return Object.entries(wanted)
    .filter(([place]) => place.startsWith("node_modules/"))
    .every(([place, { version, integrity, optional }]) => {
      const found = installed[place];
      if (found === undefined) return optional === true;
      return found.version === version && found.integrity === integrity;
    });
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function lockedPackages(file) {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  return parseLock(text).packages;
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {Progress} progress
 */
async function install(root, env, progress) {
  // The log level of an outer `npm --silent` would hide why an installation failed.
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=warn"];
  const npm = env["npm_execpath"];
  const { code, stdout, stderr } =
    npm !== undefined && /npm-cli\.[cm]?js$/.test(npm)
      ? await runStep(process.execPath, [npm, ...args], { cwd: root, env })
      : await runStep("npm", args, { cwd: root, env });
  if (code !== 0) {
    throw new Error(
      `${stdout}${stderr}Installing the dependencies failed: npm ci ended with exit code ${code}, see its output above. ` +
        `The registry and proxy are those of your npm settings (npm config list). To try again, run \`npm ci\` in ${root}.`,
    );
  }
  const warnings = stderr.match(/^npm warn/gim)?.length ?? 0;
  if (warnings > 0) progress(`npm printed ${warnings} lines of warnings; \`npm ci\` shows them`);
}

/** @param {string} root */
function lockHash(root) {
  return createHash("sha256")
    .update(fs.readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
}

/** @param {string} root */
function isBuilt(root) {
  return readIfThere(path.join(root, BUILD_STAMP)) === sourceHash(root);
}

/**
 * Hashes names and contents: by time stamps, a fresh clone would be changed, and a checkout of an older file unchanged.
 * @param {string} root
 */
function sourceHash(root) {
  const hash = createHash("sha256");
  const settings = ["package-lock.json", "tsconfig.json", BUILD_CONFIG];
  for (const file of [...settings, ...sources(root)]) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @returns {string[]} paths below the root, sorted
 */
function sources(root) {
  const { include } = parseBuildConfig(fs.readFileSync(path.join(root, BUILD_CONFIG), "utf8"));
  return include
    .flatMap((directory) => filesBelow(path.join(root, directory)).map((file) => path.join(directory, file)))
    .filter((file) => /\.(ts|json)$/.test(file));
}

/** @param {string} root */
async function compile(root) {
  const stamp = path.join(root, BUILD_STAMP);
  fs.rmSync(stamp, { force: true });
  const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc");
  const pretty = process.stderr.isTTY ? "true" : "false";
  const args = [tsc, "-p", BUILD_CONFIG, "--noEmitOnError", "--pretty", pretty];
  const { code, stdout, stderr } = await runStep(process.execPath, args, { cwd: root });
  if (code !== 0) {
    throw new Error(`The package does not compile; dist/ was not changed:\n${stdout}${stderr}`);
  }
}

/**
 * Removes outputs without a source: they would still load, and would be packed.
 * @param {string} root
 * @param {string} folder
 */
function removeStaleOutputs(root, folder) {
  const wanted = new Set(sources(root));
  if (folder === COMPILED) wanted.add(BUILD_INFO);
  for (const output of filesBelow(path.join(root, folder))) {
    const source = output.replace(/\.(d\.ts|js)$/, ".ts");
    if (!wanted.has(source)) fs.rmSync(path.join(root, folder, output));
  }
}

/**
 * Writes dist/ from what the compiler wrote.
 * @param {string} root
 */
function writeOutputs(root) {
  const { withLazyImports } = require("./lazy-imports");
  for (const output of filesBelow(path.join(root, COMPILED))) {
    if (output === BUILD_INFO) continue;
    const compiled = path.join(root, COMPILED, output);
    const target = path.join(root, "dist", output);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (output.endsWith(".js")) fs.writeFileSync(target, withLazyImports(compiled));
    else fs.copyFileSync(compiled, target);
  }
  const bin = path.join(root, "dist", "cli", "main.js");
  if (fs.existsSync(bin)) fs.chmodSync(bin, 0o755);
}

/**
 * @param {string} directory
 * @returns {string[]} relative paths of the files below the directory, sorted; empty if it does not exist
 */
function filesBelow(directory) {
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Reads the version in a package.json.
 * @param {string} file
 * @returns {string | undefined} nothing if there is no such file or version
 */
function packageVersion(file) {
  if (!fs.existsSync(file)) return undefined;
  /** @type {unknown} */
  const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) return undefined;
  return typeof manifest.version === "string" ? manifest.version : undefined;
}

module.exports = { ROOT, checkNodeVersion, ensureBuilt, ensureInstalled, packageVersion };
