// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const path = require("node:path");

const PROGRAM = path.join(__dirname, "reference.py");

// Lines of our own program.
/** @type {(text: string) => string | null} */
const parseLine = JSON.parse;

/**
 * @param {string} python that has the reference
 * @param {readonly string[]} expressions
 * @returns {(string | null)[]} for each the engine's text of the fault, or null where it is valid
 */
function askReference(python, expressions) {
  const { status, stdout, stderr } = spawnSync(python, [PROGRAM], {
    input: expressions.map((expression) => `${JSON.stringify(expression)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`The reference engine did not answer: ${stderr}`);
  return stdout.trimEnd().split("\n").map(parseLine);
}

module.exports = { askReference };
