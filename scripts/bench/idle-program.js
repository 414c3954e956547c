// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { PROGRAM } = require("./program");

const RESOURCES = "idle-resources.js";

/** The same program with resources that do nothing: what Pulumi takes for it without the package. Files by name. */
const IDLE_PROGRAM = {
  ...PROGRAM,
  "index.ts": PROGRAM["index.ts"].replace('"pulumi-edge-platform"', `"./${RESOURCES}"`),
  [RESOURCES]: fs.readFileSync(path.join(__dirname, RESOURCES), "utf8"),
};

module.exports = { IDLE_PROGRAM };
