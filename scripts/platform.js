// @ts-check
"use strict";

const path = require("node:path");
const { ensureBuilt, ensureInstalled, ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { callersDirectory, runMain } = require("./run-main");

// `npm run --silent platform -- ARGS`: runs the local edge platform in the foreground. Only the platform writes to stdout.
runMain(async () => {
  await ensureInstalled(toStderr);
  await ensureBuilt(toStderr);
  const command = path.join(ROOT, "dist", "cli", "main.js");
  return runInForeground(process.execPath, [command, "serve", ...process.argv.slice(2)], {
    cwd: callersDirectory("platform"),
  });
});
