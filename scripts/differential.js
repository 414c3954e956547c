// @ts-check
"use strict";

/**
 * `npm run differential`: verdicts of this package and of the reference engine, from PyPI, on the examples and on some ten
 * thousand broken variants of them. Exit code 1 where they differ. Where Python or PyPI is not to be had it says so, with 0.
 */
const fs = require("node:fs");
const path = require("node:path");
const { isComparable, probeOf, variantsOf } = require("./differential/expressions");
const { askReference } = require("./differential/reference");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { toStderr } = require("./progress");
const { ensurePythonPackages } = require("./python-packages");
const { runMain } = require("./run-main");

const EXAMPLES = path.join(ROOT, "tests", "data", "filter-examples.jsonl");
/** As many as help: the rest have the same reason. */
const SHOWN = 20;

/** @typedef {typeof import("../provider/filter")} Filter */

// Our own data file.
/** @type {(text: string) => { expression: string }} */
const parseExample = JSON.parse;

runMain(async () => {
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const python = await ensurePythonPackages("differential", toStderr);
  if (python !== undefined) return compare(python);
  console.log(
    "differential: skipped, since the reference engine cannot be installed (python3 and PyPI are needed)",
  );
  return 0;
});

/** @param {string} python */
function compare(python) {
  /** @type {unknown} */
  const compiled = require(path.join(ROOT, "dist", "provider", "filter"));
  // Compiled from the very source that the type is of.
  const filter = /** @type {Filter} */ (compiled);
  const fields = Object.entries(filter.FIELD_TYPES);
  const known = askReference(
    python,
    fields.map(([name, type]) => probeOf(name, type)),
  );
  const foreign = fields.map(([name]) => name).filter((_, index) => known[index] !== null);

  const lines = fs.readFileSync(EXAMPLES, "utf8").trimEnd().split("\n");
  const expressions = variantsOf(lines.map((line) => parseExample(line).expression)).filter((expression) =>
    isComparable(expression, foreign),
  );
  const faults = askReference(python, expressions);
  const differences = expressions.flatMap((expression, index) =>
    differenceOf(filter, expression, faults[index] ?? null),
  );
  for (const difference of differences.slice(0, SHOWN)) console.log(`${difference}\n`);
  console.log(`differential: ${expressions.length} expressions, ${differences.length} with another verdict`);
  return differences.length === 0 ? 0 : 1;
}

/**
 * @param {Filter} filter
 * @param {string} expression
 * @param {string | null} theirs
 * @returns {string[]} one text, or none where the verdicts agree
 */
function differenceOf(filter, expression, theirs) {
  const parsed = filter.parseFilter(expression);
  if (parsed.valid === (theirs === null)) return [];
  if (parsed.valid) return [`Only this package takes ${JSON.stringify(expression)}\n${theirs}`];
  const [fault] = parsed.diagnostics;
  if (beginsWithName(filter, Array.from(expression).slice(fault.start).join(""))) return [];
  return [`Only the reference takes ${JSON.stringify(expression)}\n${filter.printEngine(expression, fault)}`];
}

/**
 * The reference's engine is newer than the service's documented language: it compares a field with another one.
 * @param {Filter} filter
 * @param {string} text from the fault on
 */
function beginsWithName(filter, text) {
  const [name = ""] = /^[a-z0-9_.]+/.exec(text) ?? [];
  return Object.hasOwn(filter.FIELD_TYPES, name) || text.startsWith(`${name}(`);
}
