// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { median } = require("./costs");
const { QUESTION_NAMES } = require("./decision-questions");

const RUNS = 3;

/** @typedef {{ name: string } & import("./decision-questions").DecisionCost} DecisionFigures */

/** Measures questions about all requests, each set in a process of its own; the medians of three runs. @returns {DecisionFigures[]} */
function measureDecisions() {
  return QUESTION_NAMES.map((name) => {
    const runs = Array.from({ length: RUNS }, () => askOnce(name));
    const [first] = runs;
    if (first === undefined) throw new RangeError("no run");
    return {
      ...first,
      name,
      cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
      megabytes: median(runs.map(({ megabytes }) => megabytes)),
    };
  });
}

/** @param {string} name @returns {import("./decision-questions").DecisionCost} */
function askOnce(name) {
  const program = path.join(__dirname, "decision-questions.js");
  const { stdout, stderr } = spawnSync(process.execPath, [program, name], { encoding: "utf8" });
  if (stdout === "") throw new Error(`the questions ${JSON.stringify(name)} failed:\n${stderr}`);
  /** @type {unknown} */
  const cost = JSON.parse(stdout);
  // Printed by the program above.
  return /** @type {import("./decision-questions").DecisionCost} */ (cost);
}

module.exports = { measureDecisions };
