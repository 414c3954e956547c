// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("../prepare");
const { median } = require("./costs");

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
 * @property {LoadingFigures} loading
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

const WARM_UP_MS = 2000;
const ROUND_MS = 1000;
const ROUNDS = 5;

/**
 * Measures how much one thread does per second after a warm-up.
 * @param {() => number} work called repeatedly; returns how much it did
 * @returns {{ rounds: number[], perSecond: number }} per second: in each round, and the median of the rounds
 */
function measureRate(work) {
  /** @param {number} forMs */
  const round = (forMs) => {
    const start = performance.now();
    let count = 0;
    let elapsed = 0;
    while (elapsed < forMs) {
      count += work();
      elapsed = performance.now() - start;
    }
    return (count / elapsed) * 1000;
  };
  round(WARM_UP_MS);
  const rounds = Array.from({ length: ROUNDS }, () => round(ROUND_MS));
  return { rounds, perSecond: median(rounds) };
}

const STARTS = 21;

/**
 * @typedef {object} LoadingFigures
 * @property {number} starts measured starts of a program with the language, and of one without it
 * @property {number} milliseconds added to a start: the difference of the medians
 * @property {number} cpuMilliseconds the same in user and system time of all threads
 * @property {number} modules number of loaded modules
 */

/**
 * Measures how much longer a program takes to start if it loads the language without using it. The two programs alternate, so
 * that other work of the machine affects both.
 * @param {string} language path of the compiled code
 * @returns {LoadingFigures}
 */
function measureLoading(language) {
  const load = `require(${JSON.stringify(language)})`;
  // The first starts read the files from disk.
  start("");
  start(load);
  const turns = Array.from({ length: STARTS }, () => ({ without: start(""), with: start(load) }));
  /** @param {"milliseconds" | "cpuMilliseconds"} unit */
  const added = (unit) =>
    median(turns.map((turn) => turn.with[unit])) - median(turns.map((turn) => turn.without[unit]));
  return {
    starts: STARTS,
    milliseconds: added("milliseconds"),
    cpuMilliseconds: added("cpuMilliseconds"),
    modules: turns[0]?.with.modules ?? 0,
  };
}

/**
 * @param {string} program
 * @returns {{ milliseconds: number, cpuMilliseconds: number, modules: number }} from the start of the process to its end
 */
function start(program) {
  const report = `${program};
    const { user, system } = process.cpuUsage();
    const [milliseconds, cpuMilliseconds] = [performance.now(), (user + system) / 1000];
    console.log(JSON.stringify({ milliseconds, cpuMilliseconds, modules: Object.keys(require.cache).length }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", report], { encoding: "utf8" });
  if (stdout === "") throw new Error(`a program that loads the filter language failed:\n${stderr}`);
  /** @type {unknown} */
  const figures = JSON.parse(stdout);
  // Printed by the program above.
  return /** @type {{ milliseconds: number, cpuMilliseconds: number, modules: number }} */ (figures);
}

module.exports = { measureFilter };
