// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { longStep, runStep } = require("../processes");
const { missingIn } = require("./on-path");
const { cliOf, finish, officialEntry, unfinishedFolder } = require("./cache");

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
 * Lets the npm package `pulumi` install the official CLI into this project's cache, not into the user's Pulumi folder. An incomplete
 * CLI is rejected.
 * @param {Context} context
 * @returns {Promise<import("./on-path").Search>}
 */
async function download({ env, progress, root, directory }) {
  const entry = officialEntry(directory, root);
  if (entry === undefined) return { reason: "the npm package `pulumi` is not installed" };

  const home = unfinishedFolder(directory);
  try {
    const args = [
      "--require",
      path.join(__dirname, "connect-timeout.js"),
      path.join(root, "node_modules", "pulumi", "run.js"),
    ];
    const { code, stderr, timedOut } = await longStep(
      progress,
      `downloading the Pulumi CLI ${entry.version}`,
      () =>
        runStep(process.execPath, [...args, "version"], {
          env: { ...env, PULUMI_VERSION: entry.version, PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" },
          timeoutMs: DOWNLOAD_TIMEOUT,
        }),
    );
    if (timedOut) return { reason: `it did not end within ${DOWNLOAD_TIMEOUT / 60_000} minutes` };
    if (code !== 0) return { reason: lastLine(stderr) ?? `it ended with exit code ${code}` };
    const installed = path.join(home, "versions", entry.version);
    const missing = missingIn(path.join(installed, "bin"));
    if (missing.length > 0) return { reason: `the download lacks ${missing.join(", ")}` };
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
