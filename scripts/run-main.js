// @ts-check
"use strict";

const path = require("node:path");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { toStderr } = require("./processes");

/**
 * Runs the main function of an npm script. Its result is the exit code; an error is printed without a stack, and exits with 1.
 * @param {() => Promise<number> | number} main
 */
function runMain(main) {
  Promise.resolve()
    .then(main)
    .then(
      (code) => (process.exitCode = code),
      (/** @type {unknown} */ error) => {
        toStderr(error instanceof Error ? error.message : String(error));
        process.exitCode = 1;
      },
    );
}

/**
 * Runs the main function of an npm script once the dependencies are installed.
 * @param {() => Promise<number> | number} main
 */
function runInstalled(main) {
  runMain(() => ensureInstalled(toStderr).then(main));
}

/**
 * Runs the main function of an npm script once the dependencies are installed and dist/ is up to date.
 * @param {() => Promise<number> | number} main
 */
function runBuilt(main) {
  runInstalled(() => ensureBuilt(toStderr).then(main));
}

/**
 * Returns the folder that relative paths in the arguments refer to: npm runs scripts in the root of the repository.
 * @param {string} script its name in package.json
 * @returns {string} the folder in which `npm run SCRIPT` was typed; without npm, the current folder
 */
function callersDirectory(script) {
  // Processes of other npm scripts inherit INIT_CWD too; it is valid only for the script that npm runs.
  const own = process.env["npm_lifecycle_event"] === script ? process.env["INIT_CWD"] : undefined;
  return own ?? process.cwd();
}

/**
 * Loads a compiled module of the package.
 * @param {string} name its path below dist/
 * @returns {unknown}
 */
function compiled(name) {
  return require(path.join(ROOT, "dist", name));
}

module.exports = { callersDirectory, compiled, runBuilt, runInstalled, runMain };
