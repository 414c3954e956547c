// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../prepare");
const { measureLoading } = require("./filter-loading");
const { measureRate } = require("./rate");

const DATA = path.join(ROOT, "tests/data");
const LANGUAGE = path.join(ROOT, "dist/provider/filter");

/** @typedef {typeof import("../../provider/filter")} FilterLanguage */
/**
 * @typedef {object} FilterFigures
 * @property {number} expressions number of different expressions
 * @property {number} characters total length of the expressions
 * @property {number[]} rounds expressions parsed and type-checked per second in each round
 * @property {number} perSecond median of the rounds
 * @property {{ rules: number, rounds: number[], perSecond: number }} evaluation rules evaluated per second on one request,
 *   each compiled once
 * @property {import("./filter-loading").LoadingFigures} loading
 */

/**
 * Measures the filter language on one thread.
 * @returns {FilterFigures}
 */
function measureFilter() {
  const loading = measureLoading(LANGUAGE);
  /** @type {unknown} */
  const compiled = require(LANGUAGE);
  // The compiled code has the type of its source.
  const language = /** @type {FilterLanguage} */ (compiled);
  return { ...measureParsing(language), evaluation: measureEvaluation(language), loading };
}

/**
 * Parses the valid expressions of the test data repeatedly, except those with a regular expression: there, compiling the
 * regular expression takes most of the time.
 * @param {FilterLanguage} language
 */
function measureParsing({ parseFilter, walkFilter }) {
  const expressions = readRecords("filter-examples.jsonl")
    .map(({ expression }) => expression)
    .filter((expression) => {
      const parsed = parseFilter(expression);
      return parsed.valid && !hasRegex(walkFilter, parsed.ast);
    });
  const rounds = measureRate(() => {
    for (const expression of expressions)
      if (!parseFilter(expression).valid) throw new Error(`no longer valid: ${expression}`);
    return expressions.length;
  });
  const characters = expressions.reduce((sum, { length }) => sum + length, 0);
  return { expressions: expressions.length, characters, ...rounds };
}

/** Evaluates typical rules on one request. @param {FilterLanguage} language */
function measureEvaluation({ compileFilter, parseFilter, readRequestFields }) {
  const records = readRecords("filter-bench-rules.jsonl");
  const request = readRequestFields(records[0]?.fields);
  const rules = records.map(({ expression }) => {
    const parsed = parseFilter(expression);
    if (!parsed.valid) throw new Error(`not valid: ${expression}`);
    return compileFilter(parsed.ast);
  });
  const matches = () => rules.filter((rule) => rule.run(request)).length;
  const expected = matches();
  const rounds = measureRate(() => {
    let matching = 0;
    for (const rule of rules) if (rule.run(request)) matching += 1;
    if (matching !== expected) throw new Error(`${matching} rules match instead of ${expected}`);
    return rules.length;
  });
  return { rules: rules.length, ...rounds };
}

/** @param {string} name @returns {{ expression: string, fields?: unknown }[]} */
function readRecords(name) {
  const lines = fs.readFileSync(path.join(DATA, name), "utf8").trim().split("\n");
  return lines.map((line) => {
    /** @type {unknown} */
    const record = JSON.parse(line);
    // Every line of this repository's test data has an expression.
    return /** @type {{ expression: string, fields?: unknown }} */ (record);
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
