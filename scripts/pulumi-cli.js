// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { withLock } = require("./lock");
const { packageVersion, ROOT } = require("./prepare");
const { toStderr } = require("./processes");
const {
  builtEntry,
  cacheDirectory,
  findCached,
  officialEntry,
  RELEASE,
  removeLeftovers,
} = require("./pulumi-cli/cache");
const { download } = require("./pulumi-cli/download");
const { buildWithGo, MIN_GO } = require("./pulumi-cli/go-build");
const { findOnPath, languageHost, versionOf } = require("./pulumi-cli/on-path");

/**
 * @typedef {object} PulumiCli
 * @property {string} bin the `pulumi` executable
 * @property {string} binDir its folder, which also has the Node language host; put it first on PATH
 * @property {string} version without a "v"
 * @property {"path" | "cache" | "download" | "built"} source
 */

/**
 * Finds the Pulumi CLI of the release on PATH or in this project's cache, or else downloads the official one or builds one with Go. New
 * files go to the user's cache folder, never to the user's Pulumi folder.
 * @param {{ env?: NodeJS.ProcessEnv, progress?: import("./processes").Progress, root?: string }} [options]
 * @returns {Promise<PulumiCli>}
 * @throws {Error} that lists what was tried and two ways to get the CLI
 */
async function findPulumi({ env = process.env, progress = toStderr, root = ROOT } = {}) {
  const onPath = await findOnPath(env, RELEASE);
  if (onPath.found !== undefined) return onPath.found;

  const directory = cacheDirectory(env);
  const entries = [officialEntry(directory), builtEntry(directory, root)];
  const cached = findCached(entries);
  if (cached !== undefined) return cached;

  fs.mkdirSync(directory, { recursive: true });
  return withLock(path.join(directory, "lock"), progress, async () => {
    const finished = findCached(entries);
    if (finished !== undefined) return finished;
    removeLeftovers(directory);
    const context = { env, progress, root, directory };
    const downloaded = await download(context);
    if (downloaded.found !== undefined) return downloaded.found;
    progress(`no official Pulumi CLI: ${downloaded.reason}`);
    const built = await buildWithGo(context);
    if (built.found !== undefined) return built.found;
    throw new Error(notFoundMessage(directory, [onPath.reason, downloaded.reason, built.reason]));
  });
}

/**
 * Returns the release of each part that a program runs with. They must be one.
 * @param {PulumiCli} cli
 * @param {string} [root] of the repository
 * @returns {Promise<Record<string, string | undefined>>} without a "v"
 */
async function releasesOf(cli, root = ROOT) {
  const sdk = path.join(root, "node_modules", "@pulumi", "pulumi", "package.json");
  return {
    engine: await versionOf(cli.bin, ["version"]),
    "Node language host": await versionOf(path.join(cli.binDir, languageHost("nodejs")), ["-version"]),
    "SDK with the dynamic provider": packageVersion(sdk),
  };
}

/**
 * @param {string} directory
 * @param {readonly [string, string, string]} reasons
 */
function notFoundMessage(directory, [onPath, download, build]) {
  return [
    `No Pulumi CLI ${RELEASE} was found, and none could be installed:`,
    `  on PATH:           ${onPath}`,
    `  official download: ${download}`,
    `  build with Go:     ${build}`,
    "Install one in either of these ways, then run this command again:",
    `  - install the official CLI (https://www.pulumi.com/docs/install/), so that \`pulumi version\` prints v${RELEASE};`,
    `  - install Go ${MIN_GO.join(".")} or later (https://go.dev/dl/), so that \`go version\` works. The CLI is then built once into ${directory}.`,
  ].join("\n");
}

module.exports = { findPulumi, releasesOf };
