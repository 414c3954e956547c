// @ts-check
"use strict";

const { spawnSync } = require("node:child_process");
const path = require("node:path");

/** The reference engine's Python binding. Pinned, since its engine has a newer grammar with each release. */
const PACKAGE = "octorules-wirefilter==0.7.0";
const BINARIES = process.platform === "win32" ? "Scripts" : "bin";
const PROGRAM = path.join(__dirname, "reference.py");

// Lines of our own program.
/** @type {(text: string) => string | null} */
const parseLine = JSON.parse;

/**
 * Installs the reference engine into a folder of its own.
 * @param {string} folder empty
 * @returns {string | undefined} the Python that has it, or `undefined` where Python or PyPI is not to be had
 */
function installReference(folder) {
  const python = path.join(folder, BINARIES, "python");
  const made = spawnSync("python3", ["-m", "venv", folder], { stdio: "ignore" });
  if (made.status !== 0) return undefined;
  const pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--retries", "1", PACKAGE];
  return spawnSync(python, pip, { stdio: "ignore" }).status === 0 ? python : undefined;
}

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

module.exports = { askReference, installReference, PACKAGE };
