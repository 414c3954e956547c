// @ts-check
"use strict";

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const swc = require("@swc/core");
const { expect } = require("expect");
const fastCheck = require("fast-check");

/** Properties take most of the time of the tests, so a mutant only has to survive a tenth of their runs, the same in each run. */
const FEWER_RUNS = 0.1;
const SEED = 1;
const DEFAULT_RUNS = 100;
/**
 * Tests that read texts of a million characters, which would take most of the time, or that count the steps of the code without
 * mutants. A mutant that only they find survives.
 */
const LEFT_OUT = new Set(["any-text.test.ts", "linear.test.ts"]);

/**
 * A test. All rows of `it.each` are one test here, which fails with the first row that fails.
 * @typedef {{ readonly name: string, readonly file: string, readonly run: () => unknown }} Test
 */

/** @type {Map<string, string>} */
const compiled = new Map();

/**
 * Loads the tests of the filter language and all modules they import afresh, so that mutants share no state.
 * @param {string} root of the sources and tests
 * @returns {Test[]}
 */
function loadTests(root) {
  for (const file of Object.keys(require.cache)) {
    // Only entries of TypeScript files are removed: test files and sources.
    if (file.endsWith(".ts")) Reflect.deleteProperty(require.cache, file);
  }
  // Modules that load on first use would otherwise count as covered by the first test that uses them.
  for (const file of filesIn(root, "provider", ".ts")) require(file);
  /** @type {Test[]} */
  const tests = [];
  for (const file of filesIn(root, "tests/unit", ".test.ts")) {
    if (LEFT_OUT.has(path.basename(file))) continue;
    Object.assign(globalThis, globalsOf(file, tests));
    require(file);
  }
  return tests;
}

/**
 * Returns the files of both rooms.
 * @param {string} root of the sources and tests
 * @param {string} folder that holds a folder of each room
 * @param {string} ending
 */
function filesIn(root, folder, ending) {
  return ["filter", "regex"].flatMap((room) =>
    fs
      .readdirSync(path.join(root, folder, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .map((name) => path.join(root, folder, room, name)),
  );
}

/**
 * Returns the globals of Jest that the tests use.
 * @param {string} file
 * @param {Test[]} tests
 */
function globalsOf(file, tests) {
  /** @type {string[]} */
  const titles = [];
  /** @type {(title: string, body: () => void) => void} */
  const describe = (title, body) => {
    titles.push(title);
    body();
    titles.pop();
  };
  /** @type {(title: string, run: () => unknown) => void} */
  const it = (title, run) => {
    tests.push({ name: [...titles, title].join(" "), file, run });
  };
  /** @type {(rows: readonly unknown[]) => (title: string, check: (...row: unknown[]) => unknown) => void} */
  const each = (rows) => (title, check) =>
    it(title, async () => {
      for (const row of rows) await Reflect.apply(check, undefined, Array.isArray(row) ? row : [row]);
    });
  return { describe, it: Object.assign(it, { each }), expect };
}

/**
 * @param {fastCheck.IProperty<unknown>} property
 * @param {fastCheck.Parameters<unknown>} [parameters]
 */
function assertWithFewerRuns(property, parameters) {
  const numRuns = Math.ceil((parameters?.numRuns ?? DEFAULT_RUNS) * FEWER_RUNS);
  fastCheck.assert(property, { ...parameters, numRuns, seed: SEED, endOnFailure: true });
}

const fastCheckModule = require.cache[require.resolve("fast-check")];
if (fastCheckModule) fastCheckModule.exports = { ...fastCheck, assert: assertWithFewerRuns };

Reflect.set(
  Reflect.get(Module, "_extensions"),
  ".ts",
  /** @type {(module: { _compile: (code: string, file: string) => void }, file: string) => void} */
  (module, file) => {
    let code = compiled.get(file);
    if (code === undefined) {
      ({ code } = swc.transformFileSync(file, {
        jsc: { target: "es2022", parser: { syntax: "typescript" } },
        module: { type: "commonjs" },
      }));
      compiled.set(file, code);
    }
    module._compile(code, file);
  },
);

module.exports = { loadTests };
