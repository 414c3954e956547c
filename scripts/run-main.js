// @ts-check
"use strict";

const { toStderr } = require("./progress");

/**
 * Runs what an npm script does: its result is the exit code, its error one message without a stack.
 * @param {() => Promise<number>} main
 */
function runMain(main) {
  main().then(
    (code) => (process.exitCode = code),
    (/** @type {unknown} */ error) => {
      toStderr(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    },
  );
}

/**
 * npm runs its scripts in the root of the repository, but a relative path among the arguments is the caller's.
 * @param {string} script of package.json
 * @returns {string} the folder in which `npm run SCRIPT` was typed, else (started without npm) the current one
 */
function callersDirectory(script) {
  // An npm script further out leaves INIT_CWD to everything below it; it is ours only if this is that script.
  const own = process.env["npm_lifecycle_event"] === script ? process.env["INIT_CWD"] : undefined;
  return own ?? process.cwd();
}

module.exports = { callersDirectory, runMain };
