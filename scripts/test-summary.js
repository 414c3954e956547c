// @ts-check
"use strict";

const fs = require("node:fs");

/**
 * @typedef {object} JestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites files of which no test could run
 */

/**
 * @param {string} file what jest wrote by `--json --outputFile`
 * @returns {JestReport | undefined} nothing where jest did not come that far
 */
function parseJestReport(file) {
  if (!fs.existsSync(file)) return undefined;
  /** @type {unknown} */
  const report = JSON.parse(fs.readFileSync(file, "utf8"));
  return isJestReport(report) ? report : undefined;
}

/**
 * A file whose tests could not even start counts as one failed test, and so does a run without any result.
 * @param {JestReport | undefined} report
 * @returns {{ line: string, ok: boolean }} `ok` where something ran and nothing failed
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

module.exports = { parseJestReport, summarize };
