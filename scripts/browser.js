// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { installWithApt } = require("./apt-get");
const { withLock } = require("./lock");
const { ROOT } = require("./prepare");
const { lastLine, longStep, runStep, toStderr } = require("./processes");

/** Names on PATH, the first that works is taken. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];
const VERSION_TIMEOUT = 60_000;
const INSTALLER = path.join(ROOT, "node_modules", "playwright-core", "cli.js");

/** @typedef {{ found: string, reason?: undefined } | { found?: undefined, reason: string }} Search */
/**
 * @typedef {object} Machine what the search depends on, which tests replace
 * @property {NodeJS.ProcessEnv} env
 * @property {readonly string[]} places where browsers usually are
 * @property {boolean} isRoot whether apt-get can install
 * @property {() => string} downloaded where the download puts a browser
 * @property {readonly string[]} download arguments of Node that download one
 * @property {import("./processes").Progress} progress
 */

/**
 * Finds Chromium or Chrome: CHROME_PATH, on PATH or at the usual places. Otherwise installs one: Debian's package where this user may,
 * else a download by Playwright into the user's cache folder.
 * @param {Partial<Machine>} [given]
 * @returns {Promise<string>} the executable
 * @throws {Error} that lists what was tried and two ways to get a browser
 */
async function findBrowser(given = {}) {
  const machine = { ...thisMachine(), ...given };
  const named = machine.env["CHROME_PATH"];
  if (named !== undefined && named !== "") {
    if (await works(named, machine)) return named;
    throw new Error(
      `CHROME_PATH is ${named}, but \`${named} --version\` fails. Set it to Chromium or Chrome, or unset it.`,
    );
  }
  const installed = await findInstalled(machine);
  if (installed.found !== undefined) return installed.found;
  return withLock(path.join(ROOT, ".platform", "locks", "browser"), machine.progress, async () => {
    const meanwhile = await findInstalled(machine);
    if (meanwhile.found !== undefined) return meanwhile.found;
    const packaged = await installPackage(machine);
    if (packaged.found !== undefined) return packaged.found;
    const downloaded = await download(machine);
    if (downloaded.found !== undefined) return downloaded.found;
    throw new Error(notFoundMessage([installed.reason, packaged.reason, downloaded.reason]));
  });
}

/** @returns {Machine} */
function thisMachine() {
  return {
    env: process.env,
    places: PLACES,
    isRoot: process.getuid?.() === 0,
    downloaded: () => require("playwright-core").chromium.executablePath(),
    download: [INSTALLER, "install", "chromium"],
    progress: toStderr,
  };
}

/** @param {Machine} machine @returns {Promise<Search>} */
async function findInstalled(machine) {
  const folders = (machine.env["PATH"] ?? "").split(path.delimiter).filter((one) => path.isAbsolute(one));
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const candidates = [...onPath, ...machine.places, machine.downloaded()].filter((file) =>
    fs.existsSync(file),
  );
  for (const candidate of candidates) if (await works(candidate, machine)) return { found: candidate };
  const [first] = candidates;
  return { reason: first === undefined ? "there is none" : `\`${first} --version\` fails` };
}

/**
 * Debian's package, which has no download of its own and brings the libraries that a browser needs.
 * @param {Machine} machine
 * @returns {Promise<Search>}
 */
async function installPackage(machine) {
  const reason = await installWithApt("chromium", "installing Chromium (apt-get)", machine);
  if (reason !== undefined) return { reason };
  const search = await findInstalled(machine);
  return search.found === undefined ? { reason: "the package was installed, but its browser fails" } : search;
}

/** @param {Machine} machine @returns {Promise<Search>} */
async function download(machine) {
  const { env, progress } = machine;
  const { code, stderr } = await longStep(progress, "downloading Chromium (Playwright)", () =>
    runStep(process.execPath, machine.download, { env }),
  );
  if (code !== 0) return { reason: lastLine(stderr) };
  const file = machine.downloaded();
  if (await works(file, machine)) return { found: file };
  return { reason: `${file} does not start: a library may be missing` };
}

/**
 * @param {string} file
 * @param {Machine} machine
 */
async function works(file, { env }) {
  if (!fs.existsSync(file)) return false;
  // Chrome on Windows opens a window instead of printing its version.
  if (process.platform === "win32") return true;
  return (await runStep(file, ["--version"], { env, timeoutMs: VERSION_TIMEOUT })).code === 0;
}

/** @param {readonly [string, string, string]} reasons */
function notFoundMessage([found, packaged, downloaded]) {
  return [
    "No Chromium or Chrome was found, and none could be installed:",
    `  installed:         ${found}`,
    `  Debian's package:  ${packaged}`,
    `  download:          ${downloaded}`,
    "Get one in either of these ways, then run this command again:",
    "  - install Chromium or Chrome, or set CHROME_PATH to its executable;",
    "  - run `npx playwright-core install --with-deps chromium`.",
  ].join("\n");
}

module.exports = { findBrowser };
