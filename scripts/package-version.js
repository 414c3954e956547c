// @ts-check
"use strict";

const fs = require("node:fs");

/**
 * Reads the version in a package.json.
 * @param {string} file
 * @returns {string | undefined} nothing if there is no such file or version
 */
function packageVersion(file) {
  if (!fs.existsSync(file)) return undefined;
  /** @type {unknown} */
  const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) return undefined;
  return typeof manifest.version === "string" ? manifest.version : undefined;
}

module.exports = { packageVersion };
