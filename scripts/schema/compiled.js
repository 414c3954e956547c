// @ts-check
"use strict";

const path = require("node:path");
const { ROOT } = require("../prepare");

/**
 * Loads a compiled module of the package.
 * @param {string} name its path below dist/
 * @returns {unknown}
 */
function compiled(name) {
  return require(path.join(ROOT, "dist", name));
}

module.exports = { compiled };
