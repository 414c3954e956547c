// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const POLL = 50;
const PROCESSES = "/proc";

/**
 * Kills every process of a private Pulumi that still runs. The CLI starts its language host and providers in separate process
 * groups, and a provider outlives a killed CLI. The processes are found by the environment they inherited, which only systems with
 * /proc show; on others this is a no-op.
 * @param {string} directory as given to `privatePulumiEnv`
 * @returns {Promise<void>} resolves when they are gone
 */
async function endEngineProcesses(directory) {
  for (;;) {
    const pids = enginePids(directory);
    if (pids.length === 0) return;
    for (const pid of pids) killProcess(pid);
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
}

/**
 * @param {string} directory as given to `privatePulumiEnv`
 * @returns {number[]} ids of the processes that run with its PULUMI_HOME
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
    // The process has ended, or belongs to another user.
    return "";
  }
}

/** Kills a process, if it has not ended yet. @param {number} pid */
function killProcess(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

module.exports = { endEngineProcesses, enginePids, killProcess };
