// @ts-check
"use strict";

const path = require("node:path");
const { ensureInstalled, ROOT } = require("./prepare");
const { runInForeground } = require("./processes");
const { toStderr } = require("./progress");
const { runMain } = require("./run-main");

// `npm run foresight [-- OPTIONS]`: previews programs with a known fault, and programs without one. It loads the sources.
runMain(async () => {
  await ensureInstalled(toStderr);
  const compile = path.join(ROOT, "tests", "support", "run-typescript.cjs");
  const program = path.join(ROOT, "tests", "foresight", "main.ts");
  return runInForeground(process.execPath, ["-r", compile, program, ...process.argv.slice(2)], { cwd: ROOT });
});
