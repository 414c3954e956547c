// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const { median } = require("./median");

const STARTS = 21;

/**
 * @typedef {object} LoadingFigures
 * @property {number} starts measured starts of a program with the language, and of one without it
 * @property {number} milliseconds added to a start: the difference of the medians
 * @property {number} cpuMilliseconds the same in user and system time of all threads
 * @property {number} modules number of loaded modules
 */

/**
 * Measures how much longer a program takes to start if it loads the language without using it. The two programs alternate, so
 * that other work of the machine affects both.
 * @param {string} language path of the compiled code
 * @returns {LoadingFigures}
 */
function measureLoading(language) {
  const load = `require(${JSON.stringify(language)})`;
  // The first starts read the files from disk.
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
 * @returns {{ milliseconds: number, cpuMilliseconds: number, modules: number }} from the start of the process to its end
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
