// @ts-check
"use strict";

const { parseArgs } = require("node:util");

/** Defaults: numbers of zones, and milliseconds that the platform waits before each answer. */
const ZONES = [1, 10];
const LATENCIES = [0];

/** Groups that `--only` can select. */
const GROUPS = /** @type {const} */ (["stacks", "previews", "filter", "decisions", "review", "platform"]);

const USAGE = `usage: npm run --silent bench -- [--json] [--zones N,…] [--latency MS,…] [--only ${GROUPS.join("|")}]
       npm run --silent bench -- --against DIR [--zones N,…] [--only stacks|previews]`;

/** Groups that `--against` compares. */
const COMPARED = /** @type {const} */ (["stacks", "previews"]);

/** @typedef {(typeof GROUPS)[number]} Group */
/** @typedef {(typeof COMPARED)[number]} ComparedGroup */
/**
 * @typedef {object} BenchOptions
 * @property {boolean} json
 * @property {number[]} zones the number of zones of each stack, ascending
 * @property {number[]} latencies milliseconds; every stack is measured with each of them, ascending
 * @property {readonly Group[]} groups the groups to measure
 * @property {{ checkout: string, groups: readonly ComparedGroup[] }} [against] a built checkout, and what is run with it side by side
 */

/**
 * @param {string[]} args the arguments after the script's name
 * @returns {BenchOptions}
 * @throws {Error} with the usage, if an argument is invalid
 */
function parseOptions(args) {
  const { json, zones, latency, only, against } = parsed(args);
  return {
    json,
    zones: parseNumbers("--zones", zones, ZONES, 1),
    latencies: parseNumbers("--latency", latency, LATENCIES, 0),
    groups: parseChoice(GROUPS, only),
    ...(against !== undefined && { against: { checkout: against, groups: parseChoice(COMPARED, only) } }),
  };
}

/**
 * @param {string} option
 * @param {string | undefined} given
 * @param {number[]} fallback
 * @param {number} least the smallest accepted number; the largest is 9999
 */
function parseNumbers(option, given, fallback, least) {
  if (given === undefined) return fallback;
  const numbers = given.split(",").map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : NaN));
  if (numbers.every((number) => number >= least)) return [...new Set(numbers)].sort((a, b) => a - b);
  throw new Error(
    `${option} ${JSON.stringify(given)} is invalid: expected whole numbers from ${least} to 9999, ` +
      `separated by commas.\n${USAGE}`,
  );
}

/**
 * @template {string} Choice
 * @param {readonly Choice[]} choices all of them, if `only` is left out
 * @param {string | undefined} only
 * @returns {readonly Choice[]}
 */
function parseChoice(choices, only) {
  if (only === undefined) return choices;
  const choice = choices.find((name) => name === only);
  if (choice !== undefined) return [choice];
  throw new Error(
    `--only ${JSON.stringify(only)} is invalid: expected one of ${choices.join(", ")}.\n${USAGE}`,
  );
}

/** @param {string[]} args @returns {{ json: boolean, zones?: string | undefined, latency?: string | undefined, only?: string | undefined, against?: string | undefined }} */
function parsed(args) {
  try {
    return parseArgs({
      args,
      options: {
        json: { type: "boolean", default: false },
        zones: { type: "string" },
        latency: { type: "string" },
        only: { type: "string" },
        against: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

module.exports = { parseOptions };
