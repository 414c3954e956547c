// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const { median } = require("./median");

const STARTS = 21;

/**
 * @typedef {object} LoadingFigures
 * @property {number} starts of a program with the language, and as many of one without it
 * @property {number} milliseconds that the language adds to a start: the difference of the medians
 * @property {number} cpuMilliseconds the same in user and system time, all threads of the process included
 * @property {number} modules that are loaded
 */

/**
 * What it adds to a program's start to load the language, without any use of it. The two programs take turns, so that what
 * else the machine does falls on both.
 * @param {string} language the path of its compiled code
 * @returns {LoadingFigures}
 */
function measureLoading(language) {
  const load = `require(${JSON.stringify(language)})`;
  // The first ones read the files from the disk.
  start("");
  start(load);
  const turns = Array.from({ length: STARTS }, () => ({ without: start(""), with: start(load) }));
  /** @param {"milliseconds" | "cpuMilliseconds"} unit */
  const added = (unit) =>
    median(turns.map((turn) => turn.with[unit])) - median(turns.map((turn) => turn.without[unit]));
  return {
    starts: STARTS,
    milliseconds: added("milliseconds"),
    cpuMilliseconds: added("cpuMilliseconds"),
    modules: turns[0]?.with.modules ?? 0,
  };
}

/**
 * @param {string} program
 * @returns {{ milliseconds: number, cpuMilliseconds: number, modules: number }} of a process that runs it, up to its end
 */
function start(program) {
  const report = `${program};
    const { user, system } = process.cpuUsage();
    const [milliseconds, cpuMilliseconds] = [performance.now(), (user + system) / 1000];
    console.log(JSON.stringify({ milliseconds, cpuMilliseconds, modules: Object.keys(require.cache).length }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", report], { encoding: "utf8" });
  if (stdout === "") throw new Error(`a program that loads the filter language failed:\n${stderr}`);
  /** @type {unknown} */
  const figures = JSON.parse(stdout);
  // Printed by the program above.
  return /** @type {{ milliseconds: number, cpuMilliseconds: number, modules: number }} */ (figures);
}

module.exports = { measureLoading };
