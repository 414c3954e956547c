// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const WINDOWS = process.platform === "win32";
const PULUMI = WINDOWS ? "pulumi.exe" : "pulumi";
const LANGUAGE_HOST = WINDOWS ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";
/** Starts the process that runs dynamic resources. */
const DYNAMIC_PROVIDER = WINDOWS ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs";

/**
 * Lists the executables that a folder lacks to be a complete CLI for Node programs.
 * @param {string} binDir
 * @returns {string[]} their names
 */
function missingIn(binDir) {
  return [PULUMI, LANGUAGE_HOST, DYNAMIC_PROVIDER].filter((name) => !isExecutable(path.join(binDir, name)));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    const stat = fs.statSync(file);
    return stat.isFile() && stat.size > 0;
  } catch {
    return false;
  }
}

module.exports = { DYNAMIC_PROVIDER, LANGUAGE_HOST, PULUMI, isExecutable, missingIn };
