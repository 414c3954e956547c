// @ts-check
"use strict";

/**
 * `npm run differential`: compares the verdicts of this package and of the reference implementation, from PyPI, on the examples and
 * on about ten thousand broken variants of them. Exits with 1 if verdicts differ. Without Python or PyPI, prints that the comparison
 * was skipped and exits with 0.
 */
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { ROOT } = require("./prepare");
const { toStderr } = require("./processes");
const { ensurePythonPackages } = require("./python-packages");
const { compiled, runBuilt } = require("./run-main");

const REFERENCE = path.join(__dirname, "differential", "reference.py");
const EXAMPLES = path.join(ROOT, "tests", "data", "filter-examples.jsonl");
/** Differences to print: the others mostly have the same reason. */
const SHOWN = 20;

/** The number of broken variants of each example. */
const VARIANTS = 20;
/** The warning about what only this package accepts: the public tests of the reference implementation do, and this newer build does not. */
const ACCEPTED_BY_US = "byte-separator";
/** What the recorded examples, which are older, do not have: separators between bytes, values on both sides, and new functions. */
const NEWER = [
  ...["eq 61:62", "eq 61-62", "eq 61.62", "eq 61:62-63", "in {61:62 63.64}"].map(
    (test) => `http.host ${test}`,
  ),
  "http.request.uri.path ne raw.http.request.uri.path",
  "any(http.request.headers.names[*] eq http.host) and lower(http.host) eq upper(http.user_agent)",
  "ip.src eq cf.edge.server_ip or cf.edge.server_port & cf.edge.server_port",
  'coalesce(http.request.headers["a"][0], http.host, "b") eq http.host',
  "hash_in_range(0, 100, cf.random_seed) lt 10",
];
const PIECES = [
  ...Array.from('()[]{}"\\#$*.,!&|^~=<>-0aZ \n'),
  "é",
  "and ",
  "not ",
  "xor ",
  "eq ",
  "in ",
  "ssl",
  'r"',
  "0x",
  "..",
  "1.2.3.4",
  "::",
  "/8",
  "[*]",
];
/** Functions that both sides declare alike. The reference implementation models the others differently. */
const COMMON_FUNCTIONS = [
  "any",
  "all",
  "concat",
  "lower",
  "upper",
  "starts_with",
  "ends_with",
  "has_key",
  "has_value",
  "remove_bytes",
  "encode_base64",
  "sha256",
  "coalesce",
  "hash_in_range",
];
/** Operators that can precede a parenthesis, like the name of a function. */
const OPERATORS = ["and", "or", "xor", "not"];
/** @type {Readonly<Record<string, string>>} */
const COMPARISONS = { Bool: "", Bytes: ' eq "a"', Int: " eq 1", Ip: " eq 192.0.2.1" };

/** @typedef {typeof import("../provider/filter")} Filter */

// This repository contains both: the data file, and the program that prints one JSON value per line.
/** @type {(text: string) => { expression: string }} */
const parseExample = JSON.parse;
/** @type {(text: string) => string | null} */
const parseAnswer = JSON.parse;

runBuilt(async () => {
  const python = await ensurePythonPackages("differential", toStderr);
  if (python !== undefined) return compare(python);
  console.log(
    "differential: skipped, because the reference implementation cannot be installed (it needs python3 and PyPI)",
  );
  return 0;
});

/** @param {string} python */
function compare(python) {
  // dist/ is compiled from the source of this type.
  const filter = /** @type {Filter} */ (compiled("provider/filter"));
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
  const errors = askReference(python, expressions);
  const differences = expressions.flatMap((expression, index) =>
    differenceOf(filter, expression, errors[index] ?? null),
  );
  for (const difference of differences.slice(0, SHOWN)) console.log(`${difference}\n`);
  console.log(
    `differential: ${expressions.length} expressions, ${differences.length} with different verdicts`,
  );
  return differences.length === 0 ? 0 : 1;
}

/**
 * Asks the reference implementation about expressions.
 * @param {string} python path of a Python that has it installed
 * @param {readonly string[]} expressions
 * @returns {(string | null)[]} the parse error of each expression, or null if it is valid
 */
function askReference(python, expressions) {
  const { status, stdout, stderr } = spawnSync(python, [REFERENCE], {
    input: expressions.map((expression) => `${JSON.stringify(expression)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`The reference implementation failed: ${stderr}`);
  return stdout.trimEnd().split("\n").map(parseAnswer);
}

/**
 * @param {Filter} filter
 * @param {string} expression
 * @param {string | null} theirs
 * @returns {string[]} one text, or none if the verdicts agree
 */
function differenceOf(filter, expression, theirs) {
  const parsed = filter.parseFilter(expression);
  if (parsed.valid === (theirs === null)) return [];
  if (parsed.valid) {
    const isNamed = filter.lintFilter(parsed.ast, expression).some(({ rule }) => rule === ACCEPTED_BY_US);
    return isNamed ? [] : [`Only this package accepts ${JSON.stringify(expression)}\n${theirs}`];
  }
  const [error] = parsed.diagnostics;
  return [
    `Only the reference implementation accepts ${JSON.stringify(expression)}\n${filter.printEngine(expression, error)}`,
  ];
}

/**
 * Returns each example, and variants with one piece inserted, replaced or removed: the same variants in every run.
 * @param {readonly string[]} examples
 * @returns {string[]} each once
 */
function variantsOf(examples) {
  const random = newRandom(1);
  const given = [...examples, ...NEWER];
  const variants = given.flatMap((example) =>
    Array.from({ length: VARIANTS }, () => {
      const characters = Array.from(example);
      characters.splice(random(characters.length + 1), random(3), PIECES[random(PIECES.length)] ?? "");
      return characters.join("");
    }),
  );
  return [...new Set([...given, ...variants])];
}

/**
 * @param {string} name of a field
 * @param {string} type as `Map<Array<Bytes>>`
 * @returns {string} an expression that is valid if the field exists with this type
 */
function probeOf(name, type) {
  const parts = type.split(/[<>]+/).filter((part) => part !== "");
  const comparison = COMPARISONS[parts.at(-1) ?? ""] ?? "";
  return parts.length === 1
    ? `${name}${comparison}`
    : `any(${name}${"[*]".repeat(parts.length - 1)}${comparison})`;
}

/**
 * Returns whether both sides know every name in an expression. Blank text is not comparable: the reference implementation reads it
 * as "no expression".
 * @param {string} expression
 * @param {readonly string[]} foreign names that the reference implementation does not have
 */
function isComparable(expression, foreign) {
  if (expression.trim() === "" || foreign.some((name) => expression.includes(name))) return false;
  const called = [...expression.matchAll(/([a-z0-9_]+)\s*\(/g)].map((match) => match[1] ?? "");
  return called.every((name) => COMMON_FUNCTIONS.includes(name) || OPERATORS.includes(name));
}

/** @param {number} seed */
function newRandom(seed) {
  let state = seed;
  /** @param {number} limit */
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
