// @ts-check
"use strict";

const { findBrowser } = require("./browser");
const { ensureBuilt } = require("./prepare");
const { toStderr } = require("./processes");
const { findPulumi } = require("./pulumi-cli");
const { ensureGoProgram } = require("./sdk/go-programs");
const { findPostgres } = require("./state-stores/postgres");

/** What tiers need besides the dependencies. @type {Record<string, (() => Promise<NodeJS.ProcessEnv>) | undefined>} */
const PREPARATIONS = {
  engine: prepareEngine,
  golden: prepareEngine,
  languages: prepareEngine,
  long: prepareEngine,
  nightly: prepareNightly,
  pages: prepareBrowser,
  repository: prepareEngine,
  stores: prepareStores,
};

/**
 * Builds, finds or installs what tiers of tests need.
 * @param {readonly string[]} tiers
 * @returns {Promise<NodeJS.ProcessEnv>} environment variables for Jest
 */
async function prepareTests(tiers) {
  /** @type {NodeJS.ProcessEnv} */
  const env = {};
  for (const prepare of new Set(tiers.flatMap((tier) => PREPARATIONS[tier] ?? [])))
    Object.assign(env, await prepare());
  return env;
}

/** Builds the package and finds a Pulumi CLI. */
async function prepareEngine() {
  await ensureBuilt(toStderr);
  const cli = await findPulumi();
  toStderr(`testing with Pulumi ${cli.version} (${cli.bin})`);
  return { EDGE_TEST_PULUMI: JSON.stringify(cli) };
}

/** Lets the files that other tiers play in part play everything. */
async function prepareNightly() {
  return { ...(await prepareEngine()), EDGE_TEST_NIGHTLY: "1" };
}

async function prepareBrowser() {
  const browser = await findBrowser();
  toStderr(`testing pages with ${browser}`);
  return { CHROME_PATH: browser };
}

/** Finds or installs the servers that keep states of stacks. */
async function prepareStores() {
  const engine = await prepareEngine();
  return {
    ...engine,
    EDGE_TEST_POSTGRES: await findPostgres(),
    EDGE_TEST_S3: await ensureGoProgram("versitygw", toStderr),
  };
}

module.exports = { prepareTests };
