// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../prepare");
const { median } = require("./costs");
const { LARGE, largePreview } = require("./large-preview");

const RUNS = 3;

/**
 * @typedef {object} ReviewFigures
 * @property {number} zones
 * @property {number} rules
 * @property {number[]} runs seconds of CPU of each run
 * @property {number} cpuSeconds median of the runs
 * @property {number} peakMegabytes highest resident memory of a run
 */

/**
 * Measures the review of a change in many zones whose rules all change, each in its own way.
 * @param {{ folder: string }} where the preview is written
 * @returns {ReviewFigures}
 */
function measureReview({ folder }) {
  const file = path.join(folder, "large.preview.json");
  fs.writeFileSync(file, largePreview({ differs: true }));
  const runs = Array.from({ length: RUNS }, () => review(file));
  return {
    zones: LARGE.zones,
    rules: LARGE.zones * LARGE.rulesPerZone,
    runs: runs.map(({ cpuSeconds }) => cpuSeconds),
    cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
    peakMegabytes: Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

/** Prints what a process has used when it ends. */
const REPORT = `process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1024 }));
});`;

/** @param {string} file @returns {{ cpuSeconds: number, peakMegabytes: number }} of the whole process */
function review(file) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(REPORT)}`,
      path.join(ROOT, "dist/cli/main.js"),
      "review",
      file,
      "--markdown",
      `${file}.md`,
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`the review of ${file} failed:\n${stderr}`);
  /** @type {unknown} */
  const figures = JSON.parse(stdout);
  // Printed by the code above.
  return /** @type {{ cpuSeconds: number, peakMegabytes: number }} */ (figures);
}

module.exports = { measureReview };
