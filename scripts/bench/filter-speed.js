// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../prepare");
const { median } = require("./median");

const EXAMPLES = path.join(ROOT, "tests/data/filter-examples.jsonl");
const WARM_UP_MS = 2000;
const ROUND_MS = 1000;
const ROUNDS = 5;

/** @typedef {typeof import("../../provider/filter")} FilterLanguage */
/** @typedef {import("../../provider/filter").FilterNode} FilterNode */
/**
 * @typedef {object} FilterFigures
 * @property {number} expressions different ones
 * @property {number} characters of all of them together
 * @property {number[]} rounds expressions per second, in each round
 * @property {number} perSecond the median of the rounds
 */

/**
 * How many expressions one thread parses and type-checks in a second: the valid ones among the test data, again and again.
 * Those with a regular expression are left out, since there most of the time is the regular expression's.
 * @returns {FilterFigures}
 */
function measureFilter() {
  /** @type {unknown} */
  const compiled = require(path.join(ROOT, "dist/provider/filter"));
  // Compiled from the very source that the type is of.
  const { parseFilter, walkFilter } = /** @type {FilterLanguage} */ (compiled);
  const expressions = readExamples().filter((expression) => {
    const parsed = parseFilter(expression);
    return parsed.valid && !hasRegex(walkFilter, parsed.ast);
  });
  /** @param {number} forMs */
  const round = (forMs) => {
    const start = performance.now();
    let count = 0;
    let elapsed = 0;
    while (elapsed < forMs) {
      for (const expression of expressions) if (parseFilter(expression).valid) count += 1;
      elapsed = performance.now() - start;
    }
    return (count / elapsed) * 1000;
  };
  round(WARM_UP_MS);
  const rounds = Array.from({ length: ROUNDS }, () => round(ROUND_MS));
  const characters = expressions.reduce((sum, { length }) => sum + length, 0);
  return { expressions: expressions.length, characters, rounds, perSecond: median(rounds) };
}

/** @returns {string[]} */
function readExamples() {
  const lines = fs.readFileSync(EXAMPLES, "utf8").trim().split("\n");
  return lines.map((line) => {
    /** @type {unknown} */
    const example = JSON.parse(line);
    // Test data of this repository: each line has one.
    return /** @type {{ expression: string }} */ (example).expression;
  });
}

/** @param {FilterLanguage["walkFilter"]} walkFilter @param {Parameters<FilterLanguage["walkFilter"]>[0]} ast */
function hasRegex(walkFilter, ast) {
  let found = false;
  walkFilter(ast, (node) => {
    found ||= node.kind === "comparison" && node.test.kind === "matches";
    found ||= node.kind === "call" && node.name === "regex_replace";
  });
  return found;
}

module.exports = { measureFilter };
