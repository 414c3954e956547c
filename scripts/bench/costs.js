// @ts-check
"use strict";

const fs = require("node:fs");
const { enginePids } = require("../engine-processes");

/** The value of USER_HZ on Linux, on every architecture that Node supports. */
const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 100;

/**
 * The cost of a run of the Pulumi CLI, including every process that it started.
 * @typedef {object} Cost
 * @property {number} wallSeconds
 * @property {number | null} cpuSeconds user and system time; null without /proc
 * @property {number | null} peakMegabytes highest sum of the processes' resident memory (shared memory is counted for each),
 *   sampled ten times a second; null without /proc
 */

/**
 * Measures `work`, which runs a Pulumi CLI and nothing else.
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
 * @param {string} stat content of /proc/PID/stat
 * @returns {{ own: number, endedChildren: number }} CPU seconds of the process, and of its ended descendants that were waited for
 */
function parseCpuSeconds(stat) {
  // The second field is the command in parentheses and can contain anything. Fields 14 to 17 are utime, stime, cutime and cstime.
  const times = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  const [user, system, childUser, childSystem] = times;
  if (
    user === undefined ||
    system === undefined ||
    childUser === undefined ||
    childSystem === undefined ||
    times.some(Number.isNaN)
  )
    throw new Error(`not a line of /proc/PID/stat: ${stat}`);
  return {
    own: (user + system) / TICKS_PER_SECOND,
    endedChildren: (childUser + childSystem) / TICKS_PER_SECOND,
  };
}

function cpuSecondsOfEndedChildren() {
  const stat = textOf("/proc/self/stat");
  return stat === "" ? null : parseCpuSeconds(stat).endedChildren;
}

/** @param {number} pid @returns {number | null} null without /proc */
function cpuSecondsOf(pid) {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === "" ? null : parseCpuSeconds(stat).own;
}

/** @param {string} directory */
function residentMegabytes(directory) {
  return enginePids(directory).reduce((sum, pid) => sum + (residentMegabytesOf(pid) ?? 0), 0);
}

/** @param {number | string} pid @returns {number | null} null without /proc, or if the process has ended */
function residentMegabytesOf(pid) {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** @param {string} file @returns {string} empty without /proc, or if the process has ended */
function textOf(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Returns the middle value, or the lower of the two middle values. @param {readonly number[]} values at least one */
function median(values) {
  const middle = values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
  if (middle === undefined) throw new Error("the median of an empty list does not exist");
  return middle;
}

module.exports = { costOf, cpuSecondsOf, median, parseCpuSeconds, residentMegabytesOf };
