// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { PROGRAM } = require("./program");

const RESOURCES = "idle-resources.js";

/** The files, by name, of the same program with resources that do nothing: it measures Pulumi without the package. */
const IDLE_PROGRAM = {
  ...PROGRAM,
  "index.ts": PROGRAM["index.ts"].replace('"pulumi-edge-platform"', `"./${RESOURCES}"`),
  [RESOURCES]: fs.readFileSync(path.join(__dirname, RESOURCES), "utf8"),
};

module.exports = { IDLE_PROGRAM };
