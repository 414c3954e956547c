// @ts-check
"use strict";

const { parseArgs } = require("node:util");

/** Numbers of zones that are always measured. */
const ZONES = [1, 10];

/** What can be measured by itself. */
const GROUPS = /** @type {const} */ (["stacks", "filter", "platform"]);

const USAGE = `usage: npm run --silent bench -- [--json] [--zones N] [--only ${GROUPS.join("|")}]`;

/** @typedef {(typeof GROUPS)[number]} Group */
/**
 * @typedef {object} BenchOptions
 * @property {boolean} json
 * @property {number[]} zones how many, for each stack to measure, ascending
 * @property {readonly Group[]} groups what to measure
 */

/**
 * @param {string[]} args behind the script's name
 * @returns {BenchOptions}
 * @throws {Error} with the usage, where there is something else among them
 */
function parseOptions(args) {
  const { json, zones, only } = parsed(args);
  return { json, zones: parseZones(zones), groups: parseGroups(only) };
}

/** @param {string | undefined} zones */
function parseZones(zones) {
  if (zones === undefined) return ZONES;
  if (!/^[1-9]\d{0,3}$/.test(zones))
    throw new Error(
      `--zones ${JSON.stringify(zones)} is not a number of zones: expected 1 to 9999.\n${USAGE}`,
    );
  return [...new Set([...ZONES, Number(zones)])].sort((a, b) => a - b);
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

/** @param {string[]} args @returns {{ json: boolean, zones?: string | undefined, only?: string | undefined }} */
function parsed(args) {
  try {
    return parseArgs({
      args,
      options: {
        json: { type: "boolean", default: false },
        zones: { type: "string" },
        only: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

module.exports = { parseOptions };
