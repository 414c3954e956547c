// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const path = require("node:path");
const { createInterface } = require("node:readline");
const { ROOT } = require("../prepare");

/**
 * The line that the platform prints when it is ready.
 * @typedef {{ baseUrl: string, gatewayUrl: string, accountId: string, userId: string, email: string, apiKey: string,
 *   token: string, vendor: string }} Ready
 */

/**
 * Starts the local edge platform on a free port and waits until it is ready.
 * @param {string} data the platform's data folder
 * @param {{ main?: string, node?: string }} [command] `main` is the file of the commands, by default that of this repository, and `node`
 *   what runs it
 * @returns {Promise<{ ready: Ready, pid: number, stop: () => Promise<void> }>}
 */
async function startPlatform(
  data,
  { main = path.join(ROOT, "dist/cli/main.js"), node = process.execPath } = {},
) {
  const child = spawn(node, [main, "serve", "--port", "0", "--data", data], {
    // In its own process group, so that Ctrl-C reaches only this script, which then stops the platform.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (errors += text));
  const exited = new Promise((resolve) => child.once("exit", resolve));

  /** @type {Ready} */
  const ready = await new Promise((resolve, reject) => {
    child.once("error", reject);
    void exited.then((code) =>
      reject(new Error(`the platform ended with exit code ${code} before it was ready:\n${errors}`)),
    );
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith("{")) return;
      /** @type {unknown} */
      const parsed = JSON.parse(line);
      // The platform prints no other line of JSON.
      resolve(/** @type {Ready} */ (parsed));
    });
  });
  return {
    ready,
    // A process that has started has an id.
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await exited;
    },
  };
}

module.exports = { startPlatform };
