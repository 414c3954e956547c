// @ts-check
"use strict";

const fs = require("node:fs");
const { enginePids } = require("../engine-processes");

/** Of Linux on every architecture that Node runs on, as user space sees it. */
const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 100;

/**
 * What a run of the Pulumi CLI took, with every process that it started.
 * @typedef {object} Cost
 * @property {number} wallSeconds
 * @property {number | null} cpuSeconds user and system time; null where there is no /proc
 * @property {number | null} peakMegabytes of resident memory, summed over the processes (what they share counts for each)
 *   and looked at ten times a second; null where there is no /proc
 */

/**
 * Runs `work`, which starts a Pulumi CLI and waits for it, and nothing else meanwhile.
 * @template T
 * @param {string} directory as given to `privatePulumiEnv`
 * @param {() => Promise<T>} work
 * @returns {Promise<{ value: T, cost: Cost }>}
 */
async function costOf(directory, work) {
  const cpuBefore = cpuSecondsOfEndedChildren();
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentMegabytes(directory))), SAMPLE_MS);
  const start = performance.now();
  try {
    const value = await work();
    const wallSeconds = (performance.now() - start) / 1000;
    const cpuAfter = cpuSecondsOfEndedChildren();
    const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
    return { value, cost: { wallSeconds, cpuSeconds, peakMegabytes: peak === 0 ? null : peak } };
  } finally {
    clearInterval(timer);
  }
}

/**
 * @param {string} stat of /proc/PID/stat
 * @returns {number} CPU seconds of the children that it has waited for, with all that those had waited for
 */
function parseChildSeconds(stat) {
  // The second field is the command in parentheses, which may hold anything; cutime and cstime are the 16th and 17th.
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(13, 15)
    .map(Number);
  if (user === undefined || system === undefined) throw new Error(`not a line of /proc/PID/stat: ${stat}`);
  return (user + system) / TICKS_PER_SECOND;
}

function cpuSecondsOfEndedChildren() {
  const stat = textOf("/proc/self/stat");
  return stat === "" ? null : parseChildSeconds(stat);
}

/** @param {string} directory */
function residentMegabytes(directory) {
  const kilobytes = enginePids(directory).map((pid) =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

/** @param {string} file @returns {string} empty where it is not there: no /proc, or the process has ended */
function textOf(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

module.exports = { costOf, parseChildSeconds };
