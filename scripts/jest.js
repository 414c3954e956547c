// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare");
const { runInForeground } = require("./processes");

/**
 * Jest starts its workers with the same options. Each test file loads hundreds of modules anew; with room for new objects, V8 copies the
 * objects of fewer of them.
 */
const V8_OPTIONS = ["--min-semi-space-size=64", "--max-semi-space-size=64"];

/**
 * Runs Jest in the root of the repository.
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv | undefined, stdout?: number }} [options] `env` is added to the environment
 * @returns {Promise<number>} the exit code
 */
function runJest(args, { env, stdout = 1 } = {}) {
  const jest = path.join(ROOT, "node_modules", "jest", "bin", "jest.js");
  return runInForeground(process.execPath, [...V8_OPTIONS, jest, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdout,
  });
}

/**
 * @typedef {object} JestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites files in which no test could run
 */

/**
 * Reads the report that Jest writes with `--json --outputFile`.
 * @param {string} file
 * @returns {JestReport | undefined} nothing if Jest wrote no report
 */
function parseJestReport(file) {
  if (!fs.existsSync(file)) return undefined;
  /** @type {unknown} */
  const report = JSON.parse(fs.readFileSync(file, "utf8"));
  return isJestReport(report) ? report : undefined;
}

/**
 * Summarizes a run in one line. A file whose tests could not start counts as one failed test, and so does a run without a report.
 * @param {JestReport | undefined} report
 * @returns {{ line: string, ok: boolean }} `ok` if something ran and nothing failed
 */
function summarize(report) {
  const passed = report?.numPassedTests ?? 0;
  const failed = report === undefined ? 1 : report.numFailedTests + report.numRuntimeErrorTestSuites;
  return { line: `${passed} passed, ${failed} failed`, ok: failed === 0 && passed > 0 };
}

/**
 * @param {unknown} value
 * @returns {value is JestReport}
 */
function isJestReport(value) {
  if (typeof value !== "object" || value === null) return false;
  const counts = ["numPassedTests", "numFailedTests", "numRuntimeErrorTestSuites"];
  const entries = new Map(Object.entries(value));
  return counts.every((name) => typeof entries.get(name) === "number");
}

module.exports = { parseJestReport, runJest, summarize };
