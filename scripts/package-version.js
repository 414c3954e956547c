// @ts-check
"use strict";

const fs = require("node:fs");

/**
 * @param {string} file a package.json
 * @returns {string | undefined} nothing where there is no such file, or no version in it
 */
function packageVersion(file) {
  if (!fs.existsSync(file)) return undefined;
  /** @type {unknown} */
  const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
  if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) return undefined;
  return typeof manifest.version === "string" ? manifest.version : undefined;
}

module.exports = { packageVersion };
