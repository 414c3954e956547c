// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const path = require("node:path");
const { createInterface } = require("node:readline");
const { ROOT } = require("../prepare");

/**
 * What the platform says when it is ready.
 * @typedef {{ baseUrl: string, gatewayUrl: string, accountId: string, userId: string, email: string, apiKey: string,
 *   token: string, vendor: string }} Ready
 */

/**
 * Starts the local edge platform on a free port and waits for the line that says it is ready.
 * @param {string} data its data folder
 * @returns {Promise<{ ready: Ready, pid: number, stop: () => Promise<void> }>}
 */
async function startPlatform(data) {
  const main = path.join(ROOT, "dist/cli/main.js");
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--data", data], {
    // A group of its own: Ctrl-C reaches this script, which stops it in its own time.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => (complaints += text));
  const exited = new Promise((resolve) => child.once("exit", resolve));

  /** @type {Ready} */
  const ready = await new Promise((resolve, reject) => {
    child.once("error", reject);
    void exited.then((code) =>
      reject(new Error(`the platform ended with exit code ${code} before it was ready:\n${complaints}`)),
    );
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith("{")) return;
      // The only such line on stdout: what it holds is the platform's promise.
      /** @type {unknown} */
      const told = JSON.parse(line);
      resolve(/** @type {Ready} */ (told));
    });
  });
  return {
    ready,
    // It has started, so it has one.
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await exited;
    },
  };
}

module.exports = { startPlatform };
