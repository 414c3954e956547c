// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const POLL = 50;
const PROCESSES = "/proc";

/**
 * Ends every process of a private Pulumi that still runs, at once: the CLI puts its language host and providers into
 * process groups of their own, and a provider lives on when the CLI is killed. They are known by the environment that
 * they inherited. Where the platform does not show it (no /proc), nothing is done.
 * @param {string} directory as given to `privatePulumiEnv`
 * @returns {Promise<void>} when they are gone
 */
async function endEngineProcesses(directory) {
  for (;;) {
    const pids = enginePids(directory);
    if (pids.length === 0) return;
    for (const pid of pids) kill(pid);
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
}

/**
 * @param {string} directory as given to `privatePulumiEnv`
 * @returns {number[]} processes that run with its PULUMI_HOME
 */
function enginePids(directory) {
  if (!fs.existsSync(PROCESSES)) return [];
  const mark = `\0PULUMI_HOME=${path.join(directory, "home")}\0`;
  return fs
    .readdirSync(PROCESSES)
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(mark))
    .map(Number);
}

/** @param {string} pid */
function environmentOf(pid) {
  try {
    return `\0${fs.readFileSync(path.join(PROCESSES, pid, "environ"), "latin1")}`;
  } catch {
    // Ended meanwhile, or another user's.
    return "";
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Ended meanwhile.
  }
}

module.exports = { endEngineProcesses, enginePids };
