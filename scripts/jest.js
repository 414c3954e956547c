// @ts-check
"use strict";

const path = require("node:path");
const { findBrowser } = require("./browser");
const { ensureBuilt, ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { findPulumi } = require("./pulumi-cli");

/**
 * Runs Jest in the root of the repository.
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdout?: number }} [options] `env` is added to the environment
 * @returns {Promise<number>} the exit code
 */
function runJest(args, { env, stdout = 1 } = {}) {
  const jest = path.join(ROOT, "node_modules", "jest", "bin", "jest.js");
  return runInForeground(process.execPath, [jest, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdout,
  });
}

/**
 * Builds the package and finds a Pulumi CLI, which engine tests need.
 * @returns {Promise<NodeJS.ProcessEnv>} environment variables for Jest
 */
async function prepareEngineTests() {
  await ensureBuilt(toStderr);
  const cli = await findPulumi();
  toStderr(`testing with Pulumi ${cli.version} (${cli.bin})`);
  return { EDGE_TEST_PULUMI: JSON.stringify(cli) };
}

/**
 * Finds or installs a browser, which the tests of pages need.
 * @returns {Promise<NodeJS.ProcessEnv>} environment variables for Jest
 */
async function preparePageTests() {
  const browser = await findBrowser();
  toStderr(`testing pages with ${browser}`);
  return { CHROME_PATH: browser };
}

module.exports = { prepareEngineTests, preparePageTests, runJest };
