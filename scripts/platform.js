// @ts-check
"use strict";

const path = require("node:path");
const { ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { callersDirectory, runBuilt } = require("./run-main");

// `npm run --silent platform -- ARGS`: runs the local edge platform in the foreground. Only the platform writes to stdout.
runBuilt(() => {
  const command = path.join(ROOT, "dist", "cli", "main.js");
  return runInForeground(process.execPath, [command, "serve", ...process.argv.slice(2)], {
    cwd: callersDirectory("platform"),
  });
});
