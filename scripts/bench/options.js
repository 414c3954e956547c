// @ts-check
"use strict";

const { parseArgs } = require("node:util");

/** Numbers of zones that are always measured. */
const ZONES = [1, 10];

const USAGE = "usage: npm run --silent bench -- [--json] [--zones N]";

/** @typedef {{ json: boolean, zones: number[] }} BenchOptions zones: how many, for each stack to measure, ascending */

/**
 * @param {string[]} args behind the script's name
 * @returns {BenchOptions}
 * @throws {Error} with the usage, where there is something else among them
 */
function parseOptions(args) {
  const { json, zones } = parsed(args);
  if (zones === undefined) return { json, zones: ZONES };
  if (!/^[1-9]\d{0,3}$/.test(zones))
    throw new Error(
      `--zones ${JSON.stringify(zones)} is not a number of zones: expected 1 to 9999.\n${USAGE}`,
    );
  return { json, zones: [...new Set([...ZONES, Number(zones)])].sort((a, b) => a - b) };
}

/** @param {string[]} args @returns {{ json: boolean, zones?: string | undefined }} */
function parsed(args) {
  try {
    return parseArgs({
      args,
      options: { json: { type: "boolean", default: false }, zones: { type: "string" } },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

module.exports = { parseOptions };
