// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { longStep, runStep } = require("../processes");
const { missingIn } = require("./on-path");
const { cliOf, finish, officialEntry, RELEASE, unfinishedFolder } = require("./cache");

/** A slow line takes minutes for the 200 MB. A dead one fails earlier, after the connect timeout. */
const DOWNLOAD_TIMEOUT = 10 * 60_000;

/**
 * @typedef {object} Context
 * @property {NodeJS.ProcessEnv} env
 * @property {import("../processes").Progress} progress
 * @property {string} root of the repository
 * @property {string} directory of the cache
 */

/**
 * Lets the npm package `pulumi`, of whatever version, install the official CLI into this project's cache, not into the user's Pulumi folder. An incomplete
 * CLI is rejected.
 * @param {Context} context
 * @returns {Promise<import("./on-path").Search>}
 */
async function download({ env, progress, root, directory }) {
  const script = path.join(root, "node_modules", "pulumi", "run.js");
  if (!fs.existsSync(script)) return { reason: "the npm package `pulumi` is not installed" };

  const home = unfinishedFolder(directory);
  try {
    const args = ["--require", path.join(__dirname, "connect-timeout.js"), script];
    const { code, stderr, timedOut } = await longStep(progress, `downloading the Pulumi CLI ${RELEASE}`, () =>
      runStep(process.execPath, [...args, "version"], {
        env: { ...env, PULUMI_VERSION: RELEASE, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
        timeoutMs: DOWNLOAD_TIMEOUT,
      }),
    );
    if (timedOut) return { reason: `it did not end within ${DOWNLOAD_TIMEOUT / 60_000} minutes` };
    if (code !== 0) return { reason: lastLine(stderr) ?? `it ended with exit code ${code}` };
    const installed = path.join(home, "versions", RELEASE);
    const missing = missingIn(path.join(installed, "bin"));
    if (missing.length > 0) return { reason: `the download lacks ${missing.join(", ")}` };
    const entry = officialEntry(directory);
    finish(installed, entry);
    return { found: cliOf(entry, "download") };
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split("\n").at(-1)?.trim() || undefined;
}

module.exports = { download };
