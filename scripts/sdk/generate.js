// @ts-check
"use strict";

const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { withLock } = require("../lock");
const { ensureBuilt, ROOT } = require("../prepare");
const { runStep } = require("../processes");
const { findPulumi } = require("../pulumi-cli");
const { languageHost, missingIn } = require("../pulumi-cli/on-path");
const { ensureGoProgram, languagesFolder, programHash } = require("./go-programs");

const SCHEMA = path.join(ROOT, "plugin", "schema.json");
const PLUGIN = path.join(
  ROOT,
  "plugin",
  process.platform === "win32" ? "pulumi-resource-edge.cmd" : "pulumi-resource-edge",
);

/** The languages that Pulumi generates SDKs for, and the Go program that does it where the CLI cannot. */
const GENERATORS = /** @type {const} */ ({
  dotnet: "generator-dotnet",
  go: "generator",
  java: "generator-java",
  nodejs: "generator",
  python: "generator",
});
/** @typedef {keyof typeof GENERATORS} Language */

const LANGUAGES = /** @type {readonly Language[]} */ (Object.keys(GENERATORS));

// The generators are in this folder.
/** @type {(text: string) => Record<string, string>} */
const parseFiles = JSON.parse;

/** @param {string} text @returns {text is Language} */
function isLanguage(text) {
  return Object.hasOwn(GENERATORS, text);
}

/**
 * Generates the SDK of a language from the plugin's schema into `<folder>/<language>`, whose earlier content is removed.
 * @param {Language} language
 * @param {string} folder
 * @param {import("../processes").Progress} progress
 * @returns {Promise<string>} the folder of the SDK
 */
async function generateSdk(language, folder, progress) {
  const target = path.join(folder, language);
  fs.rmSync(target, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const cli = await findPulumi({ progress });
  // Beside a CLI that was built with Go, there is only the language host for Node.
  const isOfficial = missingIn(cli.binDir, [languageHost("python")]).length === 0;
  if (isOfficial) await generateByCli(cli.bin, language, folder, progress);
  else await generateByGo(language, target, progress);
  return target;
}

/**
 * @param {string} pulumi
 * @param {Language} language
 * @param {string} folder
 * @param {import("../processes").Progress} progress
 */
async function generateByCli(pulumi, language, folder, progress) {
  await ensureBuilt(progress);
  const args = ["package", "gen-sdk", PLUGIN, "--language", language, "--out", folder];
  const { code, stderr } = await runStep(pulumi, args);
  if (code !== 0) throw new Error(`\`pulumi ${args.join(" ")}\` failed:\n${stderr}`);
}

/**
 * @param {Language} language
 * @param {string} target
 * @param {import("../processes").Progress} progress
 */
async function generateByGo(language, target, progress) {
  const generator = await ensureGoProgram(GENERATORS[language], progress);
  for (const [name, content] of Object.entries(await filesOf(generator, [SCHEMA, language]))) {
    const file = path.join(target, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content, "base64");
  }
}

/**
 * Runs one of the Go programs of this folder, which print files.
 * @param {string} generator
 * @param {readonly string[]} args
 * @returns {Promise<Record<string, string>>} the files by name, in base64
 */
async function filesOf(generator, args) {
  const { code, stdout, stderr } = await runStep(generator, [...args]);
  if (code !== 0) throw new Error(`\`${[path.basename(generator), ...args].join(" ")}\` failed:\n${stderr}`);
  return parseFiles(stdout);
}

/**
 * Generates the SDK of a language once for each schema and generator, and keeps it in the user's cache folder.
 * @param {Language} language
 * @param {import("../processes").Progress} progress
 * @returns {Promise<string>} the folder of the SDK
 */
async function ensureSdk(language, progress) {
  const { version } = await findPulumi({ progress });
  const hash = createHash("sha256").update(fs.readFileSync(SCHEMA)).update(version);
  hash.update(programHash(GENERATORS[language]));
  const folder = languagesFolder(`sdk-${hash.digest("hex").slice(0, 12)}`);
  const done = path.join(folder, `${language}.complete`);
  fs.mkdirSync(folder, { recursive: true });
  await withLock(path.join(folder, `${language}.lock`), progress, async () => {
    if (fs.existsSync(done)) return;
    await generateSdk(language, folder, progress);
    fs.writeFileSync(done, "");
  });
  return path.join(folder, language);
}

module.exports = { GENERATORS, LANGUAGES, ensureSdk, filesOf, generateSdk, isLanguage };
