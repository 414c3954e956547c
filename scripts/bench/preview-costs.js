// @ts-check
"use strict";

const { CHANGING_PROGRAM } = require("./changing-program");
const { costOf, median } = require("./costs");
const { withStack } = require("./stacks");

const ZONES = 300;
const RULES_PER_ZONE = 7;
const RUNS = 5;
const UP = ["up", "--yes", "--skip-preview"];

/**
 * Previews of many zones whose rules are all different: without a change, and with a change of every rule.
 * @typedef {object} PreviewFigures
 * @property {number} zones
 * @property {number} rules
 * @property {Previews} unchanged
 * @property {Previews} changed
 */
/**
 * @typedef {object} Previews
 * @property {(number | null)[]} runs seconds of CPU of the Pulumi CLI and its child processes, of each run; null without /proc
 * @property {number | null} cpuSeconds median of the runs
 */

/**
 * @param {Omit<import("./stacks").StackOptions, "zones" | "files">} options
 * @returns {Promise<PreviewFigures>}
 * @throws {Error} with the engine's output if a step fails
 */
function measurePreviews(options) {
  return withStack({ ...options, zones: ZONES, files: CHANGING_PROGRAM }, async ({ stack }) => {
    await stack.setConfig("version", "1");
    await stack.pulumi(...UP);
    const unchanged = await previews(stack);
    await stack.setConfig("version", "2");
    return { zones: ZONES, rules: ZONES * RULES_PER_ZONE, unchanged, changed: await previews(stack) };
  });
}

/** @param {import("./stacks").BenchStack} stack @returns {Promise<Previews>} */
async function previews({ directory, pulumi }) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push((await costOf(directory, () => pulumi("preview"))).cost.cpuSeconds);
  const known = runs.filter((seconds) => seconds !== null);
  return { runs, cpuSeconds: known.length === 0 ? null : median(known) };
}

module.exports = { measurePreviews };
