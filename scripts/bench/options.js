// @ts-check
"use strict";

const { parseArgs } = require("node:util");

/** Numbers of zones, and milliseconds that the platform waits before each answer, where nothing is asked. */
const ZONES = [1, 10];
const LATENCIES = [0];

/** What can be measured by itself. */
const GROUPS = /** @type {const} */ (["stacks", "filter", "platform"]);

const USAGE = `usage: npm run --silent bench -- [--json] [--zones N,…] [--latency MS,…] [--only ${GROUPS.join("|")}]`;

/** @typedef {(typeof GROUPS)[number]} Group */
/**
 * @typedef {object} BenchOptions
 * @property {boolean} json
 * @property {number[]} zones how many, for each stack to measure, ascending
 * @property {number[]} latencies milliseconds, with each of which every stack is measured, ascending
 * @property {readonly Group[]} groups what to measure
 */

/**
 * @param {string[]} args behind the script's name
 * @returns {BenchOptions}
 * @throws {Error} with the usage, where there is something else among them
 */
function parseOptions(args) {
  const { json, zones, latency, only } = parsed(args);
  return {
    json,
    zones: parseNumbers("--zones", zones, ZONES, { noun: "numbers of zones", least: 1 }),
    latencies: parseNumbers("--latency", latency, LATENCIES, { noun: "milliseconds", least: 0 }),
    groups: parseGroups(only),
  };
}

/**
 * @param {string} option
 * @param {string | undefined} given
 * @param {number[]} fallback
 * @param {{ noun: string, least: number }} expected at most 9999
 */
function parseNumbers(option, given, fallback, { noun, least }) {
  if (given === undefined) return fallback;
  const numbers = given.split(",").map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : NaN));
  if (numbers.every((number) => number >= least)) return [...new Set(numbers)].sort((a, b) => a - b);
  throw new Error(
    `${option} ${JSON.stringify(given)} is no list of ${noun}: expected whole numbers from ${least} to 9999, ` +
      `with commas between them.\n${USAGE}`,
  );
}

/** @param {string | undefined} only @returns {readonly Group[]} */
function parseGroups(only) {
  if (only === undefined) return GROUPS;
  const group = GROUPS.find((name) => name === only);
  if (group !== undefined) return [group];
  throw new Error(
    `--only ${JSON.stringify(only)} is not a group: expected one of ${GROUPS.join(", ")}.\n${USAGE}`,
  );
}

/** @param {string[]} args @returns {{ json: boolean, zones?: string | undefined, latency?: string | undefined, only?: string | undefined }} */
function parsed(args) {
  try {
    return parseArgs({
      args,
      options: {
        json: { type: "boolean", default: false },
        zones: { type: "string" },
        latency: { type: "string" },
        only: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

module.exports = { parseOptions };
